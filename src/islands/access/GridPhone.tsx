// The table of one role's rights as an accordion of directions and document types, for administrators on a narrow
// screen; the wide one is RightsGrid.tsx.
import { memo, useState } from 'react';
import * as accessRules from '../../lib/access/access-rules.ts';
import { access, grid } from '../../lib/access/access-texts.ts';
import { Button } from '../ui/controls.tsx';
import { type DirectingProps, ManyBox, MarkBox, type RowProps, useDirecting, type ViewProps } from './GridBoxes.tsx';
import { Level } from './Level.tsx';

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
  const { directing, columns, ids, shown, onSet, onAsk } = props;
  const { isOpen, setOpen, scope, counts, total, rows, hasMore, showMore } = useDirecting(props);
  const many = { scope, onSet, onAsk };
  return (
    <Level
      kind="directing"
      title={directing.title}
      changed={false}
      summary={grid.ofDirecting(counts[0] ?? 0, shown.length)}
      box={
        <ManyBox
          {...many}
          where={grid.allOf(directing.title)}
          columns={ids}
          count={total}
          of={shown.length * ids.length}
        />
      }
      open={isOpen}
      onToggle={setOpen}>
      {() => (
        <>
          <ul className="level-actions gap-4-20 row" aria-label={grid.allOf(directing.title)}>
            {columns.map(({ id, title }, at) => (
              <li key={id}>
                <div className="grid-many middle gap-8">
                  <ManyBox
                    {...many}
                    where={grid.allOf(`${directing.title} / ${title}`)}
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
            {rows.map((row) => (
              <PhoneTask key={row.task.id} {...row} />
            ))}
          </ul>
          {hasMore && (
            <p>
              <Button kind="quiet" onClick={showMore}>
                {grid.more(directing.title)}
              </Button>{' '}
              <span className="muted small">{grid.part(rows.length, shown.length)}</span>
            </p>
          )}
        </>
      )}
    </Level>
  );
});

const PhoneTask = memo(function PhoneTask(props: RowProps) {
  const { directing, columns, ids, task, actions, base, onSet, onAsk } = props;
  const [open, setOpen] = useState(false);
  const where = `${directing.title} / ${task.title}`;
  const marked = columns.filter(({ id }) => accessRules.hasMark(actions, id)).map(({ title }) => title.toLowerCase());
  return (
    <Level
      kind="task"
      title={task.title}
      changed={columns.some(({ id }) => accessRules.hasMark(actions, id) !== accessRules.hasMark(base, id))}
      summary={marked.length === 1 ? access.seesOnly : marked.slice(1).join(', ')}
      box={
        <ManyBox
          where={grid.whole(where)}
          scope={new Map([[directing.id, [task]]])}
          columns={ids}
          count={marked.length}
          of={ids.length}
          onSet={onSet}
          onAsk={onAsk}
        />
      }
      open={open}
      onToggle={setOpen}>
      {() => (
        <ul className="level-actions gap-4-20 row">
          {columns.map(({ id, title }) => (
            <li key={id}>
              {/* biome-ignore lint/a11y/noLabelWithoutControl: MarkBox is the control */}
              <label>
                <MarkBox {...props} column={id} label={`${where} / ${title}`} />
                {title}
              </label>
            </li>
          ))}
        </ul>
      )}
    </Level>
  );
});
