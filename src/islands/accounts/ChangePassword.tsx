// The page on which users change their own password, by choice, or because a mailed one must be replaced before
// anything else.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { changePassword as texts } from '../../lib/accounts/cabinet-texts.ts';
import { changePassword as send } from '../../lib/accounts/own-account-calls.ts';
import { loadProfile } from '../../lib/accounts/own-profile.ts';
import { passwordReason } from '../../lib/accounts/sign-in.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { openForm } from '../../lib/platform/router.ts';
import { session } from '../../lib/platform/session.ts';
import { $hint } from '../../lib/platform/session-store.ts';
import { portal } from '../../lib/portal/places.ts';
import { Message } from '../ui/controls.tsx';
import { DoneInCabinet, useAccount } from './CabinetPart.tsx';
import { type NewPasswordErrors, NewPasswordForm } from './NewPasswordForm.tsx';

function errorsOf(failure: Failure): NewPasswordErrors {
  if (failure.code === 'invalid password') return { password: passwordReason(failure.facts) ?? texts.invalid };
  if (failure.code === 'password missmatch') return { again: texts.mismatch };
  return { general: failureText(failure) };
}

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

  if (isDone) return <DoneInCabinet text={texts.done} toCabinet={texts.toCabinet} />;
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
  useEffect(openForm, []);

  async function sendTwice(password: string): Promise<void> {
    await send(password, password);
    onDone();
  }

  return (
    <NewPasswordForm
      texts={texts}
      email={email}
      className="panel password-form"
      beside={
        !isForced && (
          <a className="button" href={paths.user}>
            {texts.cancel}
          </a>
        )
      }
      onSend={sendTwice}
      errorsOf={errorsOf}
    />
  );
}
