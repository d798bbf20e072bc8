import { memo, useMemo, useState } from 'react';
import type { Actions, Named } from '../../lib/access/access-rules.ts';
import { access, grid as texts } from '../../lib/access/access-texts.ts';
import { countMarks, hasMark } from '../../lib/access/rights-grid.ts';
import { Button } from '../ui/controls.tsx';
import { type DirectingProps, ManyBox, putMark, ROWS_AT_ONCE, type ViewProps } from './GridBoxes.tsx';
import { Level } from './Level.tsx';

/** The same rights where a table has no room: each document type folds open into its boxes. */
export function GridPhone({ title, directings }: ViewProps) {
  return (
    <ul className="levels grid-phone" aria-label={title}>
      {directings.map((directing) => (
        <PhoneDirecting key={directing.directing.id} {...directing} />
      ))}
    </ul>
  );
}

const PhoneDirecting = memo(function PhoneDirecting(props: DirectingProps) {
  const { role, directing, columns, ids, shown, tasks, base, startsOpen, onSet, onAsk } = props;
  const [own, setOwn] = useState<boolean | null>(null);
  const [rows, setRows] = useState(ROWS_AT_ONCE);
  const scope = useMemo(() => new Map([[directing.id, shown]]), [directing, shown]);
  const counts = useMemo(() => countMarks(tasks, shown, ids), [tasks, shown, ids]);
  const many = { scope, onSet, onAsk };
  return (
    <Level
      kind="directing"
      title={directing.title}
      changed={false}
      summary={texts.ofDirecting(counts[0] ?? 0, shown.length)}
      box={
        <ManyBox
          {...many}
          where={texts.allOf(directing.title)}
          columns={ids}
          count={counts.reduce((sum, count) => sum + count, 0)}
          of={shown.length * ids.length}
        />
      }
      open={own ?? startsOpen}
      onToggle={setOwn}
    >
      {() => (
        <>
          <ul className="level-actions gap-4-20 row" aria-label={texts.allOf(directing.title)}>
            {columns.map(({ id, title }, at) => (
              <li key={id}>
                <div className="grid-many middle gap-8">
                  <ManyBox
                    {...many}
                    where={texts.allOf(`${directing.title} / ${title}`)}
                    columns={[id]}
                    count={counts[at] ?? 0}
                    of={shown.length}
                  />
                  <span aria-hidden="true">{title}</span>
                </div>
              </li>
            ))}
          </ul>
          <ul className="levels">
            {shown.slice(0, rows).map((task) => (
              <PhoneTask
                key={task.id}
                {...{ role, directing, columns, ids, task, onSet, onAsk }}
                actions={tasks?.get(task.id)}
                base={base?.get(task.id)}
              />
            ))}
          </ul>
          {shown.length > rows && (
            <p>
              <Button kind="quiet" onClick={() => setRows(rows + ROWS_AT_ONCE)}>
                {texts.more(directing.title)}
              </Button>{' '}
              <span className="muted small">{texts.part(rows, shown.length)}</span>
            </p>
          )}
        </>
      )}
    </Level>
  );
});

interface TaskProps extends Pick<DirectingProps, 'role' | 'directing' | 'columns' | 'ids' | 'onSet' | 'onAsk'> {
  readonly task: Named;
  readonly actions: Actions | undefined;
  readonly base: Actions | undefined;
}

const PhoneTask = memo(function PhoneTask(props: TaskProps) {
  const { role, directing, columns, ids, task, actions, base, onSet, onAsk } = props;
  const [open, setOpen] = useState(false);
  const where = `${directing.title} / ${task.title}`;
  const marked = columns.filter(({ id }) => hasMark(actions, id)).map(({ title }) => title.toLowerCase());
  return (
    <Level
      kind="task"
      title={task.title}
      changed={columns.some(({ id }) => hasMark(actions, id) !== hasMark(base, id))}
      summary={marked.length === 1 ? access.seesOnly : marked.slice(1).join(', ')}
      box={
        <ManyBox
          where={texts.whole(where)}
          scope={new Map([[directing.id, [task]]])}
          columns={ids}
          count={marked.length}
          of={ids.length}
          onSet={onSet}
          onAsk={onAsk}
        />
      }
      open={open}
      onToggle={setOpen}
    >
      {() => (
        <ul className="level-actions gap-4-20 row">
          {columns.map(({ id, title }) => (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  aria-label={`${where} / ${title}`}
                  checked={hasMark(actions, id)}
                  onChange={({ target }) =>
                    putMark(role, { directing: directing.id, task: task.id }, id, target.checked)
                  }
                />
                {title}
              </label>
            </li>
          ))}
        </ul>
      )}
    </Level>
  );
});
