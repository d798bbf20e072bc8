// Parts of a page whose code loads when they are first shown (`chunk`) or in the background (`background`), with retry
// after a failure.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { pageParts as texts, tryAgain } from '../../lib/platform/failure-texts.ts';
import { Boundary } from './Boundary.tsx';
import { Button, Message } from './controls.tsx';

interface Module<Props> {
  readonly default: ComponentType<Props>;
}

/**
 * A part of a page whose code is loaded when it is first shown. Unlike `lazy` it can be asked for again and does not
 * keep its fallback for 300 ms. A fault stays inside; `waiting` stands in its place meanwhile.
 */
export function chunk<Props extends object>(
  load: () => Promise<Module<Props>>,
  waiting: ReactNode = <p role="status">{texts.loading}</p>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Chunk(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    const [failures, setFailures] = useState(0);
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (loaded) return;
      let isCurrent = true;
      load().then(
        (came) => {
          loaded = came.default;
          if (isCurrent) setPart(() => came.default);
        },
        () => isCurrent && setFailures(attempt + 1),
      );
      return () => {
        isCurrent = false;
      };
    }, [attempt]);
    if (Part) {
      return (
        <Boundary>
          <Part {...props} />
        </Boundary>
      );
    }
    if (failures <= attempt) return waiting;
    // Some browsers remember that a file could not be had: then only the page anew helps.
    const again = () => (attempt === 0 ? setAttempt(1) : location.reload());
    return (
      <Message kind="error" actions={<Button onClick={again}>{tryAgain}</Button>}>
        {texts.notLoaded}
      </Message>
    );
  };
}

/** When code that could not be had is asked for again, ms. */
const AGAIN_MS = 60_000;

/** A part that works behind the page: its code is asked for until it can be had, and no fault is shown. */
export function background<Props extends object>(load: () => Promise<Module<Props>>): ComponentType<Props> {
  return function Background(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isCurrent = true;
      const ask = () =>
        void load().then(
          (came) => isCurrent && setPart(() => came.default),
          () => {
            if (isCurrent) timer = setTimeout(ask, AGAIN_MS);
          },
        );
      ask();
      return () => {
        isCurrent = false;
        clearTimeout(timer);
      };
    }, []);
    return (
      Part && (
        <Boundary isSilent>
          <Part {...props} />
        </Boundary>
      )
    );
  };
}
