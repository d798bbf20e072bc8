/** Turns the XML of a sheet and of the shared strings of an .xlsx into rows. */
import { SHEET_DIGITS, sheetNumber } from '../sheets/decimal.ts';
import { CAPS, type Cell, EMPTY_CELL, FORMULA_CELL, ReadError, textCell } from './messages.ts';
import { GENERAL, type NumberFormat, showDate, showMoment, showNumber } from './number-format.ts';
import type { Selection } from './selection.ts';
import { type Attributes, attribute, nameId, unescapeXml, type XmlHandler } from './xml-tokenizer.ts';

const ROW = nameId('row');
const CELL = nameId('c');
const VALUE = nameId('v');
const FORMULA = nameId('f');
const TEXT = nameId('t');
const INLINE = nameId('is');
const PHONETIC = nameId('rPh');
const SHEET_DATA = nameId('sheetData');
const DIMENSION = nameId('dimension');
const AREA = nameId('ref');
const REFERENCE = nameId('r');
const INLINE_TYPE = 'inlineStr';
const STYLE = nameId('s');
const TYPE = nameId('t');

export interface SheetContext {
  readonly strings: StringTable;
  readonly formats: readonly NumberFormat[];
  readonly since1904: boolean;
  readonly selection: Selection;
  /** The last row, where the sheet declares it before its rows. */
  readonly onExtent: (rows: number) => void;
}

/** Turns the XML of a sheet into rows for `selection.take`, only the wanted columns of the wanted rows. */
export function sheetHandler(context: SheetContext): XmlHandler {
  const { selection, onExtent } = context;
  let row = 0;
  let column = 0;
  let count = 0;
  let filled = 0;
  let hasValue = false;
  let cells = new Map<number, Cell>();
  let wanted = false;
  let style = 0;
  let type = '';
  let value = '';
  let inValue = false;
  let inline = false;
  let isFormula = false;
  let phonetic = false;
  let inData = false;

  const openRow = (tag: Attributes) => {
    const given = integerAttribute(tag, REFERENCE);
    row = given > row ? given : row + 1;
    if (row > CAPS.rows) throw new ReadError('TOO_MANY_ROWS');
    column = 0;
    count = 0;
    filled = 0;
    cells = new Map();
  };

  const openCell = (tag: Attributes) => {
    column += 1;
    count += 1;
    if (count > CAPS.rowCells) throw new ReadError('TOO_BIG');
    style = 0;
    type = '';
    value = '';
    inline = false;
    isFormula = false;
    hasValue = false;
    for (let at = 0; at < tag.count; at += 1) {
      const name = tag.names[at];
      const start = tag.starts[at] as number;
      const end = tag.ends[at] as number;
      // The letters `t` (type) and `s` (style) are cell attributes, `r` its reference such as AB12.
      if (name === REFERENCE) column = columnOf(tag.bytes, start, end) || column;
      else if (name === STYLE) style = digitsOf(tag.bytes, start, end);
      else if (name === TYPE) type = typeOf(tag.bytes, start, end);
    }
    wanted = column <= CAPS.columns && selection.wants(row, column);
  };

  const closeCell = () => {
    if (!wanted) {
      if (hasValue) filled += 1;
      return;
    }
    wanted = false;
    // A text of a formula may be empty; any other formula without a value was never calculated.
    const isUnknown = isFormula && value === '' && type !== 'str';
    const cell = isUnknown ? FORMULA_CELL : cellOf(type, value, inline, style, context);
    if (cell.kind === 'empty') return;
    cells.set(column, cell);
    filled += 1;
  };

  return {
    open(name, tag, selfClosing) {
      if (name === SHEET_DATA) inData = !selfClosing;
      else if (name === DIMENSION && !inData) reportExtent(attribute(tag, AREA) ?? '', onExtent);
      if (!inData) return;
      if (name === CELL) {
        openCell(tag);
        if (selfClosing) closeCell();
      } else if (name === VALUE || (name === TEXT && inline && !phonetic)) inValue = !selfClosing;
      else if (name === FORMULA) isFormula = true;
      else if (name === INLINE) inline = !selfClosing;
      else if (name === PHONETIC) phonetic = !selfClosing;
      else if (name === ROW) {
        openRow(tag);
        if (selfClosing) selection.take(row, cells, filled);
      }
    },
    close(name) {
      if (name === VALUE || name === TEXT) inValue = false;
      else if (name === CELL) closeCell();
      else if (name === PHONETIC) phonetic = false;
      else if (name === ROW) selection.take(row, cells, filled);
      else if (name === SHEET_DATA) inData = false;
    },
    text(bytes, start, end, encoded) {
      if (!inValue) return;
      hasValue = true;
      if (!wanted) return;
      const piece = bytes.toString('utf8', start, end);
      value += encoded ? unescapeXml(piece) : piece;
      if (value.length > CAPS.cellBytes) throw new ReadError('CELL_TOO_BIG');
    },
  };
}

