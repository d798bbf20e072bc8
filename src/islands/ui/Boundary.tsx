// Keeps a fault in one part of a page from emptying all of it: says so in its place, with a button that draws the part
// anew.
import { Component, type ComponentType, Fragment, type ReactNode } from 'react';
import { pageParts as texts, tryAgain } from '../../lib/platform/failure-texts.ts';
import { Button, Message } from './controls.tsx';

interface State {
  readonly hasFailed: boolean;
  /** Grows with each new attempt, so that nothing of the last one stays. */
  readonly attempt: number;
}

interface Props {
  readonly children: ReactNode;
  /** A fault leaves the place empty: nothing depends on its content. */
  readonly isSilent?: boolean;
}

export class Boundary extends Component<Props, State> {
  override state: State = { hasFailed: false, attempt: 0 };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  override render() {
    const { hasFailed, attempt } = this.state;
    if (!hasFailed) return <Fragment key={attempt}>{this.props.children}</Fragment>;
    if (this.props.isSilent) return null;
    const again = () => this.setState({ hasFailed: false, attempt: attempt + 1 });
    return (
      <Message kind="error" actions={<Button onClick={again}>{tryAgain}</Button>}>
        {texts.faulty}
      </Message>
    );
  }
}

/** A whole island that says so when it fails, instead of leaving an empty place. */
export const withinBoundary = <Props extends object>(Island: ComponentType<Props>) =>
  function Guarded(props: Props) {
    return (
      <Boundary>
        <Island {...props} />
      </Boundary>
    );
  };
