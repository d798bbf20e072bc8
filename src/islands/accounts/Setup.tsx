import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { matcherOf, ROUTES } from '../../../rules/routes.ts';
import { setup as texts } from '../../lib/accounts/auth-texts.ts';
import { type AuthErrors, authErrors, landingOf, signInHere, wayOn } from '../../lib/accounts/sign-in.ts';
import { askSetup, becomeAdministrator } from '../../lib/accounts/sign-in-calls.ts';
import { paths } from '../../lib/platform/paths.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import { AskedLink } from './AskedLink.tsx';
import { AuthFields, focusFirstError, type Typed } from './AuthFields.tsx';

/** Where the set-up link of a new shop leads: whoever fills the form in administrates it and is signed in. */
export function Setup() {
  const token = matcherOf(ROUTES.setup)(location.pathname)?.[1] ?? '';
  return (
    <AskedLink texts={texts} token={token} ask={askSetup}>
      {() => <FirstAdministrator token={token} />}
    </AskedLink>
  );
}

function FirstAdministrator({ token }: { readonly token: string }) {
  const [typed, setTyped] = useState<Typed>({ name: '', email: '', password: '', code: '' });
  const [errors, setErrors] = useState<AuthErrors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => focusFirstError(form.current, errors), [errors]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setErrors({});
    try {
      await becomeAdministrator(token, typed);
      location.assign(wayOn(await signInHere(typed.email, typed.password)) ?? landingOf(paths.home));
    } catch (error) {
      setBusy(false);
      setErrors(authErrors(error));
    }
  }

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
