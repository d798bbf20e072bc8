// The screen on which administrators manage accounts: create, disable, reset a password, make administrators; beside them
// the mails that wait. Roles, invitations and substitutes are in people/People.tsx.
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { AdminAccountAnswer } from '../../../contract/accounts/accounts.ts';
import { formatDay } from '../../../rules/format/texts.ts';
import { accountCalls, type NewAccount } from '../../lib/accounts/account-calls.ts';
import { createAccounts } from '../../lib/accounts/account-list.ts';
import {
  type AccountAction,
  accountActions,
  accountErrors,
  newAccount,
  users,
} from '../../lib/accounts/account-texts.ts';
import { authErrors } from '../../lib/accounts/sign-in.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { $router, openForm } from '../../lib/platform/router.ts';
import { $account } from '../../lib/platform/session-store.ts';
import { site } from '../../lib/platform/site.ts';
import { Button, ConfirmButton, Failed, Field, Message } from '../ui/controls.tsx';
import { useCall, useLeave } from '../ui/hooks.ts';
import { ListHead, LoadMore } from '../ui/ListFrame.tsx';
import { focusFirstError, PasswordInput } from './AuthFields.tsx';
import { Outbox } from './MailOutbox.tsx';
import { NewPersonFields } from './NewPersonFields.tsx';

const store = createAccounts(accountCalls);

export default function Users() {
  const state = useStore(store.$accounts);
  const [creating, setCreating] = useState(false);
  const [said, setSaid] = useState('');
  const createButton = useRef<HTMLButtonElement>(null);

  const asked = useStore($router)?.search.search ?? '';
  useEffect(() => void store.search(asked), [asked]);
  useLeave(state.first === null ? state.failure : null);

  function close(text: string) {
    setSaid(text);
    setCreating(false);
    requestAnimationFrame(() => createButton.current?.focus());
  }

  if (state.first === null) return <p role="status">{users.loading}</p>;
  return (
    <div className="data-list">
      <ListHead
        searchLabel={users.search}
        search={state.query}
        onSearch={(text) => void store.search(text)}
        createLabel={users.create}
        creating={creating}
        createButton={createButton}
        onCreate={() => setCreating(true)}
      />
      {creating && (
        <NewAccountForm
          onCreate={store.create}
          onDone={(email) => close(newAccount.done(email))}
          onCancel={() => close('')}
        />
      )}
      <p role="status" className={said ? 'ok-text' : 'visually-hidden'}>
        {said}
      </p>
      {state.failure && state.phase === 'failed' && (
        <Failed failure={state.failure} onAgain={() => void store.search(state.query)} />
      )}
      {state.rows.length === 0 ? (
        <p className="data-list-empty muted">
          {state.query.trim() === '' ? users.empty : users.noneFound(state.query.trim())}
        </p>
      ) : (
        <ul className="data-list-rows" aria-label={users.list}>
          {state.rows.map((row) => (
            <AccountRow
              key={row.email}
              row={row}
              onAction={store.change}
              onDone={(action) => setSaid(accountActions[action].done(row.email))}
            />
          ))}
        </ul>
      )}
      {state.next !== null && <LoadMore texts={users} state={state} onMore={() => void store.more()} />}
      <Outbox />
    </div>
  );
}

interface AccountRowProps {
  readonly row: AdminAccountAnswer;
  readonly onAction: (action: AccountAction, email: string) => Promise<Failure | null>;
  readonly onDone: (action: AccountAction) => void;
}

/** The actions that an account allows now; administrators cannot remove their own rights. */
const actionsFor = (row: AdminAccountAnswer, own: boolean): AccountAction[] => [
  ...(own ? [] : ([row.rank === 'admin' ? 'demote' : 'promote', row.disabled ? 'enable' : 'disable'] as const)),
  ...(row.disabled ? [] : (['reset'] as const)),
  ...(row.secondFactor && !own ? (['resetFactor'] as const) : []),
  ...(row.sessions > 0 ? (['endSessions'] as const) : []),
];

function AccountRow({ row, onAction, onDone }: AccountRowProps) {
  const own = useStore($account)?.email === row.email;
  const summary = useRef<HTMLElement>(null);
  return (
    <li className="account-row">
      <div className="row baseline gap-4-12 breaks">
        <strong>{row.email}</strong> {row.name && <span>{row.name}</span>}
        <span className="account-tags gap-4">
          {own && <span className="tag ok">{users.own}</span>}
          {row.rank === 'admin' && <span className="tag signal">{users.admin}</span>}
          {row.disabled && <span className="tag warn">{users.disabled}</span>}
          {!row.confirmed && <span className="tag warn">{users.unconfirmed}</span>}
          {row.claimed && <span className="tag warn">{users.claimed}</span>}
          {row.secondFactor && <span className="tag ok">{users.secondFactor}</span>}
          {row.mustChangePassword && <span className="tag warn">{users.mailedPassword}</span>}
        </span>
        <span className="muted small">
          {users.since(formatDay(new Date(row.createdAt), site.timeZone))}, {users.sessions(row.sessions)}
        </span>
      </div>
      <details className="account-actions">
        <summary ref={summary} aria-label={users.actionsOf(row.email)}>
          {users.actions}
        </summary>
        <div className="buttons">
          {actionsFor(row, own).map((action) => {
            const texts = accountActions[action];
            return (
              <ConfirmButton
                key={action}
                className="button"
                label={`${texts.button}: ${row.email}`}
                question={texts.question}
                details={texts.details(row.email)}
                yes={texts.yes}
                onConfirm={async () => {
                  const failure = await onAction(action, row.email);
                  if (failure) return { refused: failureText(failure, accountErrors) };
                  onDone(action);
                  // The button may be gone with its dialog: the focus stays with the account.
                  requestAnimationFrame(() => summary.current?.focus());
                  return { done: true };
                }}>
                {texts.button}
              </ConfirmButton>
            );
          })}
        </div>
      </details>
    </li>
  );
}

interface NewAccountFormProps {
  /** Creates; throws what the server answered. */
  readonly onCreate: (account: NewAccount) => Promise<void>;
  readonly onDone: (email: string) => void;
  readonly onCancel: () => void;
}

/** The form of a new account. A refusal keeps what was typed; Esc and «Отмена» close it. */
function NewAccountForm({ onCreate, onDone, onCancel }: NewAccountFormProps) {
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
      }}>
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
