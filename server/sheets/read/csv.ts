import { stat } from 'node:fs/promises';
import { UPLOAD_REPORT_MAX } from '../../../contract/limits.ts';
import { unguardCell } from '../csv-guard.ts';
import { type Cell, textCell } from './cell.ts';
import { CsvRecords, type NumberedRecord } from './csv-records.ts';
import { guessDelimiter, namedDelimiter } from './delimiter.ts';
import { chooseEncoding, decodedText } from './encoding.ts';
import { ReadError } from './error.ts';
import { BATCH_ROWS, CELL_BYTES_MAX, COLUMNS_MAX, ROWS_MAX } from './limits.ts';
import { linesOf } from './lines.ts';
import type { ReadingRemark } from './remark.ts';
import type { Selection } from './selection.ts';
import type { ReadSink } from './sink.ts';

const SAMPLE_CHARACTERS = 64 * 1024;
/** What a decoder puts in the place of bytes that it cannot read. */
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
    if (record.row > ROWS_MAX) throw new ReadError('TOO_MANY_ROWS');
    if (isDamaged) tellDamage(record, remark);
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

/** Takes so much of a text as tells its delimiter; throws a ReadError when it is no text. */
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

/** Nobody is shown more than the first remarks, so no more are sent. */
function limitRemarks(sink: ReadSink): (remark: ReadingRemark) => void {
  let left = UPLOAD_REPORT_MAX;
  return (remark) => {
    if (left > 0) sink.remark(remark);
    left -= 1;
  };
}

function tellDamage({ row, fields }: NumberedRecord, remark: (remark: ReadingRemark) => void): void {
  const at = fields.findIndex((field) => field.includes(DAMAGED));
  if (at !== -1) remark({ code: 'damaged-text', row, column: at + 1, text: fields[at] as string });
}

function countFilled(fields: readonly string[]): number {
  let count = 0;
  for (const field of fields) if (field !== '' && field.trim() !== '') count += 1;
  return count;
}

function cellsOf({ row, fields }: NumberedRecord, selection: Selection): Map<number, Cell> {
  const cells = new Map<number, Cell>();
  for (let at = 0; at < fields.length && at < COLUMNS_MAX; at += 1) {
    const text = fields[at] as string;
    if (text === '' || text === DOS_END || !selection.wants(row, at + 1)) continue;
    if (text.length > CELL_BYTES_MAX) throw new ReadError('CELL_TOO_BIG');
    // A formula guard, ours or another program's, is not part of the text.
    const cell = textCell(unguardCell(text));
    if (cell.kind !== 'empty') cells.set(at + 1, cell);
  }
  return cells;
}
