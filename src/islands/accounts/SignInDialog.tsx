import { type SubmitEvent, useState } from 'react';
import { emailKey } from '../../../contract/fields/email.ts';
import { authModes, signInAgain } from '../../lib/accounts/auth-texts.ts';
import { authErrors, signInHere, wantsCode, wayOn } from '../../lib/accounts/sign-in.ts';
import { failureOf } from '../../lib/platform/http-client.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import { AuthFields, type Typed } from './AuthFields.tsx';
import { usePasswordDialog } from './use-password-dialog.ts';

interface Props {
  /** Who was signed in. */
  readonly email: string;
  readonly onClose: () => void;
}

/** Signs in over a page whose session ended, so that its half-filled form stays as it is. Another person gets the page anew. */
export default function SignInDialog({ email, onClose }: Props) {
  const [typed, setTyped] = useState<Typed>({ name: '', email, password: '', code: '' });
  const { dialog, form, errors, withCode, busy, ...asking } = usePasswordDialog();

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    asking.begin();
    try {
      const first = wayOn(await signInHere(typed.email, typed.password, typed.code));
      const isSame = emailKey(typed.email.trim()) === emailKey(email);
      if (first) location.assign(first);
      else if (isSame) onClose();
      else location.reload();
    } catch (error) {
      if (wantsCode(failureOf(error).code)) asking.askForCode();
      else asking.refuse(authErrors(error));
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
