import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { failureOf } from '../../lib/api/failure.ts';
import { confirmPassword as send } from '../../lib/api/mauth-own.ts';
import { askIfEnded } from '../../lib/stores/filling.ts';
import { $hint } from '../../lib/stores/session.ts';
import { confirmRefusals, confirmPassword as texts } from '../../lib/texts/confirm-password.ts';
import { failureText } from '../../lib/texts/failures.ts';
import { PasswordInput } from '../auth/PasswordInput.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Message } from '../ui/Message.tsx';

interface Props {
  /** Told whether the password was given. */
  readonly onDone: (given: boolean) => void;
}

interface Errors {
  readonly password?: string;
  readonly general?: string;
}

/** Puts the cursor into a field. */
const focusField = (form: HTMLFormElement | null, name: string) =>
  form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();

/** Asks for the password over a page whose change waits for it; what is typed on the page stays as it is. */
export default function ConfirmPasswordDialog({ onDone }: Props) {
  const email = useStore($hint)?.email ?? '';
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const heading = useId();

  useEffect(() => {
    dialog.current?.showModal();
    focusField(form.current, 'password');
  }, []);

  function refuse(error: unknown) {
    const failure = failureOf(error);
    if (failure.kind === 'login') {
      askIfEnded(failure);
      onDone(false);
    } else if (confirmRefusals[failure.code]) {
      setErrors({ password: confirmRefusals[failure.code] });
      focusField(form.current, 'password');
    } else setErrors({ general: failureText(failure) });
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setErrors({});
    try {
      await send(password);
      onDone(true);
    } catch (error) {
      setBusy(false);
      refuse(error);
    }
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
