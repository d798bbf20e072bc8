import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { InvitationAnswer } from '../../../contract/people.ts';
import { matcherOf } from '../../../rules/routes/route-match.ts';
import { ROUTES } from '../../../rules/routes/routes.ts';
import { authErrors } from '../../lib/accounts/auth-errors.ts';
import { invitation as texts } from '../../lib/accounts/auth-texts.ts';
import { acceptInvitation, askInvitation } from '../../lib/accounts/sign-in-calls.ts';
import { failureOf } from '../../lib/http/failure.ts';
import { paths } from '../../lib/paths/paths.ts';
import { landingOf, signInHere, wayOn } from '../../lib/session/sign-in-here.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Message } from '../ui/Message.tsx';
import { PasswordInput } from './PasswordInput.tsx';

interface Errors {
  readonly password?: string;
  readonly again?: string;
  readonly general?: string;
}

const errorsOf = (error: unknown): Errors =>
  failureOf(error).code === 'password missmatch' ? { again: texts.mismatch } : authErrors(error);

/** Where an invitation leads: the invited person sets the first password and is signed in. */
export function Invitation() {
  const token = matcherOf(ROUTES.invitation)(location.pathname)?.[1] ?? '';
  const [invited, setInvited] = useState<InvitationAnswer | null>(null);
  const [failed, setFailed] = useState('');

  useEffect(() => {
    askInvitation(token).then(setInvited, (error: unknown) => setFailed(authErrors(error).general ?? ''));
  }, [token]);

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
      {!failed && !invited && <p role="status">{texts.loading}</p>}
      {invited && <PasswordForm token={token} invited={invited} />}
    </>
  );
}

function PasswordForm({ token, invited }: { readonly token: string; readonly invited: InvitationAnswer }) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function show(found: Errors) {
    setErrors(found);
    const name = found.password ? 'password' : found.again ? 'password_2' : null;
    if (name) form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (password !== again) return show({ again: texts.mismatch });
    setBusy(true);
    setErrors({});
    try {
      await acceptInvitation(token, password, again);
      location.assign(wayOn(await signInHere(invited.email, password)) ?? landingOf(paths.home));
    } catch (error) {
      show(errorsOf(error));
      setBusy(false);
    }
  }

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label={texts.heading}>
      <p>{texts.lead(invited.name, invited.email)}</p>
      {/* Password managers keep the new password under this name; they do not read fields of the type hidden. */}
      <input type="text" name="username" autoComplete="username" value={invited.email} readOnly hidden />
      <Field label={texts.password} hint={texts.hint} error={errors.password}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
      <Field label={texts.again} error={errors.again}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password_2"
            autoComplete="new-password"
            required
            value={again}
            onChange={({ target }) => setAgain(target.value)}
          />
        )}
      </Field>
      {errors.general && <Message kind="error">{errors.general}</Message>}
      <Button type="submit" kind="main" busy={busy}>
        {texts.submit}
      </Button>
    </form>
  );
}
