import { cutEnd } from '../../../../contract/fields/cut-ends.ts';
import { type Decimal, decimalOf, plainDigits, roundedUnits } from '../../../sheets/decimal.ts';
import type { Cell } from '../../../sheets/read/cell.ts';
import { figureText } from './text.ts';

/** Why a cell is no number. */
export type NumberProblem =
  | 'not-a-number'
  | 'date'
  | 'formula-error'
  | 'formula-without-value'
  | 'negative'
  | 'too-large';

export type NumberReading =
  | { readonly kind: 'value'; readonly value: Decimal }
  | { readonly kind: 'words' }
  | { readonly kind: 'problem'; readonly problem: NumberProblem };

const MORE_THAN = '(?:>=?|≥|больше|более|свыше|більше|понад)';
const CURRENCY = '(?:\\p{Sc}|руб\\.?|р\\.)';
/** Begins with what no number goes on with, so that it is clear where the number ends. */
const UNIT = '(?:[\\p{L}\\p{M}\\p{Sc}%+/()"°²³№*][\\p{L}\\p{M}\\p{Sc}.,%+/()"°²³№* ]*)?';
const SHAPE = new RegExp(`^(?:${MORE_THAN} ?)?(?:${CURRENCY} ?)?([-−–]? ?)(\\d[\\d .,'’]*)(${UNIT})$`, 'iu');
const PLAIN = /^\d+(?:[.,]\d+)?$/u;
const SPACED = /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?$/u;
const COMMA_GROUPS = /^\d{1,3}(?:,\d{3})+\.\d+$|^\d{1,3}(?:,\d{3}){2,}$/u;
const POINT_GROUPS = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/u;

/**
 * Reads a number as people write it in price lists: `1 234,50 ₽`, `1,234.50`, `1.234,56`, `>20`, `больше 30`, `2 шт.`.
 * Null when it is none; one comma or point alone is the decimal one.
 */
export function parseNumber(text: string): Decimal | null {
  const figure = figureText(text);
  const match = figure === null ? null : SHAPE.exec(figure);
  if (!match) return null;
  const digits = wholeDigits(cutEnd(match[2] as string, /[ .,'’]/u));
  if (digits === null) return null;
  const value = decimalOf(digits);
  return match[1]?.trim() ? { units: -value.units, scale: value.scale } : value;
}

function wholeDigits(number: string): string | null {
  if (PLAIN.test(number)) return number.replace(',', '.');
  if (SPACED.test(number)) return number.replace(/[ '’]/gu, '').replace(',', '.');
  if (COMMA_GROUPS.test(number)) return number.replaceAll(',', '');
  if (POINT_GROUPS.test(number)) return number.replaceAll('.', '').replace(',', '.');
  return null;
}

/** Reads a cell of a number column; `words` is a text without any digit. The cell must not be empty. */
export function readNumber(cell: Cell): NumberReading {
  if (cell.kind === 'error') return { kind: 'problem', problem: 'formula-error' };
  if (cell.kind === 'formula') return { kind: 'problem', problem: 'formula-without-value' };
  if (cell.kind === 'date') return { kind: 'problem', problem: 'date' };
  if (cell.kind === 'number' && cell.number !== undefined) {
    return { kind: 'value', value: decimalOf(plainDigits(cell.number)) };
  }
  if (cell.kind === 'boolean' || !/\d/u.test(cell.text)) return { kind: 'words' };
  const value = parseNumber(cell.text);
  return value ? { kind: 'value', value } : { kind: 'problem', problem: 'not-a-number' };
}

/** Hundredths of a decimal number, rounded half away from zero. */
export const hundredths = (value: Decimal): number => Number(roundedUnits(value, 2));

/** The nearest JavaScript number. */
export const numberOf = ({ units, scale }: Decimal): number => Number(`${units}e-${scale}`);

/** Hundredths of a cell's number straight away when binary rounding cannot matter, else null. */
export function quickHundredths(number: number): number | null {
  const scaled = number * 100;
  const rounded = Math.round(scaled);
  return Math.abs(scaled) < 1e12 && Math.abs(scaled - rounded) < 1e-3 ? rounded : null;
}
