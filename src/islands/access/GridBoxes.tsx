import type { Named, Rights, Scope, Tasks } from '../../lib/access/access-rules.ts';
import { accessStore } from '../../lib/access/access-store.ts';
import { manyTick, setMark, setMarks } from '../../lib/access/rights-grid.ts';
import { TickBox } from './Level.tsx';

/** Boxes that one box stands for: the tasks of a scope in some columns. */
export interface Many {
  readonly where: string;
  readonly scope: Scope;
  readonly columns: readonly number[];
  readonly count: number;
  readonly of: number;
}

interface Props extends Many {
  readonly tabIndex?: number;
  /** Sets or clears them all. */
  readonly onSet: (many: Many, isOn: boolean) => void;
  /** Some are ticked and some are not: the person is asked. */
  readonly onAsk: (many: Many) => void;
}

/** A box that stands for many; a mixed one asks instead of clearing. */
export function ManyBox({ tabIndex, onSet, onAsk, ...many }: Props) {
  const tick = manyTick(many.count, many.of);
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

/** A direction of the role that is shown, and what its boxes need; the same objects as long as nothing changes. */
export interface DirectingProps {
  readonly role: number;
  readonly directing: Named;
  /** SEES, then the actions. */
  readonly columns: readonly Named[];
  /** Ids of the columns. */
  readonly ids: readonly number[];
  readonly shown: readonly Named[];
  readonly tasks: Tasks | undefined;
  readonly base: Tasks | undefined;
  /** Open until the person says otherwise. */
  readonly startsOpen: boolean;
  readonly onSet: (many: Many, isOn: boolean) => void;
  readonly onAsk: (many: Many) => void;
}

/** What the table and the list of a phone show. */
export interface ViewProps extends Pick<DirectingProps, 'columns' | 'ids' | 'onSet' | 'onAsk'> {
  readonly title: string;
  /** Everything that is shown. */
  readonly scope: Scope;
  /** Marks by column, and of how many. */
  readonly counts: readonly number[];
  readonly of: number;
  readonly directings: readonly DirectingProps[];
}

/** Rows of one direction that are drawn at once. */
export const ROWS_AT_ONCE = 100;

const savedOf = (role: number): Rights => accessStore.$access.get().base.get(role) ?? new Map();

/** Sets or clears one mark of a role on the screen. */
export const putMark = (role: number, at: { directing: number; task: number }, column: number, isOn: boolean): void =>
  accessStore.change(role, (rights) => setMark(rights, at, column, isOn, savedOf(role)));

/** Sets or clears all boxes that a box stands for. */
export const putMarks = (role: number, { scope, columns }: Many, isOn: boolean): void =>
  accessStore.change(role, (rights) => setMarks(rights, scope, columns, isOn, savedOf(role)));
