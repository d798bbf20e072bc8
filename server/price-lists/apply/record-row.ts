import { HIDDEN } from '../../../contract/catalogue/words.ts';
import type { Repeated } from '../../../contract/price-lists/upload.ts';
import { typographed } from '../../../rules/format/texts.ts';
import type { StoredPosition } from '../../catalogue/context/position.ts';
import { sheetNumber } from '../../platform/sheets/decimal.ts';
import { AMOUNT_MAX } from '../rules/form-fields.ts';
import { createRemark } from '../rules/remarks.ts';
import type { PositionFields } from '../rules/row.ts';
import type { ApplyContext } from './context.ts';
import { type StagedPosition, setStagedPosition } from './staged-positions.ts';

/** A row that names a position. */
interface NamedRow {
  readonly row: number;
  readonly article: string;
  readonly fields: PositionFields;
  /** What else of the position the row decides. */
  readonly identity: Partial<StoredPosition>;
}

/** Sets what a row says of its position and counts it; of several rows of one position the form decides. */
export function recordNamedRow(context: ApplyContext, held: StagedPosition, named: NamedRow): void {
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

function setFields(context: ApplyContext, held: StagedPosition, fields: Partial<StoredPosition>): void {
  const before = held.current;
  const price_day = fields.price === undefined ? before.price_day : context.today;
  const live = price_day >= context.liveDay;
  const in_stock = (fields.amount ?? before.amount) > 0 && live ? 1 : 0;
  const hidden = before.hidden === HIDDEN.removed ? HIDDEN.shown : before.hidden;
  setStagedPosition(held, { ...before, ...fields, price_day, in_stock, hidden });
  if (live && before.price_day < context.liveDay) context.seen.revived = true;
}

/** Tells of two rows that mean one position, and which of them counts. */
function warnOfRepeat({ settings, tally }: ApplyContext, held: StagedPosition, named: NamedRow, taken: number): void {
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

const outcome = typographed((repeated: Repeated, taken: string): string =>
  repeated === 'sum' ? `остатки сложены, цена из строки ${taken}` : `взята строка ${taken}`,
);

/** What the rows of a file have said of a position so far. */
interface Offer {
  readonly price: number;
  readonly amount: number;
}

interface Merged {
  readonly fields: PositionFields;
  /** The row itself counts now, not only its stock. */
  readonly isTaken: boolean;
}

/**
 * What a position gets from one more row that means it; null where it stays as it is. `isLater` tells whether the row
 * stands below the one that counts so far: rows that had to wait come out of turn. A row without a price is never the
 * cheapest; of two that are alike the upper one counts.
 */
function mergeRepeat(repeated: Repeated, known: Offer, row: PositionFields, isLater: boolean): Merged | null {
  const { price = 0, amount = 0 } = row;
  const taken = (isTaken: boolean): Merged | null => (isTaken ? { fields: row, isTaken } : null);
  switch (repeated) {
    case 'last':
      return taken(isLater);
    case 'first':
      return taken(!isLater);
    case 'sum': {
      const sum = Math.min(AMOUNT_MAX, sheetNumber(known.amount + amount));
      return { fields: isLater ? { ...row, amount: sum } : { amount: sum }, isTaken: isLater };
    }
    case 'largest':
      return taken(amount > known.amount || (amount === known.amount && !isLater));
    case 'lowest-price':
      if (price === known.price) return taken(!isLater);
      return taken(price > 0 && (known.price === 0 || price < known.price));
  }
}