/** An area such as `A1:F1234`; writers that do not know theirs put one of a single cell. */
function reportExtent(area: string, onExtent: (rows: number) => void): void {
  const last = /:\$?[A-Z]{1,3}\$?(\d{1,7})$/iu.exec(area)?.[1];
  if (last !== undefined) onExtent(Number(last));
}

function cellOf(type: string, value: string, inline: boolean, style: number, context: SheetContext): Cell {
  if (type === 's') return value === '' ? EMPTY_CELL : sharedCell(value, context.strings);
  if (type === INLINE_TYPE || inline || type === 'str') return textCell(unescapeControls(value));
  if (value === '') return EMPTY_CELL;
  if (type === 'b') {
    const truth = value === '1' || value === 'true';
    return { kind: 'boolean', text: truth ? 'ИСТИНА' : 'ЛОЖЬ', number: truth ? 1 : 0 };
  }
  if (type === 'e') return { kind: 'error', text: value };
  if (type === 'd') {
    const date = new Date(/[Zz]|[+-]\d\d:\d\d$/u.test(value) ? value : `${value}${value.includes('T') ? 'Z' : ''}`);
    return { kind: 'date', text: Number.isNaN(date.getTime()) ? value : showMoment(date) };
  }
  const number = value.length <= SHEET_DIGITS ? Number(value) : sheetNumber(Number(value));
  if (!Number.isFinite(number)) return textCell(value);
  const format = context.formats[style];
  if (!format || format.kind === 'general') return { kind: 'number', text: showNumber(number, GENERAL), number };
  if (format.kind === 'date') return { kind: 'date', text: showDate(number, context.since1904), number };
  return { kind: 'number', text: showNumber(number, format), number };
}

function sharedCell(index: string, strings: StringTable): Cell {
  const text = strings.at(Number(index));
  // A reference to a missing string: the cell's text is lost, the rest of the sheet is not.
  return text === null ? { kind: 'error', text: '#REF!' } : textCell(text);
}

/** The type of a cell, without making a text for the most frequent one. */
function typeOf(bytes: Buffer, start: number, end: number): string {
  if (end - start === 1) return String.fromCharCode(bytes[start] as number);
  if (end - start === INLINE_TYPE.length) {
    let at = 0;
    while (at < INLINE_TYPE.length && INLINE_TYPE.charCodeAt(at) === bytes[start + at]) at += 1;
    if (at === INLINE_TYPE.length) return INLINE_TYPE;
  }
  return bytes.toString('latin1', start, end);
}

function columnOf(bytes: Buffer, start: number, end: number): number {
  let column = 0;
  for (let at = start; at < end; at += 1) {
    const letter = (bytes[at] as number) & 0xdf;
    if (letter < 0x41 || letter > 0x5a) break;
    column = column * 26 + letter - 0x40;
  }
  return column;
}

function digitsOf(bytes: Buffer, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) return 0;
    number = number * 10 + digit;
  }
  return number;
}

function integerAttribute(tag: Attributes, name: number): number {
  for (let at = 0; at < tag.count; at += 1) {
    if (tag.names[at] === name) return digitsOf(tag.bytes, tag.starts[at] as number, tag.ends[at] as number);
  }
  return 0;
}

const PAGE = 4 * 1024 * 1024;
const LENGTH_BYTES = 4;

