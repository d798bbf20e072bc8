// React hooks that all features share: make a call, load data, leave for the sign-in page, ask again every so often,
// read the id in the address.
import { useStore } from '@nanostores/react';
import { type EffectCallback, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { leaveToAuth } from '../../lib/platform/failure-texts.ts';
import { type Failure, outcomeOf } from '../../lib/platform/http-client.ts';
import { $router, askIfEnded } from '../../lib/platform/router.ts';
import { onSignIn } from '../../lib/platform/session-store.ts';

/** Does what a press asks for: throws what ky throws, or resolves to the failure that a store returns. */
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
    failure: useStanding(state.failure),
    run,
    /** Takes the failure away: it is about something else than what is shown. */
    forget: useCallback(() => setState((now) => ({ ...now, failure: null })), []),
  };
}

interface LoadedState<T> extends CallState {
  /** null: not there yet. */
  readonly value: T | null;
}

/** What a component loads at first and for another key; the last value goes, unless it `stays`; no late answer. */
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

  const isEnded = state.failure?.kind === 'login';
  useEffect(() => (isEnded ? onSignIn(() => void again()) : undefined), [isEnded, again]);

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

/** A failure as long as it is true: «Войдите ещё раз» goes once the user has signed in. */
export function useStanding(failure: Failure | null): Failure | null {
  const [cured, setCured] = useState<Failure | null>(null);
  useEffect(() => (failure?.kind === 'login' ? onSignIn(() => setCured(failure)) : undefined), [failure]);
  return failure === cured ? null : failure;
}

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

/** Acts on a value's change, compared by identity, and when first shown; what the act returns undoes it. */
export function useOnChange<T>(value: T, act: (value: T) => ReturnType<EffectCallback>): void {
  const onChange = useEffectEvent(act);
  useEffect(() => onChange(value), [value]);
}

/** Leaves a page that has nothing to show for the sign-in page; `onMissing` says what a thing that is gone leads to instead. */
export function useLeave(failure: Failure | null, onMissing?: (failure: Failure) => void): void {
  useOnChange(failure, () => {
    if (failure?.kind === 'missing' && onMissing) onMissing(failure);
    else if (failure) leaveToAuth(failure);
  });
}

/** The failure, if signing in may cure it: any other can be shown on the page. */
export const curedBySignIn = (failure: Failure | null): Failure | null =>
  failure?.kind === 'login' || failure?.kind === 'forbidden' ? failure : null;

/** Asks again every so many milliseconds while the page is in sight, and at once when it comes back into sight. */
export function usePolling(ask: () => void, milliseconds: number): void {
  const current = useRef(ask);
  current.current = ask;
  useEffect(() => {
    const askIfSeen = () => {
      if (document.visibilityState === 'visible') current.current();
    };
    const timer = setInterval(askIfSeen, milliseconds);
    document.addEventListener('visibilitychange', askIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askIfSeen);
    };
  }, [milliseconds]);
}

/** The id in the address as the page is opened, whatever the address becomes later; 0 where it names none. */
export function useAddressId(): number {
  const page = useStore($router);
  const [id] = useState(() => (page && 'id' in page.params ? Number(page.params.id) : 0));
  return id;
}
