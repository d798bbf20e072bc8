import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import * as accessRules from '../../lib/access/access-rules.ts';
import { accessStore } from '../../lib/access/access-store.ts';
import { access, grid } from '../../lib/access/access-texts.ts';
import { Button } from '../ui/controls.tsx';
import { Level, TickBox } from './Level.tsx';

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
      <p id={help} className="muted small grid-help">
        {grid.help}
      </p>
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
    </>
  );
}

/** A direction: a row of boxes for all its shown types, and the types below. */
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
              <span>{directing.title}</span>
              <span className="muted small">{grid.ofDirecting(counts[0] ?? 0, shown.length)}</span>
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
          <span>{task.title}</span>
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

/** The same rights on a narrow screen: an accordion of directions and document types. */
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

/** A document type of a direction. */
interface RowProps extends Pick<DirectingProps, 'role' | 'directing' | 'columns' | 'ids' | 'onSet' | 'onAsk'> {
  readonly task: accessRules.Named;
  readonly actions: accessRules.Actions | undefined;
  readonly base: accessRules.Actions | undefined;
}

/** What the table and the accordion know of a direction: whether it is open, its marks, and the rows shown so far. */
function useDirecting(props: DirectingProps) {
  const { role, directing, columns, ids, shown, tasks, base, startsOpen, onSet, onAsk } = props;
  const [own, setOpen] = useState<boolean | null>(null);
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const scope = useMemo(() => new Map([[directing.id, shown]]), [directing, shown]);
  const counts = useMemo(() => accessRules.countMarks(tasks, shown, ids), [tasks, shown, ids]);
  return {
    ...{ setOpen, scope, counts },
    isOpen: own ?? startsOpen,
    total: counts.reduce((sum, count) => sum + count, 0),
    rows: shown
      .slice(0, limit)
      .map(
        (task): RowProps => ({
          ...{ role, directing, columns, ids, task, onSet, onAsk },
          actions: tasks?.get(task.id),
          base: base?.get(task.id),
        }),
      ),
    hasMore: shown.length > limit,
    showMore: () => setLimit(limit + ROWS_AT_ONCE),
  };
}

interface MarkBoxProps extends Pick<RowProps, 'role' | 'directing' | 'task' | 'actions'> {
  readonly column: number;
  readonly label: string;
  readonly tabIndex?: number;
}

/** The box of one mark: a document type in one column. */
function MarkBox({ role, directing, task, actions, column, label, tabIndex }: MarkBoxProps) {
  return (
    <input
      type="checkbox"
      tabIndex={tabIndex}
      aria-label={label}
      checked={accessRules.hasMark(actions, column)}
      onChange={({ target: { checked } }) =>
        accessStore.change(role, (rights) =>
          accessRules.setMark(rights, { directing: directing.id, task: task.id }, column, checked, savedOf(role)),
        )
      }
    />
  );
}

/** The boxes that one box stands for: the tasks of a scope in some columns. */
export interface Many {
  readonly where: string;
  readonly scope: accessRules.Scope;
  readonly columns: readonly number[];
  readonly count: number;
  readonly of: number;
}

interface GridBoxesProps extends Many {
  readonly tabIndex?: number;
  /** Sets or clears all. */
  readonly onSet: (many: Many, isOn: boolean) => void;
  /** Called for a mixed box: the user is asked. */
  readonly onAsk: (many: Many) => void;
}

/** A box that stands for many; a mixed one asks before it changes them. */
function ManyBox({ tabIndex, onSet, onAsk, ...many }: GridBoxesProps) {
  const tick = accessRules.manyTick(many.count, many.of);
  return (
    <TickBox
      label={many.where}
      tick={tick}
      halfIsOn={false}
      tabIndex={tabIndex}
      onTick={(isOn) => (tick === 'half' ? onAsk(many) : onSet(many, isOn))}
    />
  );
}

/** A direction of the shown role with the data of its boxes; the objects stay the same while nothing changes. */
interface DirectingProps {
  readonly role: number;
  readonly directing: accessRules.Named;
  /** SEES, then the actions. */
  readonly columns: readonly accessRules.Named[];
  /** Ids of the columns. */
  readonly ids: readonly number[];
  readonly shown: readonly accessRules.Named[];
  readonly tasks: accessRules.Tasks | undefined;
  readonly base: accessRules.Tasks | undefined;
  /** Open until the user toggles it. */
  readonly startsOpen: boolean;
  readonly onSet: (many: Many, isOn: boolean) => void;
  readonly onAsk: (many: Many) => void;
}

/** The data of the table and of the accordion. */
export interface ViewProps extends Pick<DirectingProps, 'columns' | 'ids' | 'onSet' | 'onAsk'> {
  readonly title: string;
  readonly scope: accessRules.Scope;
  /** Number of marks by column, of `of`. */
  readonly counts: readonly number[];
  readonly of: number;
  readonly directings: readonly DirectingProps[];
}

/** Rows of one direction that are shown at first, and added by «Показать ещё». */
const ROWS_AT_ONCE = 100;

const savedOf = (role: number): accessRules.Rights => accessStore.$access.get().base.get(role) ?? new Map();

/** Sets or clears all boxes that a box stands for. */
export const putMarks = (role: number, { scope, columns }: Many, isOn: boolean): void =>
  accessStore.change(role, (rights) => accessRules.setMarks(rights, scope, columns, isOn, savedOf(role)));

/** What can have the keyboard focus in the grid. */
const STOPS = 'input, button';
/** Rows that a page key moves by. */
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
