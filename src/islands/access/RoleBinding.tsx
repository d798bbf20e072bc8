// The screen on which an administrator gives each user a role and sees what that user may do. What a role may do is set
// in Access.tsx.
import { useStore } from '@nanostores/react';
import { Check, Minus, ShieldCheck } from 'lucide-react';
import { memo, useEffect, useId, useState } from 'react';
import type { EffectiveRights } from '../../../contract/access/access.ts';
import type { Profile } from '../../../contract/people/profiles.ts';
import * as accessCalls from '../../lib/access/access-calls.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import { binding, bindingErrors, effective } from '../../lib/access/access-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { askIfEnded } from '../../lib/platform/router.ts';
import { RowSelect } from '../ui/ChoiceSelect.tsx';
import { Button, Dots, Failed, Message } from '../ui/controls.tsx';
import { useLeave, useLoaded } from '../ui/hooks.ts';
import { LoadMore } from '../ui/ListFrame.tsx';
import { WideDialog } from './WideDialog.tsx';

export default function RoleBinding() {
  const [store] = useState(() => accessCalls.createBinding(accessCalls.bindingCalls));
  const state = useStore(store.$list);
  const rows = useStore(store.$rows);
  const { value: roles, ...loading } = useLoaded(accessCalls.bindingCalls.roles);
  const [asked, setAsked] = useState<Profile | null>(null);

  useEffect(() => void store.search(''), [store]);
  useLeave(loading.failure ?? (state.first === null ? state.failure : null));

  if (state.first === null || roles === null) return <p role="status">{binding.loading}</p>;
  return (
    <div className="data-list">
      <p className="muted settings-lead below-20">{binding.lead}</p>
      <div className="data-list-head below-16 row gap-8">
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
            defaultValue={state.query}
            onChange={({ target }) => void store.search(target.value)}
          />
        </search>
      </div>
      {roles.length === 0 && (
        <Message
          kind="info"
          actions={
            <a className="button" href={paths.roles}>
              {binding.toRoles}
            </a>
          }>
          {binding.noRoles}
        </Message>
      )}
      {state.failure && state.next === null && (
        <Failed failure={state.failure} onAgain={() => void store.search(state.query)} />
      )}
      {state.rows.length === 0 ? (
        <p className="data-list-empty muted" role="status">
          {state.query.trim() === '' ? binding.empty : binding.noneFound(state.query.trim())}
        </p>
      ) : (
        <ul className="data-list-rows" aria-label={binding.list}>
          {state.rows.map((user) => (
            <BindingRow
              key={user.uid}
              user={user}
              roles={roles}
              state={rows.get(user.uid)}
              onBind={store.bind}
              onRights={setAsked}
            />
          ))}
        </ul>
      )}
      {state.next !== null && <LoadMore texts={binding} state={state} onMore={() => void store.more()} />}
      {asked && <UserRights user={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

interface RoleBindingProps {
  readonly user: Profile;
  readonly roles: readonly Named[];
  readonly state: accessCalls.RowState | undefined;
  readonly onBind: (user: Profile, roleId: number | null) => Promise<Failure | null>;
  readonly onRights: (user: Profile) => void;
}

const BindingRow = memo(function BindingRow({ user, roles, state, onBind, onRights }: RoleBindingProps) {
  const id = useId();
  const chosen = state?.kind === 'saving' ? state.roleId : accessCalls.roleOf(user);
  return (
    <li className="binding-row gap-4-20 stack middle">
      <div className="stack breaks shrinks">
        {user.name ? <strong>{user.name}</strong> : <span className="muted">{binding.noName}</span>}
        <span className="muted">{user.email}</span>
      </div>
      <div className="binding-role">
        <RowSelect
          aria-label={binding.roleOf(user.email)}
          aria-describedby={`${id}-state`}
          aria-invalid={state?.kind === 'failed' || undefined}
          none={binding.none}
          choices={roles}
          value={chosen ?? ''}
          onChange={({ target }) =>
            void onBind(user, target.value === '' ? null : Number(target.value)).then(askIfEnded)
          }
        />
        <span id={`${id}-state`} role="status" className="small">
          {state?.kind === 'saving' && (
            <>
              {binding.saving.replace('…', '')}
              <Dots />
            </>
          )}
          {state?.kind === 'saved' && (
            <span className="ok-text">{state.claimed ? binding.claimed : binding.saved}</span>
          )}
          {state?.kind === 'failed' && (
            <span className="field-error">
              {binding.failed} {failureText(state.failure, bindingErrors)}
            </span>
          )}
        </span>
      </div>
      <Button kind="quiet" aria-label={binding.rightsOf(user.email)} onClick={() => onRights(user)}>
        <ShieldCheck aria-hidden="true" />
        {binding.rights}
      </Button>
    </li>
  );
});

/** The dialog with what a user may do with documents as the server decides it, and by which role. */
function UserRights({ user, onClose }: { readonly user: Profile; readonly onClose: () => void }) {
  const { value: rights, failure, again } = useLoaded(accessCalls.askEffectiveRights, user.uid);

  return (
    <WideDialog heading={effective.heading(user.name || user.email)} onClose={onClose}>
      {failure && <Failed failure={failure} errors={bindingErrors} onAgain={() => void again()} />}
      {!rights && !failure && <p role="status">{effective.loading}</p>}
      {rights && <Reason rights={rights} />}
      {rights && <Standing rights={rights} />}
      {rights && rights.pairs.length > 0 && <Pairs rights={rights} />}
    </WideDialog>
  );
}

function Standing({ rights }: { rights: EffectiveRights }) {
  const titles = rights.actions.filter(({ allowed }) => allowed).map(({ title }) => title);
  return titles.length === 0 ? null : (
    <p>
      {effective.standing} {titles.join(', ')}
    </p>
  );
}

function Reason({ rights: { role, pairs } }: { rights: EffectiveRights }) {
  if (role === null) return <p>{effective.noRole}</p>;
  if (pairs.length > 0) return <p>{effective.byRole(role.title)}</p>;
  return (
    <>
      <p>{effective.noPairs(role.title)}</p>
      <a className="button" href={paths.access}>
        {effective.toAccess}
      </a>
    </>
  );
}

function Pairs({ rights }: { rights: EffectiveRights }) {
  const actions = rights.pairs[0]?.actions ?? [];
  return (
    <>
      <table className="rights-table cards labelled dense effective">
        <thead>
          <tr>
            <th scope="col">{effective.pair}</th>
            {actions.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rights.pairs.map((pair) => (
            <tr key={`${pair.directing.id} ${pair.task.id}`}>
              <th scope="row">
                <span className="muted">{pair.directing.title} /</span> {pair.task.title}
              </th>
              {pair.actions.map(({ id, title, allowed }) => (
                <td key={id} data-label={title} className={allowed ? 'allowed' : 'denied'}>
                  {allowed ? (
                    <Check className="rights-mark" aria-hidden="true" size={18} />
                  ) : (
                    <Minus className="rights-mark" aria-hidden="true" size={18} />
                  )}
                  <span>{allowed ? effective.allowed : effective.denied}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted small">{effective.unseen}</p>
    </>
  );
}
