import { useDeferredValue, useMemo, useState } from 'react';
import { findScope, NO_RIGHTS } from '../../lib/access/access-rules.ts';
import type { AccessState } from '../../lib/access/access-store.ts';
import { access } from '../../lib/access/access-texts.ts';
import { Button } from '../ui/Button.tsx';
import { RoleLevel } from './RoleLevel.tsx';

/** The rights of all roles, level by level. */
export function AccessTree({ state }: { state: AccessState }) {
  const [filter, setFilter] = useState('');
  const text = useDeferredValue(filter);
  const { grid, roles } = state;
  const scope = useMemo(() => findScope(grid, text), [grid, text]);
  const others = useMemo(() => roles.map((role) => roles.filter((other) => other !== role)), [roles]);
  const found = [...(scope?.values() ?? [])].reduce((sum, tasks) => sum + tasks.length, 0);

  return (
    <>
      <search>
        <input
          type="search"
          className="data-list-search"
          aria-label={access.filter}
          placeholder={access.filter}
          autoComplete="off"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      </search>
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
    </>
  );
}
