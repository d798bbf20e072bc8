// The dialog by which users whose session ended sign in again over an open form, so that nothing typed is lost.
import { type SubmitEvent, useState } from 'react';
import { emailKey } from '../../../contract/fields/email.ts';
import { authModes, signInAgain } from '../../lib/accounts/auth-texts.ts';
import { firstPageFor, leaveFor, signInWithProfile } from '../../lib/accounts/sign-in.ts';
import { Button, Message } from '../ui/controls.tsx';
import { AuthFields, type Typed } from './AuthFields.tsx';
import { usePasswordDialog } from './use-password-dialog.ts';

/** Signs in over a page whose session ended, keeping its form; another person than `email` gets the page anew. */
export default function SignInDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const [typed, setTyped] = useState<Typed>({ name: '', email, password: '', code: '' });
  const { dialog, form, errors, withCode, busy, send } = usePasswordDialog();

  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    void send(event, async () => {
      const first = firstPageFor(await signInWithProfile(typed.email, typed.password, typed.code));
      const isSame = emailKey(typed.email.trim()) === emailKey(email);
      if (first) await leaveFor(first);
      else if (isSame) onClose();
      else location.reload();
    });

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
