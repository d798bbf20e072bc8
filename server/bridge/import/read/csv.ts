import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { unguardCell } from '../../pricelist/csv-guard.ts';
import { type Cell, textCell } from './cell.ts';
import { decodedText, guessEncoding } from './encoding.ts';
import { ReadError } from './error.ts';
import { BATCH_ROWS, CELL_BYTES_MAX, COLUMNS_MAX, ROWS_MAX } from './limits.ts';
import type { Selection } from './selection.ts';
import type { ReadSink } from './sink.ts';

const DELIMITERS = [';', '\t', '|', ','] as const;
const SAMPLE_LINES = 50;
const SAMPLE_CHARACTERS = 64 * 1024;

/** Streams the records of a delimited text; every cell is text, numbers are left to the import's own rules. */
export async function readCsv(file: string, selection: Selection, sink: ReadSink): Promise<void> {
  sink.sheet('', ['']);
  const { size } = await stat(file);
  const pieces = decodedText(file, await guessEncoding(file));
  let head = '';
  for (;;) {
    const { value, done } = await pieces.next();
    if (value) head += value;
    if (done || head.length >= SAMPLE_CHARACTERS) break;
  }
  if (head.includes('\0')) throw new ReadError('NOT_EXCEL');
  const declared = /^sep=(.)\r?\n/u.exec(head);
  if (declared) head = head.slice(declared[0].length);
  const parser = parse({
    delimiter: declared?.[1] ?? guessDelimiter(head),
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: COLUMNS_MAX * CELL_BYTES_MAX,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  let consumed = 0;
  async function* text() {
    yield head;
    for await (const piece of pieces) {
      consumed += piece.length;
      yield piece;
    }
  }
  const source = Readable.from(text());
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  let row = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row > ROWS_MAX) throw new ReadError('TOO_MANY_ROWS');
      selection.take(row, cellsOf(record, row, selection));
      if (selection.pending >= BATCH_ROWS) {
        sink.progress(Math.min(1, consumed / size));
        sink.rows(selection.drain());
      }
      if (selection.done) break;
    }
  } catch (error) {
    throw error instanceof CsvError ? new ReadError('BROKEN', `CSV, строка ${row + 1}`) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
  sink.rows(selection.drain());
}

function cellsOf(record: readonly string[], row: number, selection: Selection): Map<number, Cell> {
  const cells = new Map<number, Cell>();
  for (let at = 0; at < record.length && at < COLUMNS_MAX; at += 1) {
    const text = record[at] as string;
    if (text === '' || !selection.wants(row, at + 1)) continue;
    if (text.length > CELL_BYTES_MAX) throw new ReadError('CELL_TOO_BIG');
    // A formula guard, ours or another program's, is not part of the text.
    const cell = textCell(unguardCell(text));
    if (cell.kind !== 'empty') cells.set(at + 1, cell);
  }
  return cells;
}

/** The delimiter that stands equally often in the most lines of the sample; `;` when none does. */
export function guessDelimiter(sample: string): string {
  const lines = sample
    .split(/\r\n|\n|\r/u)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES);
  let best: string = ';';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const count = line.replace(/"[^"]*"/gu, '').split(delimiter).length - 1;
      if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    const score = Math.max(0, ...counts.values());
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}
