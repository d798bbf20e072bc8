import type { ComponentType } from 'react';
import { Boundary } from './Boundary.tsx';

/** A whole island that says so when it fails, instead of leaving an empty place. */
export const withinBoundary = <Props extends object>(Island: ComponentType<Props>) =>
  function Guarded(props: Props) {
    return (
      <Boundary>
        <Island {...props} />
      </Boundary>
    );
  };
