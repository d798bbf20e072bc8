import type { ReactNode } from 'react';
import type { Failure } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { tryAgain } from '../../lib/trouble/try-again.ts';
import { Button } from './Button.tsx';
import { Message } from './Message.tsx';

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
