import { useStore } from '@nanostores/react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { findScope, NO_RIGHTS } from '../../lib/access/access-rules.ts';
import type { AccessState } from '../../lib/access/access-store.ts';
import { access } from '../../lib/access/access-texts.ts';
import { openInShell } from '../../lib/browser/router.ts';
import { askIfEnded, openForm } from '../../lib/editing/open-forms.ts';
import { paths } from '../../lib/paths/paths.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { Button } from '../ui/Button.tsx';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';
import { AccessTools } from './AccessTools.tsx';
import { accessStore } from './access-store.ts';
import { RoleLevel } from './RoleLevel.tsx';
import { SaveDock } from './SaveDock.tsx';

/** The rights of all roles: role, direction, task, actions. */
export default function Access() {
  const state = useStore(accessStore.$access);
  const { phase, failure, outcome } = state;
  const isUnsaved = state.changed.size > 0;

  useEffect(() => void accessStore.load(), []);
  useEffect(() => {
    if (phase === 'failed' && failure) leaveToAuth(failure);
  }, [phase, failure]);
  useEffect(() => (isUnsaved ? openForm() : undefined), [isUnsaved]);
  useEffect(() => {
    if (outcome?.kind === 'failed') askIfEnded(outcome.failure);
  }, [outcome]);

  if (phase !== 'ready') return <AccessSkeleton />;
  const { directings, tasks } = state.grid;
  if (state.roles.length === 0 || directings.length === 0 || tasks.length === 0)
    return <EmptyAccess state={state} />;
  return <AccessTree state={state} />;
}

function AccessTree({ state }: { state: AccessState }) {
  const [filter, setFilter] = useState('');
  const text = useDeferredValue(filter);
  const { grid, roles } = state;
  const scope = useMemo(() => findScope(grid, text), [grid, text]);
  const others = useMemo(() => roles.map((role) => roles.filter((other) => other !== role)), [roles]);
  const found = [...(scope?.values() ?? [])].reduce((sum, tasks) => sum + tasks.length, 0);

  return (
    <div className="access">
      <p className="muted settings-lead">{access.lead}</p>
      <AccessTools state={state} filter={filter} onFilter={setFilter} />
      <p role="status" className={scope ? 'small muted' : 'visually-hidden'}>
        {scope && access.found(scope.size, found)}
      </p>
      {scope?.size === 0 ? (
        <div className="data-list-empty">
          <p>{access.noneFound(text.trim())}</p>
          <Button onClick={() => setFilter('')}>{access.clearFilter}</Button>
        </div>
      ) : (
        <ul className="levels roles" aria-label={access.rolesList}>
          {roles.map((role, index) => (
            <RoleLevel
              key={role.id}
              role={role}
              others={others[index] ?? []}
              grid={grid}
              rights={state.current.get(role.id) ?? NO_RIGHTS}
              base={state.base.get(role.id) ?? NO_RIGHTS}
              scope={scope}
              changed={state.changed.has(role.id)}
              clashing={state.clashing.has(role.id)}
              saving={state.saving.has(role.id) ? 'busy' : state.changed.has(role.id) ? 'ready' : 'nothing'}
            />
          ))}
        </ul>
      )}
      <SaveDock state={state} />
      <UnsavedGuard dirty={state.changed.size > 0} details={access.leaveDetails} open={openInShell} />
    </div>
  );
}

/** What has to be there before anything can be ticked. */
function EmptyAccess({ state: { roles, grid } }: { state: AccessState }) {
  const missing = [
    roles.length === 0 && ([paths.roles, access.emptyLists.roles] as const),
    grid.directings.length === 0 && ([paths.directings, access.emptyLists.directings] as const),
    grid.tasks.length === 0 && ([paths.processes, access.emptyLists.tasks] as const),
  ].filter((way) => way !== false);
  return (
    <div className="panel">
      <p>{access.empty}</p>
      <div className="buttons">
        {missing.map(([path, text], index) => (
          <a key={path} className={index === 0 ? 'button main' : 'button'} href={path}>
            {text}
          </a>
        ))}
      </div>
    </div>
  );
}

const BONES = ['a', 'b', 'c', 'd', 'e'];

function AccessSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {access.loading}
      </p>
      <div aria-hidden="true">
        {BONES.map((bone) => (
          <span key={bone} className="skeleton data-list-bone" />
        ))}
      </div>
    </div>
  );
}
