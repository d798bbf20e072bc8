import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { accountCalls } from '../../lib/api/mauth-admin.ts';
import { leaveToAuth } from '../../lib/leave.ts';
import { createAccounts } from '../../lib/stores/accounts.ts';
import { accountActions, newAccount, users } from '../../lib/texts/accounts.ts';
import { failureText, tryAgain } from '../../lib/texts/failures.ts';
import { Button } from '../ui/Button.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { Message } from '../ui/Message.tsx';
import { AccountRow } from './AccountRow.tsx';
import { NewAccountForm } from './NewAccountForm.tsx';
import { Outbox } from './Outbox.tsx';

const store = createAccounts(accountCalls);

/** The accounts of all who work with the product, for administrators. */
export default function Users() {
  const state = useStore(store.$accounts);
  const [creating, setCreating] = useState(false);
  const [said, setSaid] = useState('');
  const createButton = useRef<HTMLButtonElement>(null);

  useEffect(() => void store.search(''), []);
  useEffect(() => {
    if (state.phase === 'failed' && state.failure) leaveToAuth(state.failure);
  }, [state.phase, state.failure]);

  function close(text: string) {
    setSaid(text);
    setCreating(false);
    requestAnimationFrame(() => createButton.current?.focus());
  }

  if (state.phase !== 'ready') return <p role="status">{users.loading}</p>;
  return (
    <div className="data-list">
      <div className="data-list-head">
        <search>
          <input
            type="search"
            className="data-list-search"
            aria-label={users.search}
            placeholder={users.search}
            autoComplete="off"
            defaultValue={state.search}
            onChange={({ target }) => void store.search(target.value)}
          />
        </search>
        <Button ref={createButton} kind={creating ? 'plain' : 'main'} onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          {users.create}
        </Button>
      </div>
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
      {state.failure && !state.hasMore && (
        <Message
          kind="error"
          actions={<Button onClick={() => void store.search(state.search)}>{tryAgain}</Button>}
        >
          {failureText(state.failure)}
        </Message>
      )}
      {state.rows.length === 0 ? (
        <p className="data-list-empty">
          {state.search.trim() === '' ? users.empty : users.noneFound(state.search.trim())}
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
      {state.hasMore && (
        <LoadMore
          label={users.more}
          loadingLabel={users.moreLoading}
          loading={state.loadingMore}
          failure={state.failure}
          failed={users.moreFailed}
          onMore={() => void store.more()}
        />
      )}
      <Outbox />
    </div>
  );
}
