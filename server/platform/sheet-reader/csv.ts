/** Reads text files (CSV and the like): finds the delimiter and streams the rows. */
import { stat } from 'node:fs/promises';
import { isOwnPriceList } from '../../../rules/price-lists/own-price-list.ts';
import { unguardCell } from '../sheets/write-csv.ts';
import { CsvRecords, guessDelimiter, type NumberedRecord, namedDelimiter } from './csv-records.ts';
import { type CsvShape, type FittedRecord, fitRecord, shapeOf } from './csv-shape.ts';
import { chooseEncoding, decodedText } from './encoding.ts';
import {
  BATCH_ROWS,
  CAPS,
  type Cell,
  HEAD_ROWS,
  ReadError,
  type ReadingRemark,
  type ReadSink,
  textCell,
} from './messages.ts';
import type { Selection } from './selection.ts';

const SAMPLE_CHARACTERS = 64 * 1024;
/** Records that show the shape of a list. */
const SHAPE_RECORDS = 300;
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
  const remark = (note: ReadingRemark) => sink.remark(note);
  const records = new CsvRecords(delimiter, width, remark);
  let consumed = 0;
  async function* text() {
    yield head;
    yield* pieces;
  }
  async function* counted() {
    for await (const piece of text()) {
      consumed += piece.length;
      yield piece;
    }
  }
  let shape: CsvShape | null = null;
  let first: NumberedRecord[] = [];
  /** Our own list: recognised here too, since a file that is staged is read before anything else of it is known. */
  let isOwn = false;
  const begin = () => {
    shape = shapeOf(
      first.map(({ fields }) => fields),
      delimiter,
    );
    if (shape.split.length > 0)
      remark({ code: 'decimals-joined', row: 0, column: (shape.split[0] ?? 0) + 1, text: '' });
    for (const record of first) if (!selection.done) take(record, shape);
    first = [];
  };
  const take = ({ row, fields }: NumberedRecord, known: CsvShape) => {
    if (row > CAPS.rows) throw new ReadError('TOO_MANY_ROWS');
    isOwn ||= row <= HEAD_ROWS && isOwnPriceList(fields);
    const fitted = fitRecord(known, fields, isOwn);
    selection.take(row, cellsOf(row, fitted, selection, isOwn), countFilled(fitted.fields));
    if (selection.pending < BATCH_ROWS) return;
    sink.progress(Math.min(1, consumed / size));
    sink.rows(selection.drain());
  };
  const add = (record: NumberedRecord) => {
    if (shape) return take(record, shape);
    first.push(record);
    if (first.length === SHAPE_RECORDS) begin();
  };
  for await (const lines of linesOf(counted())) {
    for (const line of lines) {
      if (selection.done) break;
      for (const record of records.add(line)) add(record);
    }
    if (selection.done) break;
  }
  if (!selection.done) for (const record of records.end()) add(record);
  if (!shape) begin();
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

const countFilled = (fields: readonly string[]): number => fields.filter((field) => field.trim() !== '').length;

function cellsOf(
  row: number,
  { fields, isShifted }: FittedRecord,
  selection: Selection,
  isOwn: boolean,
): Map<number, Cell> {
  const cells = new Map<number, Cell>();
  for (let at = 0; at < fields.length && at < CAPS.columns; at += 1) {
    const text = fields[at] as string;
    if (text === '' || text === DOS_END || !selection.wants(row, at + 1)) continue;
    if (text.length > CAPS.cellBytes) throw new ReadError('CELL_TOO_BIG');
    // A formula guard of our own list is not part of the text.
    const shown = isOwn ? unguardCell(text) : shownText(text);
    const cell = text.startsWith('=') && FORMULA.test(shown) ? ({ kind: 'error', text } as const) : textCell(shown);
    if (cell.kind !== 'empty') cells.set(at + 1, isShifted ? { kind: 'shifted', text } : cell);
  }
  return cells;
}

/** A text, the same as T("…"), or the label of a link. */
const QUOTED_FORMULA =
  /^=\s*(?:(?:[TТ]\s*)?\(\s*|(?:HYPERLINK|ГИПЕРССЫЛКА)\s*\(\s*"[^"]*"\s*[;,]\s*)?"((?:[^"]|"")*)"\s*(?:\)\s*)?$/iu;
const NUMBER_FORMULA = /^=\s*([-+]?\d[\d.,]*)\s*$/u;
/** A formula that no program has worked out, and so as good as an error: a call, a reference to another cell, or joined texts. */
const FORMULA =
  /^=\s*(?:\p{L}[\p{L}\d._]{0,40}\s*\(.*\)|[-+(]*\$?[A-Z]{1,3}\$?\d{1,7}(?:\s*[-+*/^&,;:!)].*)?|"[^"]*"\s*&.*)\s*$/su;
/** An apostrophe before digits makes them a text. */
const TEXT_MARK = /^'(?=[\d\s]*\d)[^']*$/u;

/** What a sheet program shows for a field: `="00123"` and `'00123` are guards of a text. */
function shownText(field: string): string {
  const text = unguardCell(field);
  if (text.startsWith('=')) {
    const quoted = QUOTED_FORMULA.exec(text)?.[1];
    return quoted === undefined ? (NUMBER_FORMULA.exec(text)?.[1] ?? text) : quoted.replaceAll('""', '"');
  }
  return text.startsWith("'") && TEXT_MARK.test(text) ? text.slice(1) : text;
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
