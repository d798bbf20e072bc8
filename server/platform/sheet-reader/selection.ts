/** Picks the wanted rows, columns and sheets while a file is read. */
import { ownColumns } from '../sheets/own-columns.ts';
import * as messages from './messages.ts';

const NOTHING: messages.WantedRange = { startRow: 1, endRow: 0, columns: [] };

/** Examines the first rows in full; returns another range when they name the columns themselves. */
type HeadReader = (row: number, cells: ReadonlyMap<number, messages.Cell>) => messages.WantedRange | null;

/** Picks the wanted rows and cells and collects them in batches. */
export class Selection {
  #wish: messages.WantedRange;
  #wantedColumns: Uint8Array;
  readonly #readHead: HeadReader;
  readonly #batch: messages.SheetRow[] = [];
  #lookRows: number;
  #headOpen = true;
  readonly look: messages.SheetRow[] = [];
  /** The sheet named its columns itself: it is our own price list. */
  own = false;
  /** No wanted row can follow: the reader may stop. */
  done = false;
  /** Rows that were taken although their program does not show them: the first one, and how many. */
  #hiddenRows = { first: 0, count: 0 };
  /** Whether something stands in a column that is not shown, as far as rows are read in full. */
  readonly #hiddenColumns = new Map<number, boolean>();
  #merges: MergedAreas | null = null;

  constructor(wish: messages.WantedRange, readHead: HeadReader, lookRows = 0) {
    this.#lookRows = lookRows;
    this.#wish = wish;
    this.#wantedColumns = flags(wish.columns);
    this.#readHead = readHead;
  }

