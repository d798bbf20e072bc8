// The form that a mailed invitation opens, or a link that an administrator handed over: an employee sets a password and is
// signed in.
import { useState } from 'react';
import type { InvitationAnswer } from '../../../contract/people/people.ts';
import { matcherOf, ROUTES } from '../../../rules/routes.ts';
import { invitation as texts } from '../../lib/accounts/auth-texts.ts';
import { authErrors, enter } from '../../lib/accounts/sign-in.ts';
import { acceptInvitation, askInvitation } from '../../lib/accounts/sign-in-calls.ts';
import { type Failure, outcomeOf } from '../../lib/platform/http-client.ts';
import { LinkCheck } from './AskedLink.tsx';
import { type NewPasswordErrors, NewPasswordForm } from './NewPasswordForm.tsx';
import { SignInNext } from './SignInNext.tsx';

const errorsOf = (failure: Failure): NewPasswordErrors =>
  failure.code === 'password missmatch' ? { again: texts.mismatch } : authErrors(failure);

export function Invitation() {
  const token = matcherOf(ROUTES.invitation)(location.pathname)?.[1] ?? '';
  return (
    <LinkCheck texts={texts} token={token} ask={askInvitation}>
      {(invited) => <FirstPassword token={token} invited={invited} />}
    </LinkCheck>
  );
}

function FirstPassword({ token, invited }: { readonly token: string; readonly invited: InvitationAnswer }) {
  const [unsigned, setUnsigned] = useState<{ readonly password: string; readonly failure: Failure } | null>(null);
  const { email } = invited;

  async function accept(password: string): Promise<void> {
    await acceptInvitation(token, password, password);
    // The link has worked from here on, whatever becomes of the sign-in.
    const { failure } = await outcomeOf(() => enter({ email, password }));
    if (failure) setUnsigned({ password, failure });
  }

  if (unsigned)
    return <SignInNext texts={texts} account={{ email, password: unsigned.password }} failure={unsigned.failure} />;
  return (
    <NewPasswordForm
      texts={invited.isReset ? { ...texts, heading: texts.resetHeading } : texts}
      email={email}
      lead={<p>{texts.lead(invited.name, email)}</p>}
      onSend={accept}
      errorsOf={errorsOf}
    />
  );
}
