import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { accountCalls } from '../../lib/accounts/account-calls.ts';
import { createAccounts } from '../../lib/accounts/accounts-store.ts';
import { accountActions, newAccount, users } from '../../lib/accounts/accounts-texts.ts';
import { $router } from '../../lib/browser/router.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { Failed } from '../ui/Failed.tsx';
import { ListHead } from '../ui/ListHead.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
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

  const asked = useStore($router)?.search.search ?? '';
  useEffect(() => void store.search(asked), [asked]);
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
      {state.failure && <Failed failure={state.failure} onAgain={() => void store.search(state.query)} />}
      {state.rows.length === 0 ? (
        <p className="data-list-empty">
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
      {state.hasMore && (
        <LoadMore
          label={users.more}
          loadingLabel={users.moreLoading}
          loading={state.loadingMore}
          failure={state.moreFailure}
          failed={users.moreFailed}
          onMore={() => void store.more()}
        />
      )}
      <Outbox />
    </div>
  );
}
