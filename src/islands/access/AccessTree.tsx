// The rights of all roles as an accordion, for administrators: role, direction (line of business), document type,
// actions. A table is in GridView.tsx.
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import * as accessRules from '../../lib/access/access-rules.ts';
import type { AccessState } from '../../lib/access/access-store.ts';
import { access } from '../../lib/access/access-texts.ts';
import { accessStore } from '../../lib/access/rights-calls.ts';
import { Button } from '../ui/controls.tsx';
import { DirectingLevel } from './DirectingLevel.tsx';
import { CopyRights, Level, LevelButtons, type Saving, StandingBoxes, TickBox } from './Level.tsx';

export function AccessTree({ state }: { state: AccessState }) {
  const [filter, setFilter] = useState('');
  const text = useDeferredValue(filter);
  const { grid, roles } = state;
  const scope = useMemo(() => accessRules.findScope(grid, text), [grid, text]);
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
        <div className="data-list-empty muted">
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
              rights={state.current.get(role.id) ?? accessRules.NO_RIGHTS}
              base={state.base.get(role.id) ?? accessRules.NO_RIGHTS}
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

/** A search opens the directions it finds while it shows at most this many tasks. */
const FOUND_OPEN_MAX = 60;

interface AccessTreeProps {
  readonly role: accessRules.Named;
  readonly others: readonly accessRules.Named[];
  readonly grid: accessRules.Grid;
  readonly rights: accessRules.Rights;
  readonly base: accessRules.Rights;
  /** The result of a search; null: everything is shown. */
  readonly scope: accessRules.Scope | null;
  readonly changed: boolean;
  readonly clashing: boolean;
  readonly saving: Saving;
}

const RoleLevel = memo(function RoleLevel(props: AccessTreeProps) {
  const { role, others, grid, rights, base, scope, changed, clashing, saving } = props;
  const [open, setOpen] = useState(false);
  const state = accessRules.roleTick(rights, grid);
  const counted = accessRules.countTicked(rights);
  const part = scope ?? accessRules.wholeScope(grid);
  const shown = grid.directings.filter(({ id }) => part.has(id));
  const found = [...part.values()].reduce((sum, tasks) => sum + tasks.length, 0);

  return (
    <Level
      kind="role"
      title={role.title}
      changed={false}
      summary={
        <>
          {clashing && <span className="tag bad">{access.clashing}</span>}
          {changed && <span className="tag warn">{access.changed}</span>}
          <span>
            {state === 'off'
              ? access.nothing
              : state === 'on'
                ? access.everything
                : access.ofRole(counted.tasks, counted.actions)}
          </span>
        </>
      }
      box={
        <TickBox
          label={access.boxOfRole(role.title)}
          tick={state}
          halfIsOn={false}
          onTick={(on) =>
            accessStore.change(role.id, (now) => (on ? accessRules.fillRole(now, grid) : accessRules.NO_RIGHTS))
          }
        />
      }
      open={open}
      onToggle={setOpen}>
      {() => (
        <>
          <LevelButtons
            where={role.title}
            role={role.id}
            roleTitle={role.title}
            saving={saving}
            found={scope !== null}
            onFill={() =>
              accessStore.change(role.id, (now) =>
                scope ? accessRules.fill(now, scope, grid.actions) : accessRules.fillRole(now, grid),
              )
            }
            onClear={() =>
              accessStore.change(role.id, (now) => (scope ? accessRules.clear(now, scope) : accessRules.NO_RIGHTS))
            }>
            <Button
              kind="quiet"
              aria-label={access.of(access.revert, role.title)}
              aria-disabled={!changed || undefined}
              onClick={() => accessStore.revert(role.id)}>
              {access.revert}
            </Button>
          </LevelButtons>
          {others.length > 0 && <CopyRights role={role} others={others} />}
          <ul className="levels">
            {scope === null && <StandingLevel role={role} rights={rights} base={base} />}
            {shown.map((directing) => (
              <DirectingLevel
                key={directing.id}
                role={role}
                directing={directing}
                grid={grid}
                tasks={rights.get(directing.id)}
                base={base.get(directing.id)}
                shown={part.get(directing.id) ?? grid.tasks}
                found={scope !== null}
                foundOpen={found <= FOUND_OPEN_MAX}
                saving={saving}
              />
            ))}
          </ul>
        </>
      )}
    </Level>
  );
});

interface StandingLevelProps {
  readonly role: accessRules.Named;
  readonly rights: accessRules.Rights;
  readonly base: accessRules.Rights;
}

function StandingLevel({ role, rights, base }: StandingLevelProps) {
  const [open, setOpen] = useState(false);
  const held = accessRules.standingOf(rights);
  const tickAll = (isOn: boolean) =>
    accessStore.change(role.id, (now) =>
      STANDING_ROWS.reduce((next: accessRules.Rights, { id }) => accessRules.tickStanding(next, id, isOn), now),
    );
  return (
    <Level
      kind="directing"
      title={access.noDirection}
      changed={!accessRules.sameActions(held, accessRules.standingOf(base))}
      summary={access.ofStanding(STANDING_ROWS.filter(({ id }) => held.has(id)).map(({ title }) => title))}
      box={
        <TickBox
          label={`${role.title} / ${access.noDirection}`}
          tick={held.size === 0 ? 'off' : held.size < STANDING_ROWS.length ? 'half' : 'on'}
          onTick={tickAll}
        />
      }
      open={open}
      onToggle={setOpen}>
      {() => <StandingBoxes role={role} rights={rights} />}
    </Level>
  );
}
