import { SHEET_DIGITS, sheetNumber } from '../sheets/decimal.ts';
import { type Cell, EMPTY_CELL, FORMULA_CELL, textCell } from './cell.ts';
import { CELL_BYTES_MAX, COLUMNS_MAX, ROW_CELLS_MAX, ROWS_MAX } from './limits.ts';
import { GENERAL, type NumberFormat, showDate, showMoment, showNumber } from './number-format.ts';
import { ReadError } from './read-error.ts';
import type { Selection } from './selection.ts';
import { type StringTable, unescapeControls } from './xlsx-strings.ts';
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
  /** The last row, where the sheet says it before its rows. */
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
    if (row > ROWS_MAX) throw new ReadError('TOO_MANY_ROWS');
    column = 0;
    count = 0;
    filled = 0;
    cells = new Map();
  };

  const openCell = (tag: Attributes) => {
    column += 1;
    count += 1;
    if (count > ROW_CELLS_MAX) throw new ReadError('TOO_BIG');
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
      // The letters `t` (type) and `s` (style) are cell attributes, `r` its place such as AB12.
      if (name === REFERENCE) column = columnOf(tag.bytes, start, end) || column;
      else if (name === STYLE) style = digitsOf(tag.bytes, start, end);
      else if (name === TYPE) type = typeOf(tag.bytes, start, end);
    }
    wanted = column <= COLUMNS_MAX && selection.wants(row, column);
  };

  const closeCell = () => {
    if (!wanted) {
      if (hasValue) filled += 1;
      return;
    }
    wanted = false;
    // A text that a formula made may be empty; any other formula without a value was never worked out.
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
      if (value.length > CELL_BYTES_MAX) throw new ReadError('CELL_TOO_BIG');
    },
  };
}

/** An area such as `A1:F1234`; one of a single cell is what writers put that do not know theirs. */
function reportExtent(area: string, onExtent: (rows: number) => void): void {
  const last = /:\$?[A-Z]{1,3}\$?(\d{1,7})$/iu.exec(area)?.[1];
  if (last !== undefined) onExtent(Number(last));
}

function cellOf(type: string, value: string, inline: boolean, style: number, context: SheetContext): Cell {
  if (type === 's') return value === '' ? EMPTY_CELL : sharedCell(value, context.strings);
  if (type === INLINE_TYPE || inline) return textCell(unescapeControls(value));
  if (type === 'str') return textCell(unescapeControls(value));
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
  // A reference to nowhere: the cell's text is lost, the rest of the sheet is not.
  return text === null ? { kind: 'error', text: '#REF!' } : textCell(text);
}

/** The type of a cell; no text is made for the one that most texts have in written-out lists. */
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
