import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { countMarks } from '../../../lib/access/grid-rules.ts';
import { grid as texts } from '../../../lib/access/grid-texts.ts';
import { GridRow } from './GridRow.tsx';
import { type DirectingProps, ROWS_AT_ONCE } from './grid-parts.ts';
import { ManyBox } from './ManyBox.tsx';

/** A direction in the table: a row of boxes that stand for all its shown types, and below it the types. */
export const GridDirecting = memo(function GridDirecting(props: DirectingProps) {
  const { role, directing, columns, ids, shown, tasks, base, startsOpen, onSet, onAsk } = props;
  const [own, setOwn] = useState<boolean | null>(null);
  const [rows, setRows] = useState(ROWS_AT_ONCE);
  const isOpen = own ?? startsOpen;
  const scope = useMemo(() => new Map([[directing.id, shown]]), [directing, shown]);
  const counts = useMemo(() => countMarks(tasks, shown, ids), [tasks, shown, ids]);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const many = { scope, onSet, onAsk, tabIndex: -1 };

  return (
    <tbody>
      <tr className="grid-directing">
        <th scope="rowgroup">
          <div className="grid-name">
            <ManyBox
              {...many}
              where={texts.allOf(directing.title)}
              columns={ids}
              count={total}
              of={shown.length * ids.length}
            />
            <button
              type="button"
              tabIndex={-1}
              className="grid-fold"
              aria-expanded={isOpen}
              onClick={() => setOwn(!isOpen)}
            >
              <Chevron size={18} aria-hidden="true" />
              <span>{directing.title}</span>
              <span className="muted small">{texts.ofDirecting(counts[0] ?? 0, shown.length)}</span>
            </button>
          </div>
        </th>
        {columns.map(({ id, title }, at) => (
          <td key={id}>
            <ManyBox
              {...many}
              where={texts.allOf(`${directing.title} / ${title}`)}
              columns={[id]}
              count={counts[at] ?? 0}
              of={shown.length}
            />
          </td>
        ))}
      </tr>
      {isOpen &&
        shown
          .slice(0, rows)
          .map((task) => (
            <GridRow
              key={task.id}
              {...{ role, directing, columns, ids, task, onSet, onAsk }}
              actions={tasks?.get(task.id)}
              base={base?.get(task.id)}
            />
          ))}
      {isOpen && shown.length > rows && (
        <tr className="grid-more">
          <td colSpan={ids.length + 1}>
            <button
              type="button"
              className="button quiet"
              tabIndex={-1}
              onClick={() => setRows(rows + ROWS_AT_ONCE)}
            >
              {texts.more(directing.title)}
            </button>{' '}
            <span className="muted small">{texts.part(rows, shown.length)}</span>
          </td>
        </tr>
      )}
    </tbody>
  );
});
