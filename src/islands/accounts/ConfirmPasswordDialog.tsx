// Asks signed-in users for their password again before the server makes a sensitive change of any page; what is typed
// on the page stays.
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useId, useState } from 'react';
import { confirmPassword as sendPassword } from '../../lib/accounts/own-account-calls.ts';
import { confirmPassword as texts } from '../../lib/accounts/password-confirmation.ts';
import { askIfEnded } from '../../lib/platform/router.ts';
import { $hint } from '../../lib/platform/session-store.ts';
import { Button, Field, Message } from '../ui/controls.tsx';
import { CodeField, PasswordInput } from './AuthFields.tsx';
import { usePasswordDialog } from './use-password-dialog.ts';

export default function ConfirmPasswordDialog({ onDone }: { readonly onDone: (given: boolean) => void }) {
  const email = useStore($hint)?.email ?? '';
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { dialog, form, errors, withCode, busy, send } = usePasswordDialog();
  const heading = useId();

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    const failed = await send(event, () => sendPassword(password, code));
    if (failed === null) onDone(true);
    if (failed?.kind !== 'login') return;
    askIfEnded(failed);
    onDone(false);
  }

  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={heading} onClose={() => onDone(false)}>
      <h2 id={heading}>{texts.heading}</h2>
      <p>{texts.text}</p>
      <form ref={form} onSubmit={submit} noValidate aria-labelledby={heading}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label={texts.password} error={errors.password}>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Field>
        {withCode && <CodeField value={code} error={errors.code} onTyped={setCode} />}
        {errors.general && <Message kind="error">{errors.general}</Message>}
        <div className="buttons">
          <Button onClick={() => onDone(false)}>{texts.cancel}</Button>
          <Button kind="main" type="submit" busy={busy}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
