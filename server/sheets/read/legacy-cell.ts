import type { CellObject } from '@e965/xlsx';
import { sheetNumber } from '../decimal.ts';
import { type Cell, EMPTY_CELL, textCell } from './cell.ts';
import { ReadError } from './error.ts';
import { CELL_BYTES_MAX } from './limits.ts';
import { type NumberFormat, parseFormat, showDate, showNumber } from './number-format.ts';

const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

/** Turns cells of the library into ours; number formats are parsed once each. */
export function legacyCells(since1904: boolean): (raw: CellObject) => Cell {
  const formats = new Map<string, NumberFormat>();
  return (raw) => cellOf(raw, since1904, formats);
}

function cellOf(raw: CellObject, since1904: boolean, formats: Map<string, NumberFormat>): Cell {
  if (raw.t === 's') {
    const text = String(raw.v ?? '');
    if (text.length > CELL_BYTES_MAX) throw new ReadError('CELL_TOO_BIG');
    return textCell(text);
  }
  if (raw.t === 'b') return { kind: 'boolean', text: raw.v ? 'ИСТИНА' : 'ЛОЖЬ', number: raw.v ? 1 : 0 };
  if (raw.t === 'e') return { kind: 'error', text: ERRORS[Number(raw.v)] ?? '#N/A' };
  if (raw.t === 'd') return { kind: 'date', text: String(raw.w ?? raw.v ?? '') };
  if (raw.t !== 'n' || typeof raw.v !== 'number') return EMPTY_CELL;
  const number = sheetNumber(raw.v);
  const code = String(raw.z ?? 'General');
  let format = formats.get(code);
  if (!format) {
    format = parseFormat(code);
    formats.set(code, format);
  }
  if (format.kind === 'date') return { kind: 'date', text: showDate(number, since1904), number };
  return { kind: 'number', text: showNumber(number, format), number };
}
