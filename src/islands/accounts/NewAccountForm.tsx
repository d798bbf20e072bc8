import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { NewAccount } from '../../lib/accounts/account-calls.ts';
import { newAccount, users } from '../../lib/accounts/account-texts.ts';
import { authErrors } from '../../lib/accounts/sign-in.ts';
import { openForm } from '../../lib/platform/router.ts';
import { Button, Field, Message } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { focusFirstError, PasswordInput } from './AuthFields.tsx';
import { NewPersonFields } from './NewPersonFields.tsx';

interface Props {
  /** Creates; throws what the server answered. */
  readonly onCreate: (account: NewAccount) => Promise<void>;
  readonly onDone: (email: string) => void;
  readonly onCancel: () => void;
}

/** The form of a new account. A refusal keeps what was typed; Esc and «Отмена» close it. */
export function NewAccountForm({ onCreate, onDone, onCancel }: Props) {
  const [typed, setTyped] = useState<NewAccount>({ email: '', name: '', password: '' });
  const { busy, failure, run } = useCall();
  const errors = useMemo(() => authErrors(failure), [failure]);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
    return openForm();
  }, []);
  useEffect(() => focusFirstError(form.current, errors), [errors]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if ((await run(() => onCreate(typed))) === null) onDone(typed.email.trim());
  }

  return (
    <form
      ref={form}
      className="panel data-list-form"
      noValidate
      aria-label={users.create}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
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
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {newAccount.submit}
        </Button>
        <Button onClick={onCancel}>{newAccount.cancel}</Button>
      </div>
    </form>
  );
}
