// The form that a mailed invitation opens: an invited employee sets the first password and is signed in.
import type { InvitationAnswer } from '../../../contract/people/people.ts';
import { matcherOf, ROUTES } from '../../../rules/routes.ts';
import { invitation as texts } from '../../lib/accounts/auth-texts.ts';
import { authErrors, firstPageFor, leaveFor, pageAfterSignIn, signInWithProfile } from '../../lib/accounts/sign-in.ts';
import { acceptInvitation, askInvitation } from '../../lib/accounts/sign-in-calls.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { LinkCheck } from './AskedLink.tsx';
import { type NewPasswordErrors, NewPasswordForm } from './NewPasswordForm.tsx';

const errorsOf = (failure: Failure): NewPasswordErrors =>
  failure.code === 'password missmatch' ? { again: texts.mismatch } : authErrors(failure);

async function accept(token: string, { email }: InvitationAnswer, password: string): Promise<void> {
  await acceptInvitation(token, password, password);
  await leaveFor(firstPageFor(await signInWithProfile(email, password)) ?? pageAfterSignIn(paths.home));
}

export function Invitation() {
  const token = matcherOf(ROUTES.invitation)(location.pathname)?.[1] ?? '';
  return (
    <LinkCheck texts={texts} token={token} ask={askInvitation}>
      {(invited) => (
        <NewPasswordForm
          texts={texts}
          email={invited.email}
          lead={<p>{texts.lead(invited.name, invited.email)}</p>}
          onSend={(password) => accept(token, invited, password)}
          errorsOf={errorsOf}
        />
      )}
    </LinkCheck>
  );
}
