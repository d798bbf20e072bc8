// The form by which an administrator makes an account with a password, on the screen of people. Invitations, which need no
// password, are in People.tsx.
import { useEffect, useMemo, useRef, useState } from 'react';
import { accountCalls, type NewAccount as Typed } from '../../lib/accounts/account-calls.ts';
import { newAccount } from '../../lib/accounts/account-texts.ts';
import { type Said, saidOfMail } from '../../lib/accounts/mail-trouble.ts';
import { authErrors } from '../../lib/accounts/sign-in.ts';
import { focusFirstError, PasswordInput } from '../accounts/AuthFields.tsx';
import { NewPersonFields } from '../accounts/NewPersonFields.tsx';
import { Field, Message } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { InlineForm } from '../ui/InlineForm.tsx';

interface Props {
  /** Called with what became of the account and its mail. */
  readonly onDone: (said: Said) => void;
  readonly onCancel: () => void;
}

/** The form of a new account with a password, which the administrator passes on. A refusal keeps what was typed; Esc and «Отмена» close it. */
export default function NewAccount({ onDone, onCancel }: Props) {
  const [typed, setTyped] = useState<Typed>({ email: '', name: '', password: '' });
  const { busy, failure, run } = useCall();
  const errors = useMemo(() => authErrors(failure), [failure]);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => focusFirstError(form.current, errors), [errors]);

  const submit = () =>
    run(async () => {
      const answer = await accountCalls.create(typed);
      onDone(saidOfMail('created', answer.email, answer));
    });

  return (
    <InlineForm
      ref={form}
      label={newAccount.heading}
      submit={newAccount.submit}
      cancel={newAccount.cancel}
      busy={busy}
      onSubmit={() => void submit()}
      onCancel={onCancel}>
      <NewPersonFields
        texts={newAccount}
        typed={typed}
        errors={errors}
        onType={(change) => setTyped({ ...typed, ...change })}
      />
      <Field label={newAccount.password} hint={newAccount.passwordHint} error={errors.password}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            value={typed.password}
            onChange={({ target }) => setTyped({ ...typed, password: target.value })}
          />
        )}
      </Field>
      {errors.general && <Message kind="error">{errors.general}</Message>}
    </InlineForm>
  );
}
