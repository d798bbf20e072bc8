import type { PriceListProblem } from '../../contract/price-list-problems.ts';

/** A row with anything in it: its number as the sheet counts it, its texts by column number from 1. */
export interface TableRow {
  readonly row: number;
  readonly cells: ReadonlyMap<number, string>;
}

/** A visible sheet as far as it was read. */
export interface TableSheet {
  /** Empty for a text, which has one sheet without a name. */
  readonly name: string;
  readonly rows: readonly TableRow[];
  /** There are more rows than were asked for. */
  readonly hasMore: boolean;
}

/** How much of each sheet is read. */
export interface TableBounds {
  readonly rows: number;
  readonly columns: number;
}

/** A file that cannot be read as a table; the message is what the person is told. */
export class UnreadableTable extends Error {
  declare readonly message: PriceListProblem;

  constructor(problem: PriceListProblem) {
    super(problem);
    this.name = 'UnreadableTable';
  }
}

/** Reads the visible sheets of a file of any kind that a sheet program writes. Throws UnreadableTable. */
export type TableReader = (file: string, bounds: TableBounds) => Promise<TableSheet[]>;
