/**
 * Finds in the records of an old .xls what the library does not read: texts that are struck out, and a code page that
 * cannot be the right one ([MS-XLS] 2.4). Used by legacy.ts.
 */
import { CFB } from '@e965/xlsx';

/** A cell that is struck out: all of it, or the parts of its text. */
export type StruckCell = 'whole' | { readonly kept: string; readonly struck: string };

export interface XlsFacts {
  /** By the place of the sheet in the book, then by row and column from 0. */
  readonly struck: readonly ReadonlyMap<number, ReadonlyMap<number, StruckCell>>[];
  /** The records with the code page of their texts, where they name a wrong one. */
  readonly corrected: Buffer | null;
}

const NOTHING: XlsFacts = { struck: [], corrected: null };

const BOF = [0x0009, 0x0209, 0x0409, 0x0809];
const EOF = 0x000a;
const CODE_PAGE = 0x0042;
const BOUND_SHEET = 0x0085;
const FONTS = [0x0031, 0x0231];
const XF = 0x00e0;
const SST = 0x00fc;
const CONTINUE = 0x003c;
const LABEL_SST = 0x00fd;
const MUL_RK = 0x00bd;
const LABELS = [0x0204, 0x00d6];
/** Records of one cell, which begin with its row, column and format. */
const CELLS: ReadonlySet<number> = new Set([...LABELS, 0x0203, 0x0205, 0x0006, 0x0206, 0x0406, 0x027e, LABEL_SST]);
const STRUCK_BIT = 0x0008;
const BIFF8 = 0x0600;
const WESTERN = [1252, 0x8001];
const RUSSIAN = 1251;
/** Letters of windows-1251 in a row: no western word has so many with accents. */
const RUSSIAN_LETTERS = 3;
const FIRST_LETTER = 0xc0;

interface XlsRecord {
  readonly id: number;
  /** Where the record begins, and its body. */
  readonly start: number;
  readonly body: Buffer;
}

/** What the records of a file say; nothing of one that is damaged, which the library refuses. */
export function factsOfXls(file: Buffer): XlsFacts {
  try {
    return factsOf(streamOf(file));
  } catch {
    return NOTHING;
  }
}

function streamOf(file: Buffer): Buffer {
  if (file[0] !== 0xd0) return file;
  const container = CFB.read(file, { type: 'buffer' });
  const entry = CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book');
  return entry ? Buffer.from(entry.content as Uint8Array) : Buffer.alloc(0);
}

function* recordsOf(stream: Buffer): Generator<XlsRecord> {
  for (let at = 0; at + 4 <= stream.length; ) {
    const end = at + 4 + stream.readUInt16LE(at + 2);
    yield { id: stream.readUInt16LE(at), start: at, body: stream.subarray(at + 4, end) };
    at = end;
  }
}

function factsOf(stream: Buffer): XlsFacts {
  const book = new BookRecords();
  const sheets = new Map<number, Map<number, Map<number, StruckCell>>>();
  let open: Map<number, Map<number, StruckCell>> | null = null;
  let depth = 0;
  for (const record of recordsOf(stream)) {
    const { id, start, body } = record;
    if (BOF.includes(id)) {
      depth += 1;
      if (depth === 1 && book.isEnded) {
        open = new Map();
        sheets.set(start, open);
      } else if (depth === 1) book.version = body.readUInt16LE(0);
    } else if (id === EOF) {
      depth -= 1;
      if (depth > 0) continue;
      // Sheets in a book of BIFF8 have nothing to find where no font strikes out.
      if (!book.isEnded && !book.end() && book.version === BIFF8) return NOTHING;
      open = null;
    } else if (!book.isEnded) book.take(record);
    else if (depth === 1 && open) takeCell(record, book, open);
  }
  const struck = book.sheets.map((start) => sheets.get(start) ?? new Map());
  if (!book.isMiscoded) return { struck, corrected: null };
  const corrected = Buffer.from(stream);
  corrected.writeUInt16LE(RUSSIAN, book.codePageAt);
  return { struck, corrected };
}

function takeCell({ id, body }: XlsRecord, book: BookRecords, open: Map<number, Map<number, StruckCell>>): void {
  if (LABELS.includes(id)) book.lookAtText(body);
  if (!CELLS.has(id) && id !== MUL_RK) return;
  const row = body.readUInt16LE(0);
  const first = body.readUInt16LE(2);
  const cells = id === MUL_RK ? Math.floor((body.length - 6) / 6) : 1;
  for (let at = 0; at < cells; at += 1) {
    const isWhole = book.isStruck(body.readUInt16LE(4 + 6 * at));
    const cell = isWhole ? 'whole' : id === LABEL_SST ? book.struckStrings.get(body.readUInt32LE(6)) : undefined;
    if (cell) open.getOrInsertComputed(row, () => new Map()).set(first + at, cell);
  }
}

