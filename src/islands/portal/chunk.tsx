import { type ComponentType, useEffect, useState } from 'react';
import { portal } from '../../lib/portal/portal-texts.ts';

interface Module {
  readonly default: ComponentType;
}

/** A page whose code is loaded when it is first shown. Unlike React's own `lazy` it does not keep its fallback for 300 ms when the code comes sooner. */
export function chunk(load: () => Promise<Module>): ComponentType {
  let loaded: Module | null = null;
  return function Chunk() {
    const [module, setModule] = useState(loaded);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (came) => {
          loaded = came;
          setModule(came);
        },
        (error: unknown) =>
          setModule(() => {
            throw error;
          }),
      );
    }, []);
    return module ? <module.default /> : <p role="status">{portal.loading}</p>;
  };
}