/** Resolves `_x000D_` and the like, as books write control characters. */
function unescapeControls(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/giu, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Up to this length a loop copies faster than a call of the runtime. */
const SHORT = 64;
const AMPERSAND = 0x26;

/** Millions of strings as UTF-8 bytes in pages outside the heap, by index. */
export class StringTable {
  readonly #pages: Buffer[] = [];
  #page: Buffer = Buffer.alloc(0);
  #places = new Uint32Array(1024);
  /** Start of the current string in its page, and its present end. */
  #start = PAGE;
  #end = PAGE + LENGTH_BYTES;
  #stored = 0;
  count = 0;

  /** Throws a ReadError over the caps. */
  append(bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    this.#makeRoom(length);
    if (length > SHORT) bytes.copy(this.#page, this.#end, start, end);
    else for (let at = 0; at < length; at += 1) this.#page[this.#end + at] = bytes[start + at] as number;
    this.#end += length;
  }

  /** Ends the current string; nothing appended makes an empty one. */
  finish(): void {
    if (this.count >= CAPS.stringsCount) throw new ReadError('TOO_MANY_STRINGS');
    this.#makeRoom(0);
    const length = this.#end - this.#start - LENGTH_BYTES;
    this.#stored += length + LENGTH_BYTES;
    if (this.#stored > CAPS.stringsStored) throw new ReadError('TOO_BIG');
    if (this.count === this.#places.length) {
      const grown = new Uint32Array(this.#places.length * 2);
      grown.set(this.#places);
      this.#places = grown;
    }
    this.#places[this.count] = (this.#pages.length - 1) * PAGE + this.#start;
    this.count += 1;
    this.#page.writeUInt32LE(length, this.#start);
    this.#start = this.#end;
    this.#end = this.#start + LENGTH_BYTES;
  }

  /** Starts a string, dropping an unfinished one. */
  begin(): void {
    this.#end = this.#start + LENGTH_BYTES;
  }

  /** The string at an index, or null where there is none. */
  at(index: number): string | null {
    if (!(index >= 0 && index < this.count)) return null;
    const place = this.#places[index] as number;
    const page = this.#pages[Math.floor(place / PAGE)] as Buffer;
    const start = place % PAGE;
    const length = page.readUInt32LE(start);
    return unescapeControls(page.toString('utf8', start + LENGTH_BYTES, start + LENGTH_BYTES + length));
  }

  #makeRoom(length: number): void {
    const soFar = this.#end - this.#start - LENGTH_BYTES;
    if (soFar + length > CAPS.cellBytes) throw new ReadError('CELL_TOO_BIG');
    if (this.#end + length <= PAGE) return;
    const page = Buffer.allocUnsafeSlow(PAGE);
    if (soFar > 0) this.#page.copy(page, LENGTH_BYTES, this.#start + LENGTH_BYTES, this.#end);
    this.#pages.push(page);
    this.#page = page;
    this.#start = 0;
    this.#end = LENGTH_BYTES + soFar;
  }
}

const SI = nameId('si');
const T = nameId('t');

/** Fills a table from the shared strings part: rich text joined, phonetic hints left out. */
export function stringsHandler(table: StringTable): XmlHandler {
  let inText = false;
  let phonetic = false;
  return {
    open(name: number, _tag: Attributes, selfClosing: boolean) {
      if (name === SI) {
        table.begin();
        if (selfClosing) table.finish();
      } else if (name === PHONETIC) phonetic = !selfClosing;
      else if (name === T) inText = !selfClosing && !phonetic;
    },
    close(name: number) {
      if (name === T) inText = false;
      else if (name === PHONETIC) phonetic = false;
      else if (name === SI) table.finish();
    },
    text(bytes, start, end, encoded) {
      if (!inText) return;
      if (!encoded || !hasEntity(bytes, start, end)) return table.append(bytes, start, end);
      const plain = Buffer.from(unescapeXml(bytes.toString('utf8', start, end)));
      table.append(plain, 0, plain.length);
    },
  };
}

function hasEntity(bytes: Buffer, start: number, end: number): boolean {
  if (end - start > SHORT) return bytes.subarray(start, end).includes(AMPERSAND);
  for (let at = start; at < end; at += 1) if (bytes[at] === AMPERSAND) return true;
  return false;
}
