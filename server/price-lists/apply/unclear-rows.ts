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
import { type Sign, SignEvidence, type SignMeaning, signUse, withoutThousands } from './number-signs.ts';
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
