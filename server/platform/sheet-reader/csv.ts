/** Reads text files (CSV and the like): finds the delimiter and streams the rows. */
import { stat } from 'node:fs/promises';
import { UPLOAD_REPORT_MAX } from '../../../contract/limits.ts';
import { unguardCell } from '../sheets/write-csv.ts';
import { CsvRecords, type NumberedRecord } from './csv-records.ts';
import { chooseEncoding, decodedText } from './encoding.ts';
import { BATCH_ROWS, CAPS, type Cell, ReadError, type ReadingRemark, type ReadSink, textCell } from './messages.ts';
import type { Selection } from './selection.ts';

const SAMPLE_CHARACTERS = 64 * 1024;
/** Replacement character of a decoder for unreadable bytes. */
const DAMAGED = '\ufffd';
/** The sign that ended a text under DOS. */
const DOS_END = '\u001a';

/** Streams the records of a delimited text; every cell is text, numbers are left to the import's own rules. */
export async function readCsv(file: string, selection: Selection, sink: ReadSink): Promise<void> {
  sink.sheet('', ['']);
  const { size } = await stat(file);
  const { encoding, clear } = await chooseEncoding(file);
  sink.encoding(encoding);
  if (!clear) sink.remark({ code: 'encoding-unclear', row: 0, column: null, text: encoding });
  const pieces = decodedText(file, encoding);
  const { head, delimiter, width } = await beginText(pieces);
  const remark = limitRemarks(sink);
  const records = new CsvRecords(delimiter, width, remark);
  let consumed = 0;
  let isDamaged = false;
  async function* text() {
    yield head;
    yield* pieces;
  }
  async function* counted() {
    for await (const piece of text()) {
      consumed += piece.length;
      isDamaged ||= piece.includes(DAMAGED);
      yield piece;
    }
  }
  const take = (record: NumberedRecord) => {
    if (record.row > CAPS.rows) throw new ReadError('TOO_MANY_ROWS');
    if (isDamaged) reportDamage(record, remark);
    selection.take(record.row, cellsOf(record, selection), countFilled(record.fields));
    if (selection.pending < BATCH_ROWS) return;
    sink.progress(Math.min(1, consumed / size));
    sink.rows(selection.drain());
  };
  for await (const lines of linesOf(counted())) {
    for (const line of lines) {
      if (selection.done) break;
      for (const record of records.add(line)) take(record);
    }
    if (selection.done) break;
  }
  if (!selection.done) for (const record of records.end()) take(record);
  sink.rows(selection.drain());
}

/** Reads enough of a text to determine its delimiter; throws a ReadError when it is no text. */
async function beginText(pieces: AsyncGenerator<string>) {
  let head = '';
  for (;;) {
    const { value, done } = await pieces.next();
    if (value) head += value;
    if (done || head.length >= SAMPLE_CHARACTERS) break;
  }
  if (head.includes('\0')) throw new ReadError('NOT_EXCEL');
  const declared = /^sep=(.)\r?\n/u.exec(head);
  if (declared) head = head.slice(declared[0].length);
  const sample = head.slice(0, SAMPLE_CHARACTERS);
  return { head, ...(declared?.[1] ? namedDelimiter(declared[1], sample) : guessDelimiter(sample)) };
}

/** Only the first remarks are shown, so no more are sent. */
function limitRemarks(sink: ReadSink): (remark: ReadingRemark) => void {
  let left = UPLOAD_REPORT_MAX;
  return (remark) => {
    if (left > 0) sink.remark(remark);
    left -= 1;
  };
}

function reportDamage({ row, fields }: NumberedRecord, remark: (remark: ReadingRemark) => void): void {
  const at = fields.findIndex((field) => field.includes(DAMAGED));
  if (at !== -1) remark({ code: 'damaged-text', row, column: at + 1, text: fields[at] as string });
}

const countFilled = (fields: readonly string[]): number => fields.filter((field) => field.trim() !== '').length;

function cellsOf({ row, fields }: NumberedRecord, selection: Selection): Map<number, Cell> {
  const cells = new Map<number, Cell>();
  for (let at = 0; at < fields.length && at < CAPS.columns; at += 1) {
    const text = fields[at] as string;
    if (text === '' || text === DOS_END || !selection.wants(row, at + 1)) continue;
    if (text.length > CAPS.cellBytes) throw new ReadError('CELL_TOO_BIG');
    // A formula guard, ours or another program's, is not part of the text.
    const cell = textCell(unguardCell(text));
    if (cell.kind !== 'empty') cells.set(at + 1, cell);
  }
  return cells;
}

const DELIMITERS = [';', '\t', '|', ','] as const;
const SAMPLE_LINES = 50;

interface Delimiter {
  readonly delimiter: string;
  /** How often it occurs in a row; 0 when no row shows it. */
  readonly width: number;
}

/** The delimiter that occurs equally often in the most lines of the sample; `;` when none does. */
export function guessDelimiter(sample: string): Delimiter {
  const lines = sampleLines(sample);
  let best: Delimiter = { delimiter: ';', width: 0 };
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const { width, score } = usualWidth(lines, delimiter);
    if (score <= bestScore) continue;
    best = { delimiter, width };
    bestScore = score;
  }
  return best;
}

const namedDelimiter = (delimiter: string, sample: string): Delimiter => ({
  delimiter,
  width: usualWidth(sampleLines(sample), delimiter).width,
});

const sampleLines = (sample: string): string[] =>
  sample
    .split(/\r\n|\n|\r/u)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES);

function usualWidth(lines: readonly string[], delimiter: string): { width: number; score: number } {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const count = line.replace(/"[^"]*"/gu, '').split(delimiter).length - 1;
    if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
  }
  let [width, score] = [0, 0];
  for (const [count, times] of counts) if (times > score) [width, score] = [count, times];
  return { width, score };
}

/** The lines of a text that comes in pieces, many at a time, without their ends (CR LF, LF or CR). */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split(/\r\n|\n|\r/u);
    rest = lines.pop() ?? '';
    // A line feed that belongs to it may begin the next piece.
    if (piece.endsWith('\r')) rest = `${lines.pop() ?? ''}\r`;
    if (rest.length > CAPS.lineCharacters) throw new ReadError('CELL_TOO_BIG');
    yield lines;
  }
  if (rest !== '') yield [rest.replace(/\r$/u, '')];
}
