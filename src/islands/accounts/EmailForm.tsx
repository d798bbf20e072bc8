import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { emailKey } from '../../../contract/fields/email.ts';
import { changeEmail as texts } from '../../lib/accounts/cabinet-texts.ts';
import { changeEmail as send } from '../../lib/accounts/own-account-calls.ts';
import { askIfEnded, openForm } from '../../lib/editing/open-forms.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { paths } from '../../lib/paths/paths.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Message } from '../ui/Message.tsx';

interface Refusal {
  /** Beside the field. */
  readonly field?: string;
  readonly general?: string;
}

function refusalOf(failure: Failure, isOwn: boolean): Refusal {
  if (failure.code === 'invalid email') return { field: texts.invalid };
  if (failure.code === 'email is not unique') return { field: isOwn ? texts.own : texts.taken };
  return { general: failureText(failure) };
}

interface FormProps {
  /** The present e-mail. */
  readonly former: string;
  readonly onDone: (email: string) => void;
}

/** Asks for the new e-mail; a refusal stands beside it. */
export function EmailForm({ former, onDone }: FormProps) {
  const [email, setEmail] = useState('');
  const [refusal, setRefusal] = useState<Refusal>({});
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(openForm, []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefusal({});
    try {
      await send(email);
      onDone(email.trim());
    } catch (problem) {
      setBusy(false);
      const failure = failureOf(problem);
      const shown = refusalOf(failure, emailKey(email.trim()) === emailKey(former));
      setRefusal(shown);
      if (shown.field) field.current?.focus();
      askIfEnded(failure);
    }
  }

  return (
    <form className="panel password-form" noValidate onSubmit={submit} aria-label={texts.heading}>
      <p className="present-email">
        {texts.now} <strong>{former}</strong>
      </p>
      <Field label={texts.email} hint={texts.hint} error={refusal.field}>
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
