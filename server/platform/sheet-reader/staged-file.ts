/**
 * A file that was read once, whole: every visible and hidden sheet with all its cells, as lines of JSON in a file of our
 * own, and at its end a table of contents. Any part of it is read again without the first file and without a process.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { TextEncoding } from '../../../contract/catalogue/runs.ts';
import * as messages from './messages.ts';
import { pickSheet, pickSheets, recogniseOwn, Selection } from './selection.ts';

/** A sheet of a staged file. */
interface StagedSheet {
  readonly title: string;
  readonly isHidden: boolean;
  /** Its columns, from 1, that its program does not show. */
  readonly hidden: readonly number[];
  readonly remarks: readonly messages.ReadingRemark[];
  /** The last row that the sheet says to have; null where it says nothing. */
  readonly extent: number | null;
  /** Where its rows stand in the staged file, bytes. */
  readonly from: number;
  readonly to: number;
}

/** What a staged file holds. */
export interface StagedContents<Beside = unknown> {
  /** In the order in which they were read: the first is the one that is meant where none is named. */
  readonly sheets: readonly StagedSheet[];
  /** All titles in the order of the book. */
  readonly titles: readonly string[];
  /** The names of the lists of a zip of several. */
  readonly lists: readonly string[];
  /** Of a text. */
  readonly encoding: TextEncoding | null;
  /** Of the file as a whole. */
  readonly remarks: readonly messages.ReadingRemark[];
  /** What the child that staged the file made of it. */
  readonly beside: Beside;
}

const CHUNK = 1024 * 1024;
/** A staged file ends with the place of its contents, as so many digits. */
const PLACE_DIGITS = 16;

/** Writes a staged file, in the child that reads the first one. Throws a ReadError where it becomes too large. */
export class StagedWriter {
  readonly #file: number;
  readonly #sheets: { -readonly [Name in keyof StagedSheet]: StagedSheet[Name] }[] = [];
  readonly #remarks: messages.ReadingRemark[] = [];
  readonly #lists: string[] = [];
  #titles: readonly string[] = [];
  #encoding: TextEncoding | null = null;
  #pending: string[] = [];
  #pendingLength = 0;
  #at = 0;

  /** What it made of the lists before this one, where one file is made of several lists. */
  readonly before: readonly unknown[] = [];

