import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Actions, Named } from '../../lib/access/access-rules.ts';
import { grid as texts } from '../../lib/access/access-texts.ts';
import { countMarks, hasMark } from '../../lib/access/rights-grid.ts';
import { type DirectingProps, ManyBox, putMark, ROWS_AT_ONCE, type ViewProps } from './GridBoxes.tsx';
import { keepTabStop, nextStop } from './grid-walk.ts';

/** The rights of one role as a grid that arrows walk: one stop for Tab, boxes that Space turns. */
export function GridTable({ title, columns, ids, scope, counts, of, directings, onSet, onAsk }: ViewProps) {
  const table = useRef<HTMLTableElement>(null);
  const help = useId();
  // What had the stop may be gone: a filter has taken its row away.
  useEffect(() => keepTabStop(table.current));

  function walk(event: KeyboardEvent<HTMLTableElement>) {
    if (event.altKey || event.metaKey || !(event.target instanceof HTMLElement) || !table.current) return;
    const next = nextStop(table.current, event.target, event.key, event.ctrlKey);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  const many = { scope, onSet, onAsk, tabIndex: -1 };
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <p id={help} className="muted small grid-help">
        {texts.help}
      </p>
      <div className="grid-scroll">
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that arrows walk is a grid
          role="grid"
          className="rights-grid"
          aria-label={title}
          aria-describedby={help}
          onKeyDown={walk}
          onFocus={({ target }) => keepTabStop(table.current, target)}
        >
          <thead>
            <tr>
              <th scope="col">
                <div className="grid-name gap-8 line middle">
                  <ManyBox {...many} where={texts.all} columns={ids} count={total} of={of * ids.length} />
                  <span>{texts.type}</span>
                </div>
              </th>
              {columns.map(({ id, title: column }, at) => (
                <th key={id} scope="col">
                  <div className="grid-column gap-8 stack">
                    <span>{column}</span>
                    <ManyBox {...many} where={texts.allOf(column)} columns={[id]} count={counts[at] ?? 0} of={of} />
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          {directings.map((directing) => (
            <GridDirecting key={directing.directing.id} {...directing} />
          ))}
        </table>
      </div>
    </>
  );
}

/** A direction in the table: a row of boxes that stand for all its shown types, and below it the types. */
const GridDirecting = memo(function GridDirecting(props: DirectingProps) {
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
          <div className="grid-name gap-8 line middle">
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
              className="grid-fold gap-4-8 grow line middle shrinks"
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
            <button type="button" className="button quiet" tabIndex={-1} onClick={() => setRows(rows + ROWS_AT_ONCE)}>
              {texts.more(directing.title)}
            </button>{' '}
            <span className="muted small">{texts.part(rows, shown.length)}</span>
          </td>
        </tr>
      )}
    </tbody>
  );
});

interface Props extends Pick<DirectingProps, 'role' | 'directing' | 'columns' | 'ids' | 'onSet' | 'onAsk'> {
  readonly task: Named;
  readonly actions: Actions | undefined;
  readonly base: Actions | undefined;
}

/** A document type: its name, a box for the whole row, and a box for each column. */
const GridRow = memo(function GridRow(props: Props) {
  const { role, directing, columns, ids, task, actions, base, onSet, onAsk } = props;
  const where = `${directing.title} / ${task.title}`;
  const count = actions === undefined ? 0 : actions.size + 1;
  return (
    <tr>
      <th scope="row">
        <div className="grid-name gap-8 line middle">
          <ManyBox
            tabIndex={-1}
            where={texts.whole(where)}
            scope={new Map([[directing.id, [task]]])}
            columns={ids}
            count={count}
            of={ids.length}
            onSet={onSet}
            onAsk={onAsk}
          />
          <span>{task.title}</span>
        </div>
      </th>
      {columns.map(({ id, title }) => {
        const isOn = hasMark(actions, id);
        return (
          <td key={id} className={isOn === hasMark(base, id) ? undefined : 'changed'}>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`${where} / ${title}`}
              checked={isOn}
              onChange={({ target }) => putMark(role, { directing: directing.id, task: task.id }, id, target.checked)}
            />
          </td>
        );
      })}
    </tr>
  );
});
