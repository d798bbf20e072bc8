/** Turns the XML of a sheet and of the shared strings of an .xlsx into rows. */
import { SHEET_DIGITS, sheetNumber } from '../sheets/decimal.ts';
import { CAPS, type Cell, EMPTY_CELL, FORMULA_CELL, ReadError, type ReadSink, textCell } from './messages.ts';
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
const HIDDEN = nameId('hidden');
const HEIGHT = nameId('ht');
const COLUMN = nameId('col');
const FIRST = nameId('min');
const LAST = nameId('max');
const MERGE_CELL = nameId('mergeCell');
/** A run of rich text, and its property of being struck out. */
const RUN = nameId('r');
export const STRIKE = nameId('strike');
const PROPERTY = nameId('val');

export interface SheetContext {
  readonly strings: StringTable;
  readonly formats: readonly NumberFormat[];
  readonly since1904: boolean;
  /** Styles whose text is struck out. */
  readonly struck: ReadonlySet<number>;
  readonly selection: Selection;
  readonly sink: ReadSink;
}

/**
 * Turns the XML of a sheet into rows for `selection.take`, only the wanted columns of the wanted rows. `onMerge` is
 * called where cells of several rows are merged.
 */
export function sheetHandler(context: SheetContext, onMerge: (() => void) | null = null): XmlHandler {
  const { selection, sink, strings, struck } = context;
  const hiddenColumns: number[] = [];
  let isHidden = false;
  let struckText = '';
  let inStruck = false;
  let isMergeFound = onMerge === null;
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
    isHidden = flagAttribute(tag, HIDDEN) || isFlat(tag);
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
    struckText = '';
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
    let cell = isUnknown ? FORMULA_CELL : cellOf(type, value, inline, style, context);
    if (type === 's' && strings.hasStruck) struckText = strings.struckAt(Number(value));
    if (struck.size > 0 && struck.has(style)) {
      struckText = cell.text + struckText;
      cell = EMPTY_CELL;
    }
    if (struckText !== '') sink.remark({ code: 'struck-out', row, column, text: struckText });
    if (cell.kind === 'empty') return;
    cells.set(column, cell);
    filled += 1;
  };

  return {
    open(name, tag, selfClosing) {
      if (name === SHEET_DATA) {
        inData = !selfClosing;
        if (hiddenColumns.length > 0) sink.hidden(hiddenColumns);
      } else if (!inData) {
        if (name === DIMENSION) reportExtent(attribute(tag, AREA) ?? '', sink);
        else if (name === COLUMN) addHidden(tag, hiddenColumns);
        else if (name === MERGE_CELL && !isMergeFound && isTall(attribute(tag, AREA) ?? '')) {
          isMergeFound = true;
          onMerge?.();
        }
      }
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
        if (selfClosing) selection.take(row, cells, filled, isHidden);
      } else if (name === RUN) inStruck = false;
      else if (name === STRIKE) inStruck = isOn(tag);
    },
    close(name) {
      if (name === VALUE || name === TEXT) inValue = false;
      else if (name === CELL) closeCell();
      else if (name === PHONETIC) phonetic = false;
      else if (name === ROW) selection.take(row, cells, filled, isHidden);
      else if (name === RUN) inStruck = false;
      else if (name === SHEET_DATA) inData = false;
    },
    text(bytes, start, end, encoded) {
      if (!inValue) return;
      hasValue = true;
      if (!wanted) return;
      const raw = bytes.toString('utf8', start, end);
      const piece = encoded ? unescapeXml(raw) : raw;
      if (inStruck) struckText += piece;
      else value += piece;
      if (value.length > CAPS.cellBytes) throw new ReadError('CELL_TOO_BIG');
    },
  };
}

/** An area such as `A1:F1234`; writers that do not know theirs put one of a single cell. */
function reportExtent(area: string, sink: ReadSink): void {
  const last = /:\$?[A-Z]{1,3}\$?(\d{1,7})$/iu.exec(area)?.[1];
  if (last !== undefined) sink.extent(Number(last));
}

function isTall(area: string): boolean {
  const [, top, bottom] = /^[A-Z$]{1,5}(\d{1,7}):[A-Z$]{1,5}(\d{1,7})$/iu.exec(area) ?? [];
  return top !== bottom;
}

/** A property that is on where it stands, unless it says otherwise. */
export const isOn = (tag: Attributes): boolean => !/^(?:0|false|off)$/u.test(attribute(tag, PROPERTY) ?? '');

function addHidden(tag: Attributes, columns: number[]): void {
  if (!flagAttribute(tag, HIDDEN)) return;
  const last = Math.min(integerAttribute(tag, LAST), CAPS.columns);
  for (let column = Math.max(1, integerAttribute(tag, FIRST)); column <= last; column += 1) columns.push(column);
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

function flagAttribute(tag: Attributes, name: number): boolean {
  for (let at = 0; at < tag.count; at += 1) {
    // `1` or `true`.
    if (tag.names[at] === name)
      return tag.bytes[tag.starts[at] as number] === 0x31 || tag.bytes[tag.starts[at] as number] === 0x74;
  }
  return false;
}

/** Whether a row has no height. */
function isFlat(tag: Attributes): boolean {
  for (let at = 0; at < tag.count; at += 1) {
    if (tag.names[at] === HEIGHT)
      return tag.ends[at] === (tag.starts[at] as number) + 1 && tag.bytes[tag.starts[at] as number] === 0x30;
  }
  return false;
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
const BLANK = Buffer.from(' ');

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
  /** What is struck out of strings, by their index. */
  readonly #struck = new Map<number, string>();
  #struckStored = 0;

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

  /** Takes a piece of the current string that is struck out, and a blank in its place between two others. */
  strike(text: string): void {
    this.#struckStored += text.length;
    if (this.#struckStored > CAPS.stringsBytes) throw new ReadError('TOO_BIG');
    this.#struck.set(this.count, (this.#struck.get(this.count) ?? '') + text);
    if (this.#end > this.#start + LENGTH_BYTES && this.#page[this.#end - 1] !== BLANK[0]) this.append(BLANK, 0, 1);
  }

  get hasStruck(): boolean {
    return this.#struck.size > 0;
  }

  struckAt(index: number): string {
    return this.#struck.get(index) ?? '';
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
  let inStruck = false;
  return {
    open(name: number, tag: Attributes, selfClosing: boolean) {
      if (name === SI) {
        inStruck = false;
        table.begin();
        if (selfClosing) table.finish();
      } else if (name === T) inText = !selfClosing && !phonetic;
      else if (name === PHONETIC) phonetic = !selfClosing;
      else if (name === RUN) inStruck = false;
      else if (name === STRIKE) inStruck = isOn(tag);
    },
    close(name: number) {
      if (name === T) inText = false;
      else if (name === PHONETIC) phonetic = false;
      else if (name === SI) table.finish();
    },
    text(bytes, start, end, encoded) {
      if (!inText) return;
      if (inStruck) return table.strike(unescapeXml(bytes.toString('utf8', start, end)));
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
