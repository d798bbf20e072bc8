import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, outcomeOf } from '../../lib/platform/http-client.ts';
import { askIfEnded } from '../../lib/platform/open-forms.ts';

/** Does what a press asks for: throws what ky throws, or resolves to the failure that a store tells. */
type Act = () => Promise<Failure | null> | Promise<void>;

interface CallState {
  readonly busy: boolean;
  /** Why the last act came to nothing; null while one is under way. */
  readonly failure: Failure | null;
}

/**
 * The acts of one form or button, one at a time. `run` resolves to null when it is done, to the failure when it is not, and to
 * undefined when there is nothing to show: another act is under way, or the component is gone. What must happen in any case
 * belongs into the act. A session that has ended is asked for over the page, unless it `asksToSignIn` itself.
 */
export function useCall({ asksToSignIn = true } = {}) {
  const [state, setState] = useState<CallState>({ busy: false, failure: null });
  const isBusy = useRef(false);
  const isShown = useShown();

  async function run(act: Act): Promise<Failure | null | undefined> {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    setState({ busy: true, failure: null });
    const { value, failure: thrown } = await outcomeOf<unknown>(act);
    const failure = thrown ?? (value as Failure | null | undefined) ?? null;
    isBusy.current = false;
    setState({ busy: false, failure });
    if (asksToSignIn) askIfEnded(failure);
    return isShown.current ? failure : undefined;
  }

  return {
    ...state,
    run,
    /** Takes the failure away: it is about something else than what is shown. */
    forget: useCallback(() => setState((now) => ({ ...now, failure: null })), []),
  };
}

interface LoadedState<T> extends CallState {
  /** null: not there yet. */
  readonly value: T | null;
}

/**
 * What a component loads when it is first shown, and anew for another key: what came for the last key goes then, unless it
 * `stays` until the next is there. A late answer for another key never shows.
 */
export function useLoaded<T, Key = undefined>(load: (key: Key) => Promise<T>, key?: Key, stays = false) {
  const [state, setState] = useState<LoadedState<T>>({ busy: true, failure: null, value: null });
  const ask = useRef(load);
  ask.current = load;
  const turn = useRef(0);

  const again = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    setState(({ value }) => ({ busy: true, failure: null, value }));
    const { value, failure } = await outcomeOf(() => ask.current(key as Key));
    if (mine === turn.current) setState((now) => ({ busy: false, failure, value: failure ? now.value : value }));
  }, [key]);

  useEffect(() => {
    if (!stays) setState((now) => ({ ...now, value: null }));
    void again();
    return () => {
      turn.current += 1;
    };
  }, [again, stays]);

  return {
    ...state,
    /** Asks once more; what is shown stays meanwhile, and when that fails. */
    again,
    /** Shows what something else than loading has made of it. */
    update: (change: (value: T) => T) =>
      setState((now) => (now.value === null ? now : { ...now, failure: null, value: change(now.value) })),
  };
}

/** Whether the component is still there. */
function useShown() {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
