import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Profile } from '../../../contract/informator.ts';
import { bindingCalls } from '../../lib/access/access-calls.ts';
import { binding } from '../../lib/access/access-texts.ts';
import { createBinding } from '../../lib/access/role-binding-store.ts';
import { paths } from '../../lib/paths/paths.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { Failed } from '../ui/Failed.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { Message } from '../ui/Message.tsx';
import { BindingRow } from './BindingRow.tsx';
import { UserRights } from './UserRights.tsx';

const store = createBinding(bindingCalls);

/** Who holds which role. */
export default function RoleBinding() {
  const state = useStore(store.$binding);
  const [asked, setAsked] = useState<Profile | null>(null);

  useEffect(() => void store.load(), []);
  useEffect(() => {
    if (state.phase === 'failed' && state.failure) leaveToAuth(state.failure);
  }, [state.phase, state.failure]);

  if (state.phase !== 'ready') return <p role="status">{binding.loading}</p>;
  return (
    <div className="data-list">
      <p className="muted settings-lead">{binding.lead}</p>
      <div className="data-list-head">
        <search>
          <input
            type="search"
            name="email"
            className="data-list-search"
            aria-label={binding.search}
            placeholder={binding.search}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            defaultValue={state.search}
            onChange={({ target }) => void store.search(target.value)}
          />
        </search>
      </div>
      {state.roles.length === 0 && (
        <Message
          kind="info"
          actions={
            <a className="button" href={paths.roles}>
              {binding.toRoles}
            </a>
          }
        >
          {binding.noRoles}
        </Message>
      )}
      {state.failure && !state.hasMore && (
        <Failed failure={state.failure} onAgain={() => void store.search(state.search)} />
      )}
      {state.users.length === 0 ? (
        <p className="data-list-empty" role="status">
          {state.search.trim() === '' ? binding.empty : binding.noneFound(state.search.trim())}
        </p>
      ) : (
        <ul className="data-list-rows" aria-label={binding.list}>
          {state.users.map((user) => (
            <BindingRow
              key={user.uid}
              user={user}
              roles={state.roles}
              state={state.rows.get(user.uid)}
              onBind={store.bind}
              onRights={setAsked}
            />
          ))}
        </ul>
      )}
      {state.hasMore && (
        <LoadMore
          label={binding.more}
          loadingLabel={binding.moreLoading}
          loading={state.loadingMore}
          failure={state.failure}
          failed={binding.moreFailed}
          onMore={() => void store.more()}
        />
      )}
      {asked && <UserRights user={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}
