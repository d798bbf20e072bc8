/**
 * Decides by whole columns what a comma or point in a number of a price list means: `1,234` is a thousand or one
 * and a bit.
 */
import { columnsReadAs } from '../../../contract/catalogue/columns.ts';
import type { RowReport } from '../../../contract/catalogue/runs.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { SheetRow } from '../../platform/sheet-reader/messages.ts';
import { type Cell, type PackedRows, packRows, unpackRows } from '../../platform/sheet-reader/messages.ts';
import { createRemark } from '../rules/form-fields.ts';
import type { RowRules } from '../rules/row.ts';
import type { WaitingRows } from './waiting-rows.ts';

const MEANINGS = typographed<Readonly<Record<SignMeaning, string>>>({
  thousands: 'разделяет тысячи: так видно по другим числам столбца',
  decimals: 'отделяет дробную часть: так видно по другим числам столбца',
  unknown: 'принят за дробный, другие числа столбца этого не решают: проверьте',
});

/** Rows with a number such as `1,234` (a thousand or one and a bit) wait: the whole column decides. */
export class UnclearRows {
  readonly #waiting: WaitingRows<PackedRows>;
  readonly #columns: readonly number[];
  readonly #evidence = new Map<number, SignEvidence>();
  /** The first place of each unclear sign in a column. */
  readonly #first = new Map<string, { row: number; column: number; sign: Sign; text: string }>();

  constructor(waiting: WaitingRows<PackedRows>, { columns, moreAmounts }: RowRules) {
    this.#waiting = waiting;
    const numbers = [columns.price, columns.amount, ...columnsReadAs('size').map((name) => columns[name])];
    this.#columns = [...numbers.filter((column) => column !== undefined), ...moreAmounts];
  }

  /** The rows that are clear; the others are put by. */
  async takeClear(rows: readonly SheetRow[]): Promise<readonly SheetRow[]> {
    const unclear = rows.filter((row) => this.#isUnclear(row));
    if (unclear.length === 0) return rows;
    await this.#waiting.add(unclear.map((row) => ({ key: '', maker: '', row: row.row, body: packRows([row]) })));
    const waits = new Set(unclear);
    return rows.filter((row) => !waits.has(row));
  }

  /** The rows that were put by, as the whole columns say that they are to be read. */
  async *settled(size: number): AsyncGenerator<SheetRow[]> {
    for await (const rows of this.#waiting.take(size)) yield rows.flatMap(unpackRows).map((row) => this.#settle(row));
  }

  /** What was decided, once for each column and sign. */
  decisions(): RowReport[] {
    return [...this.#first.values()].map(({ row, column, sign, text }) => {
      const meaning = this.#meaningOf(column, sign);
      const code = meaning === 'unknown' ? 'digits-unclear' : `digits-${meaning}`;
      return createRemark(row, column, code, `Знак «${sign}» ${MEANINGS[meaning]}`, text);
    });
  }

  #isUnclear({ row, cells }: SheetRow): boolean {
    let isUnclear = false;
    for (const column of this.#columns) {
      const cell = cells.get(column);
      const use = cell?.kind === 'text' ? signUse(cell.text) : null;
      if (!use || !cell) continue;
      if (use.unclear === null) this.#evidenceOf(column).note(use);
      else {
        isUnclear = true;
        const { unclear: sign } = use;
        const place = `${column}${sign}`;
        if (!this.#first.has(place)) this.#first.set(place, { row, column, sign, text: cell.text });
      }
    }
    return isUnclear;
  }

  #settle({ row, cells }: SheetRow): SheetRow {
    const settled = new Map<number, Cell>(cells);
    for (const column of this.#columns) {
      const cell = cells.get(column);
      const sign = cell?.kind === 'text' ? signUse(cell.text)?.unclear : null;
      if (cell && sign && this.#meaningOf(column, sign) === 'thousands')
        settled.set(column, { ...cell, text: withoutThousands(cell.text) });
    }
    return { row, cells: settled };
  }

  #meaningOf = (column: number, sign: Sign): SignMeaning => this.#evidenceOf(column).meaningOf(sign);

  #evidenceOf(column: number): SignEvidence {
    let evidence = this.#evidence.get(column);
    if (!evidence) {
      evidence = new SignEvidence();
      this.#evidence.set(column, evidence);
    }
    return evidence;
  }
}

/** The two signs that stand for a decimal point in one list and between thousands in another. */
type Sign = ',' | '.';

/** What a text says of the signs in its number. */
interface SignUse {
  /** One sign with three digits behind it and up to three before: `1,234`. */
  readonly unclear: Sign | null;
  readonly thousands: Sign | null;
  readonly decimals: Sign | null;
}

const NUMBER = /\d[\d .,'’\u00a0\u202f]*\d/u;
const UNCLEAR = /(?<![\d.,'’])([1-9]\d{0,2})[.,](\d{3})(?![.,]?\d)/u;
const other = (sign: Sign): Sign => (sign === ',' ? '.' : ',');

/** Reads how a text uses the signs; null for one that has none in its number. */
export function signUse(text: string): SignUse | null {
  if (!text.includes(',') && !text.includes('.')) return null;
  const number = NUMBER.exec(text)?.[0] ?? '';
  const last: Sign = number.lastIndexOf(',') > number.lastIndexOf('.') ? ',' : '.';
  const times = number.split(last).length - 1;
  if (times === 0) return null;
  if (number.includes(other(last))) {
    return times > 1 ? null : { unclear: null, thousands: other(last), decimals: last };
  }
  if (times > 1) return { unclear: null, thousands: last, decimals: null };
  const unclear = UNCLEAR.exec(number)?.[0] === number;
  return unclear
    ? { unclear: last, thousands: null, decimals: null }
    : { unclear: null, thousands: null, decimals: last };
}

/** The text without the sign of its unclear number, which stands between thousands. */
export const withoutThousands = (text: string): string => text.replace(UNCLEAR, '$1$2');

type SignMeaning = 'thousands' | 'decimals' | 'unknown';

/** How the values of one column use the signs. */
export class SignEvidence {
  readonly #thousands = new Set<Sign>();
  readonly #decimals = new Set<Sign>();

  note({ thousands, decimals }: SignUse): void {
    if (thousands) this.#thousands.add(thousands);
    if (decimals) this.#decimals.add(decimals);
  }

  /** A sign is between thousands where another value has it there, or has the other sign as its decimal one. */
  meaningOf(sign: Sign): SignMeaning {
    const groups = this.#thousands.has(sign) || this.#decimals.has(other(sign));
    const decimals = this.#decimals.has(sign) || this.#thousands.has(other(sign));
    if (groups === decimals) return 'unknown';
    return groups ? 'thousands' : 'decimals';
  }
}
