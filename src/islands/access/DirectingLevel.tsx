// One direction (line of business) of a role in the accordion of rights (AccessTree.tsx), with its document types and
// their actions.
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { memo, useState } from 'react';
import * as accessRules from '../../lib/access/access-rules.ts';
import { access } from '../../lib/access/access-texts.ts';
import { accessStore } from '../../lib/access/rights-calls.ts';
import { Button } from '../ui/controls.tsx';
import { Level, LevelButtons, type Saving, TickBox } from './Level.tsx';

interface DirectingLevelProps {
  readonly role: accessRules.Named;
  readonly directing: accessRules.Named;
  readonly grid: accessRules.Grid;
  readonly tasks: accessRules.Tasks | undefined;
  readonly base: accessRules.Tasks | undefined;
  /** The shown tasks: all, or those that a search found. */
  readonly shown: readonly accessRules.Named[];
  readonly found: boolean;
  /** Whether a search opens this direction. */
  readonly foundOpen: boolean;
  readonly saving: Saving;
}

export const DirectingLevel = memo(function DirectingLevel(props: DirectingLevelProps) {
  const { role, directing, grid, tasks, base, shown, found, foundOpen, saving } = props;
  const [own, setOwn] = useState(false);
  const [ownFound, setOwnFound] = useState<boolean | null>(null);
  /** Counts the toggles of all tasks; each toggle mounts them again. */
  const [turns, setTurns] = useState(0);
  const allOpen = turns % 2 === 1;
  const where = `${role.title} / ${directing.title}`;
  const scope = new Map([[directing.id, shown]]);

  return (
    <Level
      kind="directing"
      title={directing.title}
      changed={!accessRules.sameTasks(tasks, base)}
      summary={tasks && access.ofDirecting(tasks.size, grid.tasks.length)}
      box={
        <TickBox
          label={where}
          tick={accessRules.directingTick(tasks, grid)}
          onTick={(on) =>
            accessStore.change(role.id, (rights) =>
              (on ? accessRules.tick : accessRules.untick)(rights, { directing: directing.id }),
            )
          }
        />
      }
      open={found ? (ownFound ?? foundOpen) : own}
      onToggle={found ? setOwnFound : setOwn}>
      {() => (
        <>
          <LevelButtons
            where={where}
            role={role.id}
            roleTitle={role.title}
            saving={saving}
            found={found}
            onFill={() => accessStore.change(role.id, (rights) => accessRules.fill(rights, scope, grid.actions))}
            onClear={() => accessStore.change(role.id, (rights) => accessRules.clear(rights, scope))}>
            <Button
              kind="quiet"
              aria-label={access.of(allOpen ? access.closeTasks : access.openTasks, where)}
              onClick={() => setTurns(turns + 1)}>
              {allOpen ? <ChevronsDownUp aria-hidden="true" /> : <ChevronsUpDown aria-hidden="true" />}
              {allOpen ? access.closeTasks : access.openTasks}
            </Button>
          </LevelButtons>
          <ul className="levels">
            {shown.map((task) => (
              <TaskLevel
                key={`${task.id} ${turns}`}
                role={role}
                directing={directing}
                task={task}
                grid={grid}
                actions={tasks?.get(task.id)}
                base={base?.get(task.id)}
                saving={saving}
                allOpen={allOpen}
              />
            ))}
          </ul>
        </>
      )}
    </Level>
  );
});

interface TaskLevelProps {
  readonly role: accessRules.Named;
  readonly directing: accessRules.Named;
  readonly task: accessRules.Named;
  readonly grid: accessRules.Grid;
  readonly actions: accessRules.Actions | undefined;
  readonly base: accessRules.Actions | undefined;
  readonly saving: Saving;
  /** Opens or closes all tasks of the direction; each may then be toggled by itself. */
  readonly allOpen: boolean;
}

const TaskLevel = memo(function TaskLevel(props: TaskLevelProps) {
  const { role, directing, task, grid, actions, base, saving, allOpen } = props;
  const [own, setOwn] = useState<boolean | null>(null);
  const where = `${role.title} / ${directing.title} / ${task.title}`;
  const box = { directing: directing.id, task: task.id };
  const allowed = grid.actions.filter(({ id }) => actions?.has(id));

  return (
    <Level
      kind="task"
      title={task.title}
      changed={!accessRules.sameActions(actions, base)}
      summary={
        actions && (allowed.length === 0 ? access.seesOnly : allowed.map(({ title }) => title.toLowerCase()).join(', '))
      }
      box={
        <TickBox
          label={where}
          tick={accessRules.taskTick(actions, grid.actions.length)}
          onTick={(on) =>
            accessStore.change(role.id, (rights) => (on ? accessRules.tick : accessRules.untick)(rights, box))
          }
        />
      }
      open={own ?? allOpen}
      onToggle={setOwn}>
      {() => (
        <>
          <ul className="level-actions gap-4-20 row">
            {grid.actions.map(({ id, title }) => (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    checked={actions?.has(id) ?? false}
                    onChange={({ target: { checked } }) =>
                      accessStore.change(role.id, (rights) =>
                        (checked ? accessRules.tick : accessRules.untick)(rights, { ...box, action: id }),
                      )
                    }
                  />
                  {title}
                </label>
              </li>
            ))}
          </ul>
          <LevelButtons
            where={where}
            role={role.id}
            roleTitle={role.title}
            saving={saving}
            found={false}
            onFill={() =>
              accessStore.change(role.id, (rights) =>
                grid.actions.reduce(
                  (filled, { id }) => accessRules.tick(filled, { ...box, action: id }),
                  accessRules.tick(rights, box),
                ),
              )
            }
            onClear={() =>
              accessStore.change(role.id, (rights) =>
                grid.actions.reduce((left, { id }) => accessRules.untick(left, { ...box, action: id }), rights),
              )
            }
          />
        </>
      )}
    </Level>
  );
});
