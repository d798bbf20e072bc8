import type { SheetRow } from '../../../sheets/read/cell.ts';
import { fromWire, toWire, type WireRows } from '../../../sheets/read/wire.ts';
import { groupName, isNumberedRow, underHeading } from '../rules/headings.ts';
import { isBlankRow, isHeading, type RowRules } from '../rules/row.ts';
import type { WaitingRows } from '../store/waiting-rows.ts';

/** Of the rows with a price, how many fill further columns in a list whose bare rows are headings. */
const WIDER_SHARE = 0.9;

/**
 * Headings of groups. Where they name manufacturers, each row takes the name of the heading above it along. Elsewhere
 * rows of a number and a title wait for the end of the file: whether they are headings shows in the other rows.
 */
export class Headings {
  readonly #waiting: WaitingRows<WireRows>;
  readonly #rules: RowRules;
  #heading = '';
  #priced = 0;
  #wider = 0;

  constructor(waiting: WaitingRows<WireRows>, rules: RowRules) {
    this.#waiting = waiting;
    this.#rules = rules;
  }

  /** The rows that are not put by, which must come in the order of the sheet. */
  async takeGoods(rows: readonly SheetRow[]): Promise<readonly SheetRow[]> {
    if (this.#rules.isMakerInHeadings) return rows.map((row) => this.#named(row));
    const bare = rows.filter((row) => this.#isBare(row));
    if (bare.length === 0) return rows;
    await this.#waiting.add(bare.map((row) => ({ key: '', maker: '', row: row.row, body: toWire([row]) })));
    const waits = new Set(bare);
    return rows.filter((row) => !waits.has(row));
  }

  /** The rows that were put by: those that are goods after all, and how many are headings. */
  async *settled(size: number): AsyncGenerator<{ goods: readonly SheetRow[]; groups: number }> {
    const areHeadings = this.#wider > 0 && this.#wider >= this.#priced * WIDER_SHARE;
    for await (const rows of this.#waiting.take(size))
      yield areHeadings ? { goods: [], groups: rows.length } : { goods: rows.flatMap(fromWire), groups: 0 };
  }

  #named(row: SheetRow): SheetRow {
    if (isBlankRow(row)) return row;
    if (!isHeading(row, this.#rules)) return underHeading(row, this.#heading);
    this.#heading = groupName(row.cells, this.#rules) || this.#heading;
    return row;
  }

  #isBare(row: SheetRow): boolean {
    if (isNumberedRow(row, this.#rules)) return true;
    const { price, amount } = this.#rules.columns;
    if (!row.cells.has(price ?? amount ?? 0)) return false;
    this.#priced += 1;
    if (row.filled !== undefined && row.filled > row.cells.size) this.#wider += 1;
    return false;
  }
}
