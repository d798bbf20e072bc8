// The form that the set-up link of a new shop opens: the user who fills it in becomes the administrator and is signed
// in.
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { matcherOf, ROUTES } from '../../../rules/routes.ts';
import { setup as texts } from '../../lib/accounts/auth-texts.ts';
import { authErrors, enter } from '../../lib/accounts/sign-in.ts';
import { askSetup, becomeAdministrator } from '../../lib/accounts/sign-in-calls.ts';
import { type Failure, outcomeOf } from '../../lib/platform/http-client.ts';
import { Button, Message } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { LinkCheck } from './AskedLink.tsx';
import { AuthFields, focusFirstError, type Typed } from './AuthFields.tsx';
import { SignInNext } from './SignInNext.tsx';

export function Setup() {
  const token = matcherOf(ROUTES.setup)(location.pathname)?.[1] ?? '';
  return (
    <LinkCheck texts={texts} token={token} ask={askSetup}>
      {() => <FirstAdministrator token={token} />}
    </LinkCheck>
  );
}

function FirstAdministrator({ token }: { readonly token: string }) {
  const [typed, setTyped] = useState<Typed>({ name: '', email: '', password: '', code: '' });
  const { busy, failure, run } = useCall();
  const [unsigned, setUnsigned] = useState<Failure | null>(null);
  const errors = useMemo(() => authErrors(failure), [failure]);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => focusFirstError(form.current, errors), [errors]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void run(async () => {
      await becomeAdministrator(token, typed);
      // The link has worked from here on, whatever becomes of the sign-in.
      setUnsigned((await outcomeOf(() => enter(typed))).failure);
    });
  }

  if (unsigned) return <SignInNext texts={texts} account={typed} failure={unsigned} />;
  return (
    <form ref={form} noValidate onSubmit={submit} aria-label={texts.heading}>
      <p>{texts.lead}</p>
      <AuthFields mode="signup" typed={typed} errors={errors} onTyped={setTyped} />
      {errors.general && <Message kind="error">{errors.general}</Message>}
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {texts.submit}
        </Button>
      </div>
    </form>
  );
}
