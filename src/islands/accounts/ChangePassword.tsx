import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { changePassword as texts } from '../../lib/accounts/cabinet-texts.ts';
import { changePassword as send } from '../../lib/accounts/own-account-calls.ts';
import { passwordReason } from '../../lib/accounts/password-reasons.ts';
import { askIfEnded, openForm } from '../../lib/editing/open-forms.ts';
import { $hint } from '../../lib/frame/session-store.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { paths } from '../../lib/paths/paths.ts';
import { portal } from '../../lib/portal/portal-texts.ts';
import { loadProfile } from '../../lib/session/own-profile.ts';
import { session } from '../../lib/session/session.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Message } from '../ui/Message.tsx';
import { DoneInCabinet } from './DoneInCabinet.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { useAccount } from './use-account.ts';

interface Errors {
  readonly password?: string;
  readonly again?: string;
  readonly general?: string;
}

/** A refusal beside the field that it is about. */
function errorsOf(failure: Failure): Errors {
  if (failure.code === 'invalid password')
    return { password: passwordReason(failure.facts) ?? texts.invalid };
  if (failure.code === 'password missmatch') return { again: texts.mismatch };
  return { general: failureText(failure) };
}

/** The change of one's own password; also where a mailed password must be replaced before anything else. */
export default function ChangePassword() {
  const account = useAccount();
  const isForced = useStore($hint)?.mustChangePassword === true;
  const [isDone, setDone] = useState(false);

  async function finish() {
    session.passwordChanged();
    setDone(true);
    // The profile that a first sign-in makes had to wait for this.
    await loadProfile().catch(() => {});
  }

  if (isDone) {
    return <DoneInCabinet text={texts.done} toCabinet={texts.toCabinet} />;
  }
  if (!account) return <p role="status">{portal.loading}</p>;
  return (
    <>
      {isForced && <Message kind="warning">{texts.forced}</Message>}
      <PasswordForm email={account.email} isForced={isForced} onDone={() => void finish()} />
    </>
  );
}

interface FormProps {
  readonly email: string;
  /** There is nowhere to go back to. */
  readonly isForced: boolean;
  readonly onDone: () => void;
}

function PasswordForm({ email, isForced, onDone }: FormProps) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(openForm, []);

  function show(failed: Errors) {
    setErrors(failed);
    const name = failed.password ? 'password' : failed.again ? 'password_2' : null;
    if (name) form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (password !== again) {
      show({ again: texts.mismatch });
      return;
    }
    setBusy(true);
    setErrors({});
    try {
      await send(password, again);
      onDone();
    } catch (error) {
      setBusy(false);
      const failure = failureOf(error);
      show(errorsOf(failure));
      askIfEnded(failure);
    }
  }

  return (
    <form ref={form} className="panel password-form" noValidate onSubmit={submit} aria-label={texts.heading}>
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
            name="password_2"
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
        {!isForced && (
          <a className="button" href={paths.user}>
            {texts.cancel}
          </a>
        )}
      </div>
    </form>
  );
}
