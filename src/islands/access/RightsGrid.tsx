// The wide table in which an administrator ticks the rights of one role, with mouse or keyboard; for narrow screens it
// is GridPhone.tsx.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useId, useRef } from 'react';
import * as accessRules from '../../lib/access/access-rules.ts';
import { grid } from '../../lib/access/access-texts.ts';
import { keysHint } from '../../lib/platform/keyboard.ts';
import { type DirectingProps, ManyBox, MarkBox, type RowProps, useDirecting, type ViewProps } from './GridBoxes.tsx';

/** The rights of one role as an ARIA grid: one Tab stop, arrow keys move, Space toggles a box. */
export function GridTable({ title, columns, ids, scope, counts, of, directings, onSet, onAsk }: ViewProps) {
  const table = useRef<HTMLTableElement>(null);
  const help = useId();
  // A filter may have removed the row with the Tab stop.
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
      <div className="grid-scroll">
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that arrow keys move in is a grid
          role="grid"
          className="rights-grid"
          aria-label={title}
          aria-describedby={help}
          onKeyDown={walk}
          onFocus={({ target }) => keepTabStop(table.current, target)}>
          <thead>
            <tr>
              <th scope="col">
                <div className="grid-name gap-8 line middle">
                  <ManyBox {...many} where={grid.all} columns={ids} count={total} of={of * ids.length} />
                  <span>{grid.type}</span>
                </div>
              </th>
              {columns.map(({ id, title: column }, at) => (
                <th key={id} scope="col">
                  <div className="grid-column gap-8 stack">
                    <span>{column}</span>
                    <ManyBox {...many} where={grid.allOf(column)} columns={[id]} count={counts[at] ?? 0} of={of} />
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
      <p id={help} className="muted small grid-help">
        {keysHint(grid.help)}
      </p>
    </>
  );
}

const GridDirecting = memo(function GridDirecting(props: DirectingProps) {
  const { directing, columns, ids, shown, onSet, onAsk } = props;
  const { isOpen, setOpen, scope, counts, total, rows, hasMore, showMore } = useDirecting(props);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const many = { scope, onSet, onAsk, tabIndex: -1 };

  return (
    <tbody>
      <tr className="grid-directing">
        <th scope="rowgroup">
          <div className="grid-name gap-8 line middle">
            <ManyBox
              {...many}
              where={grid.allOf(directing.title)}
              columns={ids}
              count={total}
              of={shown.length * ids.length}
            />
            <button
              type="button"
              tabIndex={-1}
              className="grid-fold gap-4-8 grow line middle shrinks"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}>
              <Chevron size={18} aria-hidden="true" />
              <span className="breaks">
                {directing.title} <span className="muted small">{grid.ofDirecting(counts[0] ?? 0, shown.length)}</span>
              </span>
            </button>
          </div>
        </th>
        {columns.map(({ id, title }, at) => (
          <td key={id}>
            <ManyBox
              {...many}
              where={grid.allOf(`${directing.title} / ${title}`)}
              columns={[id]}
              count={counts[at] ?? 0}
              of={shown.length}
            />
          </td>
        ))}
      </tr>
      {isOpen && rows.map((row) => <GridRow key={row.task.id} {...row} />)}
      {isOpen && hasMore && (
        <tr className="grid-more">
          <td colSpan={ids.length + 1}>
            <button type="button" className="button quiet" tabIndex={-1} onClick={showMore}>
              {grid.more(directing.title)}
            </button>{' '}
            <span className="muted small">{grid.part(rows.length, shown.length)}</span>
          </td>
        </tr>
      )}
    </tbody>
  );
});

/** A document type: a box for the whole row, its name, and a box for each column. */
const GridRow = memo(function GridRow(props: RowProps) {
  const { directing, columns, ids, task, actions, base, onSet, onAsk } = props;
  const where = `${directing.title} / ${task.title}`;
  const count = actions === undefined ? 0 : actions.size + 1;
  return (
    <tr>
      <th scope="row">
        <div className="grid-name gap-8 line middle">
          <ManyBox
            tabIndex={-1}
            where={grid.whole(where)}
            scope={new Map([[directing.id, [task]]])}
            columns={ids}
            count={count}
            of={ids.length}
            onSet={onSet}
            onAsk={onAsk}
          />
          <span className="breaks">{task.title}</span>
        </div>
      </th>
      {columns.map(({ id, title }) => {
        const isOn = accessRules.hasMark(actions, id);
        return (
          <td key={id} className={isOn === accessRules.hasMark(base, id) ? undefined : 'changed'}>
            <MarkBox {...props} column={id} label={`${where} / ${title}`} tabIndex={-1} />
          </td>
        );
      })}
    </tr>
  );
});

/** What can have the keyboard focus in the grid. */
const STOPS = 'input, button';
const PAGE_ROWS = 10;

const stopsIn = (cell: Element): HTMLElement[] => [...cell.querySelectorAll<HTMLElement>(STOPS)];

/** Makes one element the Tab stop of the table: `stop`, else the present one, else the first. */
function keepTabStop(table: HTMLTableElement | null, stop?: HTMLElement): void {
  if (!table) return;
  const held = [...table.querySelectorAll<HTMLElement>('[tabindex="0"]')];
  const kept = stop ?? held[0] ?? table.querySelector<HTMLElement>(STOPS);
  for (const one of held) if (one !== kept) one.tabIndex = -1;
  if (kept) kept.tabIndex = 0;
}

/** The element that a key moves the focus to; null: the key does not move it. */
function nextStop(table: HTMLTableElement, from: HTMLElement, key: string, ctrl: boolean): HTMLElement | null {
  const cell = from.closest('th, td') as HTMLTableCellElement | null;
  const row = cell?.parentElement as HTMLTableRowElement | null;
  if (!cell || !row) return null;
  const inRow = stopsIn(row);
  const at = inRow.indexOf(from);
  const rows = [...table.rows];
  const down = (by: number) => {
    const target = rows[Math.min(Math.max(rows.indexOf(row) + by, 0), rows.length - 1)];
    if (!target || target === row) return null;
    const below = target.cells[Math.min(cell.cellIndex, target.cells.length - 1)];
    return (below && stopsIn(below)[stopsIn(cell).indexOf(from)]) ?? (below && stopsIn(below).at(-1)) ?? null;
  };
  switch (key) {
    case 'ArrowRight':
      return inRow[at + 1] ?? null;
    case 'ArrowLeft':
      return inRow[at - 1] ?? null;
    case 'ArrowDown':
      return down(1);
    case 'ArrowUp':
      return down(-1);
    case 'PageDown':
      return down(PAGE_ROWS);
    case 'PageUp':
      return down(-PAGE_ROWS);
    case 'Home':
      return ctrl ? (stopsIn(table)[0] ?? null) : (inRow[0] ?? null);
    case 'End':
      return ctrl ? (stopsIn(table).at(-1) ?? null) : (inRow.at(-1) ?? null);
    default:
      return null;
  }
}
