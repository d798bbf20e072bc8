import { HIDDEN } from '../../../../contract/hidden.ts';
import type { Repeated } from '../../../../contract/upload.ts';
import { mergeRepeat } from '../rules/repeats.ts';
import { createRemark } from '../rules/report.ts';
import type { PositionFields } from '../rules/row.ts';
import type { StoredPosition } from '../store/position.ts';
import type { ApplyContext } from './context.ts';
import { type Held, setHeldPosition } from './held.ts';

/** A row that names a position. */
export interface NamedRow {
  readonly row: number;
  readonly article: string;
  readonly fields: PositionFields;
  /** What else of the position the row decides. */
  readonly identity: Partial<StoredPosition>;
}

/** Sets what a row says of its position and counts it; of several rows of one position the form decides. */
export function recordNamedRow(context: ApplyContext, held: Held, named: NamedRow): void {
  const { row, fields, identity } = named;
  const { tally, settings } = context;
  tally.countApplied(row);
  held.fresh = true;
  if (held.row === null) {
    setFields(context, held, { ...identity, ...fields });
    held.row = row;
    tally.countPosition(held, 1);
    return;
  }
  tally.counts.duplicates += 1;
  // All rows of a position together count as what becomes of it once, and as unchanged for the others.
  tally.counts.unchanged += 1;
  const merged = mergeRepeat(settings.repeated, held.current, fields, row > held.row);
  warnOfRepeat(context, held, named, merged?.isTaken ? row : held.row);
  if (merged === null) return;
  tally.countPosition(held, -1);
  setFields(context, held, merged.isTaken ? { ...identity, ...merged.fields } : merged.fields);
  if (merged.isTaken) held.row = row;
  tally.countPosition(held, 1);
}

function setFields(context: ApplyContext, held: Held, fields: Partial<StoredPosition>): void {
  const before = held.current;
  const price_day = fields.price === undefined ? before.price_day : context.today;
  const live = price_day >= context.liveDay;
  const in_stock = (fields.amount ?? before.amount) > 0 && live ? 1 : 0;
  const hidden = before.hidden === HIDDEN.removed ? HIDDEN.shown : before.hidden;
  setHeldPosition(held, { ...before, ...fields, price_day, in_stock, hidden });
  if (live && before.price_day < context.liveDay) context.seen.revived = true;
}

/** Tells of two rows that mean one position, and which of them counts. */
function warnOfRepeat({ settings, tally }: ApplyContext, held: Held, named: NamedRow, taken: number): void {
  const { row, article, fields } = named;
  const { title, article: earlier } = held.current;
  const hasOtherTitle = fields.title !== undefined && fields.title !== title;
  const names =
    earlier === article && !hasOtherTitle
      ? ''
      : `: «${hasOtherTitle ? title : earlier}» и «${hasOtherTitle ? fields.title : article}»`;
  const message = `Та же позиция, что в строке ${tally.rowText(held.row ?? 0)}${names}; ${outcome(settings.repeated, tally.rowText(taken))}`;
  const remark = createRemark(row, settings.columns.article ?? null, 'duplicate', message, article);
  if (names === '') tally.warnOfRepeat(remark);
  else tally.warnOfClash(remark);
}

const outcome = (repeated: Repeated, taken: string): string =>
  repeated === 'sum' ? `остатки сложены, цена из\u00a0строки ${taken}` : `взята строка ${taken}`;