/** What stands before the sheets of a book: its fonts, formats, shared texts and code page. */
class BookRecords {
  version = BIFF8;
  isEnded = false;
  codePageAt = -1;
  /** Where each sheet begins, in their order. */
  readonly sheets: number[] = [];
  readonly struckStrings = new Map<number, StruckCell>();
  readonly #fonts: boolean[] = [];
  readonly #formats: number[] = [];
  readonly #strings: Buffer[] = [];
  #isInStrings = false;
  #isRussian = false;

  take({ id, start, body }: XlsRecord): void {
    this.#isInStrings = id === SST || (id === CONTINUE && this.#isInStrings);
    if (this.#isInStrings) this.#strings.push(body);
    else if (FONTS.includes(id)) this.#fonts.push((body.readUInt16LE(2) & STRUCK_BIT) !== 0);
    else if (id === XF) this.#formats.push(body.readUInt16LE(0));
    else if (id === BOUND_SHEET) this.sheets.push(body.readUInt32LE(0));
    else if (id === CODE_PAGE && WESTERN.includes(body.readUInt16LE(0))) this.codePageAt = start + 4;
  }

  /** Ends what stands before the sheets; answers whether a font strikes out. */
  end(): boolean {
    this.isEnded = true;
    const isAny = this.#fonts.includes(true);
    if (isAny && this.#strings.length > 0) this.#findStruckStrings();
    return isAny;
  }

  get isMiscoded(): boolean {
    return this.version !== BIFF8 && this.codePageAt !== -1 && this.#isRussian;
  }

  isStruck = (format: number): boolean => this.#isStruckFont(this.#formats[format] ?? 0);

  /** There is no font with the number 4. */
  #isStruckFont(font: number): boolean {
    return this.#fonts[font < 4 ? font : font - 1] === true;
  }

  lookAtText(body: Buffer): void {
    if (this.#isRussian || this.version === BIFF8) return;
    let letters = 0;
    for (let at = 8; at < body.length; at += 1) {
      letters = (body[at] as number) >= FIRST_LETTER ? letters + 1 : 0;
      if (letters === RUSSIAN_LETTERS) this.#isRussian = true;
    }
  }

  #findStruckStrings(): void {
    const strings = new SharedStrings(this.#strings);
    for (let index = 0; index < strings.count; index += 1) {
      const { text, runs } = strings.next();
      if (!runs.some(({ font }) => this.#isStruckFont(font))) continue;
      let kept = text.slice(0, runs[0]?.from ?? text.length);
      let struck = '';
      for (const [at, { from, font }] of runs.entries()) {
        const piece = text.slice(from, runs[at + 1]?.from ?? text.length);
        if (!this.#isStruckFont(font)) kept += piece;
        else {
          struck += piece;
          kept += ' ';
        }
      }
      this.struckStrings.set(index, { kept: kept.replace(/ +/gu, ' ').trim(), struck });
    }
  }
}

interface RichText {
  readonly text: string;
  /** From where on which font counts. */
  readonly runs: readonly { readonly from: number; readonly font: number }[];
}

/** The shared texts of a book, in a record and those that continue it; throws a RangeError where they are cut. */
class SharedStrings {
  readonly count: number;
  readonly #pieces: readonly Buffer[];
  #piece = 0;
  #at = 8;

  constructor(pieces: readonly Buffer[]) {
    this.#pieces = pieces;
    this.count = pieces[0]?.readUInt32LE(4) ?? 0;
  }

  next(): RichText {
    const length = this.#number(2);
    const flags = this.#number(1);
    const runs = flags & 8 ? this.#number(2) : 0;
    const further = flags & 4 ? this.#number(4) : 0;
    const text = this.#text(length, (flags & 1) !== 0);
    const read = Array.from({ length: runs }, () => ({ from: this.#number(2), font: this.#number(2) }));
    for (let skipped = 0; skipped < further; skipped += 1) this.#number(1);
    return { text, runs: read };
  }

  #number(bytes: number): number {
    if (this.#at >= this.#current.length) this.#goOn();
    const value = this.#current.readUIntLE(this.#at, bytes);
    this.#at += bytes;
    return value;
  }

  /** A text that goes on in another record says anew how wide its characters are. */
  #text(length: number, isWide: boolean): string {
    let text = '';
    let wide = isWide;
    for (let left = length; left > 0; ) {
      if (this.#at >= this.#current.length) {
        this.#goOn();
        wide = (this.#number(1) & 1) !== 0;
      }
      const size = wide ? 2 : 1;
      const taken = Math.min(left, Math.floor((this.#current.length - this.#at) / size));
      if (taken === 0) throw new RangeError('a shared text is cut');
      text += this.#current.toString(wide ? 'utf16le' : 'latin1', this.#at, this.#at + taken * size);
      this.#at += taken * size;
      left -= taken;
    }
    return text;
  }

  get #current(): Buffer {
    return this.#pieces[this.#piece] as Buffer;
  }

  #goOn(): void {
    this.#piece += 1;
    this.#at = 0;
    if (this.#piece >= this.#pieces.length) throw new RangeError('a shared text is cut');
  }
}
