// The page on which users change their own e-mail: by a link mailed to the new one, or at once where e-mails are not
// confirmed.
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { emailKey } from '../../../contract/fields/email.ts';
import { changeEmail as texts } from '../../lib/accounts/cabinet-texts.ts';
import { $mailTrouble, type Said } from '../../lib/accounts/mail-trouble.ts';
import { changeEmail as send } from '../../lib/accounts/own-account-calls.ts';
import { loadProfile } from '../../lib/accounts/own-profile.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { openForm } from '../../lib/platform/router.ts';
import { session } from '../../lib/platform/session.ts';
import { portal } from '../../lib/portal/places.ts';
import { Button, Field, Message } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { DoneInCabinet, useAccount } from './CabinetPart.tsx';

export default function ChangeEmail() {
  const account = useAccount();
  const [done, setDone] = useState<Said | null>(null);

  async function finish(said: Said) {
    setDone(said);
    // Header and cabinet show what is true now.
    await session.restore();
    await loadProfile().catch(() => {});
  }

  if (done !== null) return <DoneInCabinet {...done} toCabinet={texts.toCabinet} />;
  if (!account) return <p role="status">{portal.loading}</p>;
  return <EmailForm former={account.email} onDone={(said) => void finish(said)} />;
}

/** What stands beside the field, or above the buttons. */
function refusalOf(failure: Failure, isOwn: boolean): { readonly field?: string; readonly general?: string } {
  if (failure.code === 'invalid email') return { field: texts.invalid };
  if (failure.code === 'email is not unique') return { field: isOwn ? texts.own : texts.taken };
  return { general: failureText(failure) };
}

function EmailForm({ former, onDone }: { readonly former: string; readonly onDone: (said: Said) => void }) {
  const trouble = useStore($mailTrouble);
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState('');
  const { busy, failure, run } = useCall();
  const refusal = failure ? refusalOf(failure, emailKey(sent.trim()) === emailKey(former)) : {};
  const field = useRef<HTMLInputElement>(null);

  useEffect(openForm, []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setSent(email);
    const failed = await run(async () => {
      const answer = await send(email);
      onDone({ kind: answer.mailTrouble ? 'warning' : 'success', text: texts.done(answer, former) });
    });
    if (failed && refusalOf(failed, false).field) field.current?.focus();
  }

  return (
    <form className="panel password-form" noValidate onSubmit={submit} aria-label={texts.heading}>
      <p className="present-email">
        {texts.now} <strong>{former}</strong>
      </p>
      <Field label={texts.email} hint={texts.hint(trouble)} error={refusal.field}>
        {(control) => (
          <input
            {...control}
            ref={field}
            type="email"
            name="email"
            autoComplete="email"
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      {refusal.general && <Message kind="error">{refusal.general}</Message>}
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {texts.submit}
        </Button>
        <a className="button" href={paths.user}>
          {texts.cancel}
        </a>
      </div>
    </form>
  );
}