  wants(row: number, column: number): boolean {
    if ((this.#headOpen && row <= messages.HEAD_ROWS) || row <= this.#lookRows) return true;
    return !this.done && row >= this.#wish.startRow && this.#wantedColumns[column] === 1;
  }

  /** The columns of the sheet that is read next which its program does not show. */
  hideColumns(columns: readonly number[]): void {
    for (const column of columns) this.#hiddenColumns.set(column, false);
  }

  /** The merged areas of the sheet that is read next, where they are known before its rows. */
  merge(areas: readonly messages.MergedArea[]): void {
    const tall = areas.filter(({ top, bottom }) => bottom > top);
    this.#merges = tall.length > 0 ? new MergedAreas(tall) : null;
  }

  /** Takes a row with its wanted filled cells, of `filled` in all. */
  take(
    row: number,
    cells: Map<number, messages.Cell>,
    filled: number,
    isHidden = false,
    merged = this.#merges?.mergedInto(row, cells),
  ): void {
    if (this.#hiddenColumns.size > 0) {
      for (const column of cells.keys()) if (this.#hiddenColumns.has(column)) this.#hiddenColumns.set(column, true);
    }
    const isLookedAt = row <= this.#lookRows && cells.size > 0;
    if (isLookedAt) this.look.push({ row, cells: new Map(cells), filled });
    if (this.#headOpen) {
      if (row > messages.HEAD_ROWS) this.#headOpen = false;
      else {
        const wish = this.#readHead(row, cells);
        if (wish) {
          this.#wish = wish;
          this.#wantedColumns = flags(wish.columns);
          this.#headOpen = false;
          this.own = true;
          this.#batch.length = 0;
        }
        this.#dropUnwanted(cells);
      }
    }
    if (isLookedAt) this.#dropUnwanted(cells);
    const { startRow, endRow } = this.#wish;
    if (endRow !== null && row > endRow && !this.#headOpen) this.done = true;
    if (cells.size === 0 || row < startRow || (endRow !== null && row > endRow)) return;
    if (isHidden) this.#countHidden(row);
    this.#batch.push(merged ? { row, cells, filled, merged } : { row, cells, filled });
  }

  get head(): readonly messages.SheetRow[] {
    return this.look.filter(({ row }) => row < this.#wish.startRow);
  }

  /** Continues with a further sheet, of which nothing is wanted unless its head names columns itself. */
  nextSheet(): void {
    this.#lookRows = 0;
    this.#wish = NOTHING;
    this.#wantedColumns = flags(NOTHING.columns);
    this.#headOpen = true;
    this.own = false;
    this.done = false;
    this.#merges = null;
  }

  /** Begins a sheet with a range of its own; it names no columns itself. */
  beginSheet(wish: messages.WantedRange): void {
    this.#wish = wish;
    this.#wantedColumns = flags(wish.columns);
    this.#headOpen = false;
    this.done = false;
    this.#merges = null;
  }

  takeLook(): messages.SheetRow[] {
    return this.look.splice(0);
  }

  sameOfNextSheet(): void {
    this.#headOpen = true;
    this.done = false;
    this.#merges = null;
  }

  #countHidden(row: number): void {
    if (this.#hiddenRows.count === 0) this.#hiddenRows.first = row;
    this.#hiddenRows.count += 1;
  }

  /** What was counted of the sheet that has ended: hidden rows and filled hidden columns. */
  takeHidden() {
    const rows = this.#hiddenRows;
    const columns = [...this.#hiddenColumns].flatMap(([column, isFilled]) => (isFilled ? [column] : []));
    this.#hiddenRows = { first: 0, count: 0 };
    this.#hiddenColumns.clear();
    return { rows, columns };
  }

  #dropUnwanted(cells: Map<number, messages.Cell>): void {
    for (const column of cells.keys()) if (this.#wantedColumns[column] !== 1) cells.delete(column);
  }

  get pending(): number {
    return this.#batch.length;
  }

  drain(): messages.SheetRow[] {
    return this.#batch.splice(0);
  }
}

/** Values of merged cells for the rows below their first one, which come in their order. */
class MergedAreas {
  /** By their first row, later ones last. */
  readonly #waiting: messages.MergedArea[];
  #open: { readonly bottom: number; readonly column: number; readonly cell: messages.Cell }[] = [];

  constructor(areas: readonly messages.MergedArea[]) {
    this.#waiting = areas.toSorted((one, other) => other.top - one.top);
  }

  /** Notes the areas that begin in a row; answers the values of those that go on in it, undefined for none. */
  mergedInto(row: number, cells: ReadonlyMap<number, messages.Cell>): Map<number, messages.Cell> | undefined {
    let merged: Map<number, messages.Cell> | undefined;
    if (this.#open.length > 0) {
      this.#open = this.#open.filter(({ bottom }) => bottom >= row - 1);
      for (const { column, cell } of this.#open) {
        if (cells.has(column)) continue;
        merged ??= new Map();
        merged.set(column, cell);
      }
    }
    for (let next = this.#waiting.at(-1); next && next.top < row; next = this.#waiting.at(-1)) {
      this.#waiting.pop();
      const column = next.left + 1;
      const cell = next.top === row - 1 ? cells.get(column) : undefined;
      if (cell) this.#open.push({ bottom: next.bottom, column, cell });
    }
    return merged;
  }
}

function flags(columns: readonly number[] | null): Uint8Array {
  const wanted = new Uint8Array(messages.CAPS.columns + 1);
  if (columns === null) wanted.fill(1);
  else for (const column of columns) if (column <= messages.CAPS.columns) wanted[column] = 1;
  return wanted;
}

/** The wanted sheets in the order of the book; throws a ReadError where the book lacks one of them. */
export const pickSheets = <S extends { readonly title: string; readonly visible: boolean }>(
  sheets: readonly S[],
  wishes: readonly messages.WantedSheetRange[],
) =>
  wishes
    .map((wish) => ({ sheet: pickSheet(sheets, wish.sheet), wish }))
    .toSorted((one, other) => sheets.indexOf(one.sheet) - sheets.indexOf(other.sheet));

/** The sheet with that title (letter case aside), or the first visible one when no title is requested. */
export function pickSheet<S extends { readonly title: string; readonly visible: boolean }>(
  sheets: readonly S[],
  title: string | null,
): S {
  const folded = title?.trim().toLowerCase();
  const sheet = folded
    ? sheets.find((candidate) => candidate.title.trim().toLowerCase() === folded)
    : sheets.find((candidate) => candidate.visible);
  if (sheet) return sheet;
  if (!folded) throw new messages.ReadError('NO_SHEETS');
  const titles = sheets.slice(0, 20).map((candidate) => candidate.title);
  throw new messages.ReadError('NO_SHEET', titles.join(', '));
}

/** Our own price list names its columns itself: after its header those are read instead of the requested ones. */
export const recogniseOwn =
  (send: (message: Extract<messages.ChildMessage, { kind: 'own' }>) => void) =>
  (row: number, cells: ReadonlyMap<number, messages.Cell>): messages.WantedRange | null => {
    const header = Array.from({ length: messages.CAPS.columns }, (_, at) => cells.get(at + 1)?.text ?? '');
    const places = ownColumns(header);
    if (!places) return null;
    const columns = Object.fromEntries(Object.entries(places).map(([name, index]) => [name, index + 1]));
    send({ kind: 'own', columns });
    return { startRow: row + 1, endRow: null, columns: Object.values(columns) };
  };
