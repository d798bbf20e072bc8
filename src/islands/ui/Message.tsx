import type { ReactNode } from 'react';
import { failureText, tryAgain } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { Button } from './Button.tsx';

interface MessageProps {
  readonly kind: 'error' | 'success' | 'warning' | 'info';
  readonly children: ReactNode;
  /** Ways on: buttons and links. */
  readonly actions?: ReactNode;
}

/** What happened, in words, read out by itself; an error at once, the rest when there is a pause. */
export function Message({ kind, children, actions }: MessageProps) {
  return (
    <div className={`message ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <div>{children}</div>
      {actions && <div className="buttons">{actions}</div>}
    </div>
  );
}

interface Props {
  readonly failure: Failure;
  /** Asks the same once more. */
  readonly onAgain: () => void;
  /** What the screen itself says of error codes. */
  readonly errors?: Readonly<Record<string, string>> | undefined;
  /** What failed; the reason follows. */
  readonly children?: ReactNode;
}

/** Something could not be loaded: why, and the same again. */
export function Failed({ failure, onAgain, errors, children }: Props) {
  return (
    <Message kind="error" actions={<Button onClick={onAgain}>{tryAgain}</Button>}>
      {children} {failureText(failure, errors)}
    </Message>
  );
}

/** Waiting dots: none to three in a cycle of steps of 300 ms (drawn by the style sheet, silent for readers). */
export function Dots() {
  return (
    <span className="dots" aria-hidden="true">
      <i>.</i>
      <i>.</i>
      <i>.</i>
    </span>
  );
}
