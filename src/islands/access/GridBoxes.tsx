// The boxes of the table of one role's rights (RightsGrid wide, GridPhone narrow): one right, or a box that stands for
// many.
import { useMemo, useState } from 'react';
import * as accessRules from '../../lib/access/access-rules.ts';
import { accessStore } from '../../lib/access/rights-calls.ts';
import { TickBox } from './Level.tsx';

export interface RowProps extends Pick<DirectingProps, 'role' | 'directing' | 'columns' | 'ids' | 'onSet' | 'onAsk'> {
  readonly task: accessRules.Named;
  readonly actions: accessRules.Actions | undefined;
  readonly base: accessRules.Actions | undefined;
}

/** What the table and the accordion know of a direction: whether it is open, its marks, and the rows shown so far. */
export function useDirecting(props: DirectingProps) {
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

export function MarkBox({ role, directing, task, actions, column, label, tabIndex }: MarkBoxProps) {
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
  readonly onSet: (many: Many, isOn: boolean) => void;
  /** Called for a mixed box: the user is asked. */
  readonly onAsk: (many: Many) => void;
}

/** A box that stands for many; a mixed one asks before it changes them. */
export function ManyBox({ tabIndex, onSet, onAsk, ...many }: GridBoxesProps) {
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
export interface DirectingProps {
  readonly role: number;
  readonly directing: accessRules.Named;
  /** SEES, then the actions. */
  readonly columns: readonly accessRules.Named[];
  readonly ids: readonly number[];
  readonly shown: readonly accessRules.Named[];
  readonly tasks: accessRules.Tasks | undefined;
  readonly base: accessRules.Tasks | undefined;
  /** Open until the user toggles it. */
  readonly startsOpen: boolean;
  readonly onSet: (many: Many, isOn: boolean) => void;
  readonly onAsk: (many: Many) => void;
}

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

export const putMarks = (role: number, { scope, columns }: Many, isOn: boolean): void =>
  accessStore.change(role, (rights) => accessRules.setMarks(rights, scope, columns, isOn, savedOf(role)));
