// What opens by a mailed one-time link (invitation, set-up of a shop): asks the server whether the link is good, then
// shows its form, else the reason.
import type { ReactNode } from 'react';
import { authErrors } from '../../lib/accounts/sign-in.ts';
import { paths } from '../../lib/platform/paths.ts';
import { Message } from '../ui/controls.tsx';
import { useLoaded } from '../ui/hooks.ts';

interface Props<Answer> {
  readonly texts: { readonly heading: string; readonly loading: string; readonly toAuth: string };
  readonly token: string;
  /** What the link is good for; rejects with the message for a link that is not valid. */
  readonly ask: (token: string) => Promise<Answer>;
  readonly children: (answer: Answer) => ReactNode;
}

/** A page that a one-time link leads to: what it is for once the server said that the link is good, else why it is not. */
export function LinkCheck<Answer extends object>({ texts, token, ask, children }: Props<Answer>) {
  const { value: answer, failure } = useLoaded(ask, token);
  const failed = authErrors(failure).general;
  return (
    <>
      <h1>{texts.heading}</h1>
      {failed && (
        <>
          <Message kind="error">{failed}</Message>
          <a className="button" href={paths.auth}>
            {texts.toAuth}
          </a>
        </>
      )}
      {!failed && !answer && <p role="status">{texts.loading}</p>}
      {answer && children(answer)}
    </>
  );
}
