import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type AuthErrors, authErrors } from '../../lib/accounts/auth-errors.ts';
import { authModes, signInAgain } from '../../lib/accounts/auth-texts.ts';
import { wantsCode } from '../../lib/accounts/second-code.ts';
import { failureOf } from '../../lib/http/failure.ts';
import { signInHere, wayOn } from '../../lib/session/sign-in-here.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import { AuthFields, focusCode, focusFirstError, type Typed } from './AuthFields.tsx';

interface Props {
  /** Who was signed in. */
  readonly email: string;
  readonly onClose: () => void;
}

/** Signs in over a page whose session ended, so that its half-filled form stays as it is. Another person gets the page anew. */
export function SignInDialog({ email, onClose }: Props) {
  const [typed, setTyped] = useState<Typed>({ name: '', email, password: '', code: '' });
  const [errors, setErrors] = useState<AuthErrors>({});
  const [busy, setBusy] = useState(false);
  const [withCode, setWithCode] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    dialog.current?.showModal();
    form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus();
  }, []);
  useEffect(() => focusFirstError(form.current, errors), [errors]);
  useEffect(() => {
    if (withCode) focusCode(form.current);
  }, [withCode]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setErrors({});
    try {
      const first = wayOn(await signInHere(typed.email, typed.password, typed.code));
      const isSame = typed.email.trim().toLowerCase() === email.toLowerCase();
      if (first) location.assign(first);
      else if (isSame) onClose();
      else location.reload();
    } catch (error) {
      if (wantsCode(failureOf(error).code)) setWithCode(true);
      else setErrors(authErrors(error));
      setBusy(false);
    }
  }

  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="sign-in-again" onClose={onClose}>
      <h2 id="sign-in-again">{signInAgain.heading}</h2>
      <p>{signInAgain.text}</p>
      <form ref={form} onSubmit={submit} noValidate aria-labelledby="sign-in-again">
        <AuthFields mode="signin" typed={typed} errors={errors} withCode={withCode} onTyped={setTyped} />
        {errors.general && <Message kind="error">{errors.general}</Message>}
        <div className="buttons">
          <Button onClick={onClose}>{signInAgain.later}</Button>
          <Button kind="main" type="submit" busy={busy}>
            {authModes.signin.submit}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
