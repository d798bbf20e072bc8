import { type SubmitEvent, useRef, useState } from 'react';
import { EMAIL_MAX } from '../../../contract/limits.ts';
import { session } from '../../lib/api/session.ts';
import { type SignInErrors, signInErrors } from '../../lib/api/sign-in.ts';
import { auth } from '../../lib/texts/auth.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Message } from '../ui/Message.tsx';
import { PasswordInput } from './PasswordInput.tsx';

interface SignInFormProps {
  /** Where to go after signing in. */
  readonly from: string;
  /** The visitor was sent here from a page that needs a session. */
  readonly returning: boolean;
}

/** Signs in and goes on to `from`. The fields are the browser's own: nothing typed is lost on a failure. */
export function SignInForm({ from, returning }: SignInFormProps) {
  const [errors, setErrors] = useState<SignInErrors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function show(failed: SignInErrors): void {
    setErrors(failed);
    const field = failed.email ? 'email' : failed.password ? 'password' : null;
    if (field) form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    setBusy(true);
    setErrors({});
    try {
      await session.signIn(String(typed.get('email')), String(typed.get('password')));
      location.assign(from);
    } catch (error) {
      show(signInErrors(error));
      setBusy(false);
    }
  }

  return (
    <>
      <h1>{auth.heading}</h1>
      {returning ? <Message kind="info">{auth.returning}</Message> : <p className="muted">{auth.lead}</p>}
      <form ref={form} onSubmit={submit} noValidate aria-label={auth.heading}>
        {errors.general && <Message kind="error">{errors.general}</Message>}
        <Field label={auth.email} error={errors.email}>
          {(control) => (
            <input
              {...control}
              type="email"
              name="email"
              autoComplete="username"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={EMAIL_MAX}
              required
            />
          )}
        </Field>
        <Field label={auth.password} error={errors.password}>
          {(control) => (
            <PasswordInput {...control} name="password" autoComplete="current-password" required />
          )}
        </Field>
        <Button kind="main" type="submit" busy={busy}>
          {busy ? auth.submitting : auth.submit}
        </Button>
      </form>
    </>
  );
}
