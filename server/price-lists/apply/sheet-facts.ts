/**
 * What the rows of a sheet decide together, before any of them is read: whether a comma or point in a number of a column
 * stands between thousands, and whether numbered rows without price are headings of groups.
 */
import { columnsReadAs } from '../../../contract/catalogue/columns.ts';
import type { RowReport } from '../../../contract/catalogue/runs.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { Cell, SheetRow } from '../../platform/sheet-reader/messages.ts';
import { createRemark } from '../rules/form-fields.ts';
import { isNumberedRow, type RowRules } from '../rules/row.ts';
import { TotalRows } from '../rules/totals.ts';
import { type Sign, SignEvidence, type SignMeaning, signUse, withoutThousands } from './number-signs.ts';

const MEANINGS = typographed<Readonly<Record<SignMeaning, string>>>({
  thousands: 'разделяет тысячи: так видно по другим числам столбца',
  decimals: 'отделяет дробную часть: так видно по другим числам столбца',
  unknown: 'принят за дробный, другие числа столбца этого не решают: проверьте',
});

/** Of the rows with a price, how many fill further columns in a list whose bare rows are headings. */
const WIDER_SHARE = 0.9;

interface Unclear {
  readonly row: number;
  readonly column: number;
  readonly sign: Sign;
  readonly text: string;
}

/** Looks at all rows of a sheet in turn, then says how to read each. */
export class SheetFacts {
  readonly #rules: RowRules;
  readonly #columns: readonly number[];
  readonly #evidence = new Map<number, SignEvidence>();
  /** The first place of each unclear sign in a column. */
  readonly #first = new Map<string, Unclear>();
  readonly #totals: TotalRows;
  #priced = 0;
  #wider = 0;

  constructor(rules: RowRules) {
    this.#rules = rules;
    this.#totals = new TotalRows(rules);
    const { columns, moreAmounts } = rules;
    const numbers = [columns.price, columns.amount, ...columnsReadAs('size').map((name) => columns[name])];
    this.#columns = [...numbers.filter((column) => column !== undefined), ...moreAmounts];
  }

  look(row: SheetRow): void {
    for (const column of this.#columns) {
      const cell = row.cells.get(column);
      const use = cell?.kind === 'text' ? signUse(cell.text) : null;
      if (!use || !cell) continue;
      const { unclear } = use;
      if (unclear === null) this.#evidence.getOrInsertComputed(column, () => new SignEvidence()).note(use);
      else this.#first.getOrInsert(`${column}${unclear}`, { row: row.row, column, sign: unclear, text: cell.text });
    }
    const { sourceColumn, isMakerInHeadings, columns } = this.#rules;
    if (sourceColumn) return;
    const isBare = !isMakerInHeadings && isNumberedRow(row, this.#rules);
    if (!isBare) this.#totals.take(row);
    if (isMakerInHeadings || isBare || !row.cells.has(columns.price ?? columns.amount ?? 0)) return;
    this.#priced += 1;
    if (row.filled !== undefined && row.filled > row.cells.size) this.#wider += 1;
  }

  /** Whether a row is a heading of a group because the others of the sheet say so. */
  isHeading(row: SheetRow): boolean {
    const { isMakerInHeadings, sourceColumn } = this.#rules;
    if (isMakerInHeadings || sourceColumn || this.#wider === 0 || this.#wider < this.#priced * WIDER_SHARE)
      return false;
    return isNumberedRow(row, this.#rules);
  }

  /** Whether a row sums up others. */
  isTotal = (row: SheetRow): boolean => this.#totals.isTotal(row.row);

  /** The row with its numbers as the whole columns say that they are to be read. */
  settle(row: SheetRow): SheetRow {
    if (this.#first.size === 0) return row;
    let settled: Map<number, Cell> | null = null;
    for (const column of this.#columns) {
      const cell = row.cells.get(column);
      const sign = cell?.kind === 'text' ? signUse(cell.text)?.unclear : null;
      if (!cell || !sign || this.#meaningOf(column, sign) !== 'thousands') continue;
      settled ??= new Map(row.cells);
      settled.set(column, { ...cell, text: withoutThousands(cell.text) });
    }
    return settled ? { ...row, cells: settled } : row;
  }

  /** What was decided about signs, once for each column and sign. */
  decisions(): RowReport[] {
    return [...this.#first.values()].map(({ row, column, sign, text }) => {
      const meaning = this.#meaningOf(column, sign);
      const code = meaning === 'unknown' ? 'digits-unclear' : `digits-${meaning}`;
      return createRemark(row, column, code, `Знак «${sign}» ${MEANINGS[meaning]}`, text);
    });
  }

  #meaningOf = (column: number, sign: Sign): SignMeaning =>
    (this.#evidence.get(column) ?? new SignEvidence()).meaningOf(sign);
}
