// The form for a new password, typed twice, of a user who changes it or was invited. A refusal keeps what was typed.
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import type { Failure } from '../../lib/platform/http-client.ts';
import { Button, Field, Message } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { focusFirstError, PasswordInput } from './AuthFields.tsx';

/** What was wrong, beside the field that it is about or below both. */
export interface NewPasswordErrors {
  readonly password?: string;
  readonly again?: string;
  readonly general?: string;
}

interface Props {
  readonly texts: Readonly<Record<'heading' | 'password' | 'again' | 'hint' | 'mismatch' | 'submit', string>>;
  readonly email: string;
  readonly className?: string;
  readonly lead?: ReactNode;
  readonly beside?: ReactNode;
  /** Sends what was typed twice and goes on; throws what the server answered. */
  readonly onSend: (password: string) => Promise<void>;
  readonly errorsOf: (failure: Failure) => NewPasswordErrors;
}

const AGAIN = 'password_2';

export function NewPasswordForm({ texts, email, className, lead, beside, onSend, errorsOf }: Props) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [errors, setErrors] = useState<NewPasswordErrors>({});
  const { busy, run } = useCall();
  const form = useRef<HTMLFormElement>(null);

  function show(found: NewPasswordErrors) {
    setErrors(found);
    focusFirstError(form.current, { password: found.password, [AGAIN]: found.again });
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (password !== again) return show({ again: texts.mismatch });
    setErrors({});
    const failed = await run(() => onSend(password));
    if (failed) show(errorsOf(failed));
  }

  return (
    <form ref={form} className={className} noValidate onSubmit={submit} aria-label={texts.heading}>
      {lead}
      {/* Password managers keep the new password under this name; they do not read fields of the type hidden. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
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
            name={AGAIN}
            autoComplete="new-password"
            required
            value={again}
            onChange={({ target }) => setAgain(target.value)}
          />
        )}
      </Field>
      {errors.general && <Message kind="error">{errors.general}</Message>}
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {texts.submit}
        </Button>
        {beside}
      </div>
    </form>
  );
}
