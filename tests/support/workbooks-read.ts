import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Cell, ReadingRemark, ReadRequest } from '../../server/platform/sheet-reader/messages.ts';
import { readPriceFile } from '../../server/platform/sheet-reader/reader.ts';

/** A folder of the test's own, removed after it. */
export async function workFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'import-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface WholeRead {
  readonly title: string;
  readonly all: readonly string[];
  readonly own: Readonly<Record<string, number>> | null;
  /** Of a text. */
  readonly encoding: string | null;
  readonly remarks: readonly ReadingRemark[];
  /** Row number, then the cells by column number. */
  readonly rows: ReadonlyMap<number, ReadonlyMap<number, Cell>>;
  /** The same of values that merged cells above share with a row. */
  readonly merged: ReadonlyMap<number, ReadonlyMap<number, Cell>>;
  /** Columns that the sheet does not show. */
  readonly hidden: readonly number[];
}

/** Reads a file to its end in the reading child. Rejects with the ReadError. */
export async function readWhole(file: string, request: Partial<ReadRequest> = {}): Promise<WholeRead> {
  const rows = new Map<number, ReadonlyMap<number, Cell>>();
  const mergedRows = new Map<number, ReadonlyMap<number, Cell>>();
  let hidden: readonly number[] = [];
  let sheet = { title: '', all: [] as readonly string[] };
  let own: WholeRead['own'] = null;
  let encoding: string | null = null;
  const remarks: ReadingRemark[] = [];
  const whole = { file, sheet: null, startRow: 1, endRow: null, columns: null, ...request };
  for await (const piece of readPriceFile(whole)) {
    if (piece.kind === 'sheet') sheet = piece;
    if (piece.kind === 'own') own = piece.columns;
    if (piece.kind === 'encoding') encoding = piece.encoding;
    if (piece.kind === 'remark') remarks.push(piece.remark);
    if (piece.kind === 'hidden') hidden = piece.columns;
    if (piece.kind !== 'rows') continue;
    for (const { row, cells, merged } of piece.rows) {
      rows.set(row, cells);
      if (merged) mergedRows.set(row, merged);
    }
  }
  return { title: sheet.title, all: sheet.all, own, encoding, remarks, rows, merged: mergedRows, hidden };
}

/** The texts of the cells, row by row, gaps as ''. */
export function texts({ rows }: WholeRead): string[][] {
  return [...rows.values()].map((cells) => {
    const width = Math.max(0, ...cells.keys());
    return Array.from({ length: width }, (_, at) => cells.get(at + 1)?.text ?? '');
  });
}
