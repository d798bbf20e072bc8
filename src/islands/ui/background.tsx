import { type ComponentType, useEffect, useState } from 'react';
import { Boundary } from './Boundary.tsx';

/** When code that could not be had is asked for again, ms. */
const AGAIN_MS = 60_000;

interface Module<Props> {
  readonly default: ComponentType<Props>;
}

/**
 * A part that works behind the page and that nobody waits for: its code is loaded when it is first shown, and asked for
 * again for as long as it could not be had. Neither that nor a fault inside is told: the page has nothing amiss.
 */
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
