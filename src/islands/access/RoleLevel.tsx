import { memo, useState } from 'react';
import {
  clear,
  countTicked,
  fill,
  fillRole,
  type Grid,
  type Named,
  NO_RIGHTS,
  type Rights,
  roleTick,
  type Scope,
  wholeScope,
} from '../../lib/access/access-rules.ts';
import { access } from '../../lib/access/access-texts.ts';
import { Button } from '../ui/Button.tsx';
import { accessStore } from './access-store.ts';
import { CopyRights } from './CopyRights.tsx';
import { DirectingLevel } from './DirectingLevel.tsx';
import { Level } from './Level.tsx';
import { LevelButtons, type Saving } from './LevelButtons.tsx';
import { StandingLevel } from './StandingLevel.tsx';
import { TickBox } from './TickBox.tsx';

/** A search opens the directions it has found while no more tasks than this are shown by it. */
const FOUND_OPEN_MAX = 60;

interface Props {
  readonly role: Named;
  readonly others: readonly Named[];
  readonly grid: Grid;
  readonly rights: Rights;
  readonly base: Rights;
  /** What a search has found; null: everything is shown. */
  readonly scope: Scope | null;
  readonly changed: boolean;
  readonly clashing: boolean;
  readonly saving: Saving;
}

/** A role with everything it allows. */
export const RoleLevel = memo(function RoleLevel(props: Props) {
  const { role, others, grid, rights, base, scope, changed, clashing, saving } = props;
  const [open, setOpen] = useState(false);
  const state = roleTick(rights, grid);
  const counted = countTicked(rights);
  const part = scope ?? wholeScope(grid);
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
          onTick={(on) => accessStore.change(role.id, (now) => (on ? fillRole(now, grid) : NO_RIGHTS))}
        />
      }
      open={open}
      onToggle={setOpen}
    >
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
                scope ? fill(now, scope, grid.actions) : fillRole(now, grid),
              )
            }
            onClear={() => accessStore.change(role.id, (now) => (scope ? clear(now, scope) : NO_RIGHTS))}
          >
            <Button
              kind="quiet"
              aria-label={access.of(access.revert, role.title)}
              aria-disabled={!changed || undefined}
              onClick={() => accessStore.revert(role.id)}
            >
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