  /** Goes on with the file of a list before, where there is one. */
  constructor(path: string, { isFurther = false, member }: Pick<messages.ReadRequest, 'isFurther' | 'member'> = {}) {
    this.#file = openSync(path, isFurther ? 'r+' : 'w', 0o600);
    if (member !== undefined) this.#lists.push(member);
    if (!isFurther) return;
    const { sheets, titles, lists, encoding, remarks, beside, place } = placedContents<readonly unknown[]>(this.#file);
    this.#sheets.push(...sheets);
    this.#lists.unshift(...lists);
    this.#remarks.push(...remarks);
    this.#titles = titles;
    this.#encoding = encoding;
    this.#at = place;
    this.before = beside;
    ftruncateSync(this.#file, place);
  }

  take(message: messages.ChildMessage): void {
    if (message.kind === 'sheet') {
      this.#endSheet();
      this.#titles = [...new Set([...this.#titles, ...message.all])];
      const { title, isHidden = false } = message;
      const place = { from: this.#at, to: this.#at };
      this.#sheets.push({ title, isHidden, hidden: [], remarks: [], extent: null, ...place });
    } else if (message.kind === 'extent') {
      const sheet = this.#sheets.at(-1);
      if (sheet) sheet.extent = message.rows;
    } else if (message.kind === 'hidden') {
      const sheet = this.#sheets.at(-1);
      if (sheet) sheet.hidden = message.columns;
    } else if (message.kind === 'encoding') this.#encoding = message.encoding;
    else if (message.kind === 'remark') this.#remark(message.remark);
    else if (message.kind === 'rows') this.#write(JSON.stringify(message.rows));
  }

  end<Beside>(beside: Beside): void {
    this.#endSheet();
    const contents: StagedContents<Beside> = {
      sheets: this.#sheets,
      titles: this.#titles,
      lists: this.#lists,
      encoding: this.#encoding,
      remarks: this.#remarks,
      beside,
    };
    const place = this.#at;
    this.#write(JSON.stringify(contents));
    this.#flush();
    writeSync(this.#file, String(place).padStart(PLACE_DIGITS, '0'), this.#at);
    closeSync(this.#file);
  }

  #remark(remark: messages.ReadingRemark): void {
    const sheet = this.#sheets.at(-1);
    if (!sheet || WHOLE_FILE.has(remark.code)) this.#remarks.push(remark);
    else sheet.remarks = [...sheet.remarks, remark];
  }

  #endSheet(): void {
    this.#flush();
    const sheet = this.#sheets.at(-1);
    if (sheet) sheet.to = this.#at;
  }

  #write(line: string): void {
    this.#pending.push(line);
    this.#pendingLength += line.length;
    if (this.#pendingLength >= CHUNK) this.#flush();
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    const bytes = Buffer.from(`${this.#pending.join('\n')}\n`);
    this.#pending = [];
    this.#pendingLength = 0;
    if (this.#at + bytes.length > messages.CAPS.stagedBytes) throw new messages.ReadError('TOO_BIG');
    for (let written = 0; written < bytes.length; )
      written += writeSync(this.#file, bytes, written, bytes.length - written, this.#at + written);
    this.#at += bytes.length;
  }
}

/** Remarks about the file, wherever they come. */
const WHOLE_FILE: ReadonlySet<messages.ReadingRemarkCode> = new Set(['encoding-unclear']);

/** What a staged file holds. Throws where it is none. */
export function stagedContents<Beside>(path: string): StagedContents<Beside> {
  const file = openSync(path, 'r');
  try {
    return placedContents<Beside>(file);
  } finally {
    closeSync(file);
  }
}

/** The contents, and where they stand. */
function placedContents<Beside>(file: number): StagedContents<Beside> & { readonly place: number } {
  const { size } = fstatSync(file);
  const place = Number(bytesOf(file, size - PLACE_DIGITS, size).toString('latin1'));
  return {
    ...(JSON.parse(bytesOf(file, place, size - PLACE_DIGITS).toString('utf8')) as StagedContents<Beside>),
    place,
  };
}

function bytesOf(file: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(to - from);
  readInto(bytes, file, from);
  return bytes;
}

/** Fills the bytes from this place of a file on. */
function readInto(bytes: Buffer, file: number, from: number): void {
  if (readSync(file, bytes, 0, bytes.length, from) < bytes.length) throw new Error('the staged file ends too early');
}

/** Batches of packed rows that stand between two places of a staged file, and the bytes that each took. */
function* batchesOf(file: number, { from, to }: Pick<StagedSheet, 'from' | 'to'>) {
  // One buffer for all: a new one for each part would be garbage beyond the heap, of which nothing hurries a collection.
  let buffer = Buffer.allocUnsafe(Math.min(CHUNK, to - from));
  let filled = 0;
  for (let at = from; at < to; ) {
    // A batch that is longer than the buffer.
    if (filled === buffer.length) buffer = Buffer.concat([buffer], 2 * buffer.length);
    const length = Math.min(buffer.length - filled, to - at);
    readInto(buffer.subarray(filled, filled + length), file, at);
    at += length;
    filled += length;
    let start = 0;
    for (let end = buffer.indexOf(0x0a); end >= 0 && end < filled; end = buffer.indexOf(0x0a, start)) {
      yield { wire: JSON.parse(buffer.toString('utf8', start, end)) as messages.PackedRows, bytes: end + 1 - start };
      start = end + 1;
    }
    buffer.copyWithin(0, start, filled);
    filled -= start;
  }
}

/** A part of a staged file, as it would be asked of the file itself. */
export type StagedRequest = Omit<
  messages.ReadRequest,
  'file' | 'text' | 'beside' | 'unpackTo' | 'stageTo' | 'isFurther' | 'member'
>;

/**
 * Reads the requested part of a staged file; gives the pieces that reading the file itself would. Leaving the loop early
 * is no error. Throws a ReadError for a sheet that is not there.
 */
export function* readStaged(path: string, request: StagedRequest): Generator<messages.ReadPiece> {
  const file = openSync(path, 'r');
  try {
    const contents = placedContents(file);
    if (contents.encoding !== null) yield { kind: 'encoding', encoding: contents.encoding };
    for (const remark of contents.remarks) yield { kind: 'remark', remark };
    yield* piecesOf(file, contents, request);
  } finally {
    closeSync(file);
  }
}

function* piecesOf(file: number, contents: StagedContents, request: StagedRequest): Generator<messages.ReadPiece> {
  const { titles } = contents;
  const wanted = sheetsOf(contents, request);
  const pieces: messages.ReadPiece[] = [];
  const isAsked = request.allSheets === true || request.sheets !== undefined;
  const head = isAsked ? () => null : recogniseOwn((piece) => pieces.push(piece));
  const selection = new Selection(request, head, request.lookRows);
  const isOne = !isAsked;
  const total = (isOne ? wanted.slice(0, 1) : wanted).reduce((sum, { from, to }) => sum + to - from, 0);
  let done = 0;
  for (const [at, sheet] of wanted.entries()) {
    // Our own list continues on further sheets when one cannot hold all positions.
    if (isOne && at > 0 && !selection.own) return;
    if (!isOne || at === 0) {
      yield { kind: 'sheet', title: sheet.title, all: titles };
      if (sheet.extent !== null) yield { kind: 'extent', rows: sheet.extent };
    }
    if (sheet.wish) selection.beginSheet(sheet.wish);
    else if (at > 0 && isOne) selection.nextSheet();
    else if (at > 0) selection.sameOfNextSheet();
    yield* factsOf(sheet, sheet.wish ?? request);
    let isHeadGiven = false;
    for (const { wire, bytes } of batchesOf(file, sheet)) {
      takePacked(wire, selection);
      yield* pieces.splice(0);
      const rows = selection.drain();
      if (rows.length > 0) {
        if (!isHeadGiven && selection.head.length > 0) yield { kind: 'head', rows: selection.head };
        isHeadGiven = true;
        yield { kind: 'rows', rows };
      }
      done += bytes;
      if (selection.done) break;
      yield { kind: 'progress', done: Math.min(1, done / total) };
    }
    const look = selection.takeLook();
    if (look.length > 0) yield { kind: 'look', rows: look };
  }
}

/** What is known of a sheet beside its rows, as far as it is about what is read of it. */
function* factsOf(
  { hidden, remarks }: StagedSheet,
  { startRow, endRow }: messages.WantedRange,
): Generator<messages.ReadPiece> {
  if (hidden.length > 0) yield { kind: 'hidden', columns: hidden };
  for (const remark of remarks) {
    const isInRows = remark.row === 0 || (remark.row >= startRow && (endRow === null || remark.row <= endRow));
    if (isInRows) yield { kind: 'remark', remark };
  }
}

type WantedSheet = StagedSheet & { readonly wish?: messages.WantedSheetRange };

/** The sheets that are read, in order; without a name those behind the first only where that is our own list. */
function sheetsOf({ sheets, titles, lists }: StagedContents, request: StagedRequest): readonly WantedSheet[] {
  const listed = sheets.map((sheet) => ({ ...sheet, visible: !sheet.isHidden }));
  const inBook = listed.toSorted((one, other) => titles.indexOf(one.title) - titles.indexOf(other.title));
  if (request.sheets) {
    // A text has one sheet without a name.
    if (titles.length === 1 && titles[0] === '' && request.sheets[0]?.sheet !== '')
      throw new messages.ReadError('NO_SHEET');
    return pickSheets(inBook, request.sheets).map(({ sheet, wish }) => ({ ...sheet, wish }));
  }
  if (request.sheet !== null) return [pickSheet(inBook, sheetOfList(inBook, lists, request.sheet))];
  if (lists.length > 1 && !request.allSheets) throw new messages.ReadError('SEVERAL_LISTS', lists.join(', '));
  return listed.filter(({ visible }) => visible);
}

/** The title that is meant: the name of a list alone means its first sheet. */
function sheetOfList(
  sheets: readonly { readonly title: string; readonly visible: boolean }[],
  lists: readonly string[],
  title: string,
): string {
  if (!lists.includes(title)) return title;
  const own = sheets.find((sheet) => sheet.visible && messages.titleInMember(title, sheet.title) !== null);
  return own?.title ?? title;
}

/** Passes packed rows to a selection, with the cells that it wants. */
function takePacked(wire: messages.PackedRows, selection: Selection): void {
  for (let at = 0; at < wire.length && !selection.done; ) {
    const row = Math.abs(wire[at] as number);
    const hasMerged = (wire[at] as number) < 0;
    const filled = wire[at + 1] as number;
    const cells = new Map<number, messages.Cell>();
    at = takeCells(wire, at + 2, cells, (column) => selection.wants(row, column));
    const merged = new Map<number, messages.Cell>();
    if (hasMerged) at = takeCells(wire, at, merged, () => true);
    selection.take(row, cells, filled, false, hasMerged ? merged : undefined);
  }
}

/** Unpacks the wanted ones of some cells, their number first; answers the place behind them. */
function takeCells(
  wire: messages.PackedRows,
  from: number,
  cells: Map<number, messages.Cell>,
  isWanted: (column: number) => boolean,
): number {
  let at = from + 1;
  for (let left = wire[from] as number; left > 0; left -= 1) {
    const code = wire[at] as number;
    const isText = code % 2 === 0;
    const column = isText ? code / 2 : (code - 1) / 2;
    if (isWanted(column)) cells.set(column, messages.packedCell(wire, at));
    at += isText ? 2 : 4;
  }
  return at;
}
