import { memo, useState } from 'react';
import {
  type Actions,
  type Grid,
  type Named,
  sameActions,
  taskTick,
  tick,
  untick,
} from '../../lib/access/access-rules.ts';
import { access } from '../../lib/access/access-texts.ts';
import { accessStore } from './access-store.ts';
import { Level } from './Level.tsx';
import { LevelButtons, type Saving } from './LevelButtons.tsx';
import { TickBox } from './TickBox.tsx';

interface Props {
  readonly role: Named;
  readonly directing: Named;
  readonly task: Named;
  readonly grid: Grid;
  readonly actions: Actions | undefined;
  readonly base: Actions | undefined;
  readonly saving: Saving;
  /** Opens or closes all tasks of the direction at once; each may then be turned by itself. */
  readonly allOpen: boolean;
}

/** A task of a direction: whether the role sees it, and what it may do there. */
export const TaskLevel = memo(function TaskLevel(props: Props) {
  const { role, directing, task, grid, actions, base, saving, allOpen } = props;
  const [own, setOwn] = useState<boolean | null>(null);
  const where = `${role.title} / ${directing.title} / ${task.title}`;
  const box = { directing: directing.id, task: task.id };
  const allowed = grid.actions.filter(({ id }) => actions?.has(id));

  return (
    <Level
      kind="task"
      title={task.title}
      changed={!sameActions(actions, base)}
      summary={
        actions &&
        (allowed.length === 0 ? access.seesOnly : allowed.map(({ title }) => title.toLowerCase()).join(', '))
      }
      box={
        <TickBox
          label={where}
          tick={taskTick(actions, grid.actions.length)}
          onTick={(on) => accessStore.change(role.id, (rights) => (on ? tick : untick)(rights, box))}
        />
      }
      open={own ?? allOpen}
      onToggle={setOwn}
    >
      {() => (
        <>
          <ul className="level-actions">
            {grid.actions.map(({ id, title }) => (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    checked={actions?.has(id) ?? false}
                    onChange={({ target: { checked } }) =>
                      accessStore.change(role.id, (rights) =>
                        (checked ? tick : untick)(rights, { ...box, action: id }),
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
                  (filled, { id }) => tick(filled, { ...box, action: id }),
                  tick(rights, box),
                ),
              )
            }
            onClear={() =>
              accessStore.change(role.id, (rights) =>
                grid.actions.reduce((left, { id }) => untick(left, { ...box, action: id }), rights),
              )
            }
          />
        </>
      )}
    </Level>
  );
});
