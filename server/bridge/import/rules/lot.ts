import { cutEnd } from '../../../../contract/fields/cut-ends.ts';
import { REQUEST_AMOUNT_MAX } from '../../../../contract/limits.ts';
import { figureText } from './text.ts';

const BEFORE =
  '(?:от|по|не менее|минимум|минимально|миним\\.|мин\\.?|min\\.?|кратно|кратность|упак[\\p{L}]*\\.?|уп\\.?|[≥xх])';
const UNIT = '(?:(?:шт|ед|компл|пар|упак|уп|кор|пач|бух|рул|к-т|кг|гр|л|м|pcs|pc|pieces)[\\p{L}]*\\.?)';
const SHAPE = new RegExp(
  `^(?:${BEFORE}[: ]*){0,2}(\\d{1,3}(?: \\d{3})+|\\d{1,9})(?:[.,](\\d{1,6}))? ?(?:${UNIT}(?: ?(?:/|в|на) ?${UNIT})?)?$`,
  'u',
);
/** Words that ask for no quantity, and those that mean a single piece. */
const ANY = /^(?:нет|без огранич|не огранич|люб|n\/a)/u;
const SINGLE = /^(?:по)?штучн/u;

/**
 * The least quantity of an order by a text such as «10», «от 10 шт.», «кратно 4», «12 шт/упак»; a fraction is rounded up.
 * Null where it says nothing or that any will do, undefined for what is no quantity.
 */
export function readLot(text: string): number | null | undefined {
  const figure = figureText(text);
  if (figure === null) return undefined;
  const plain = cutEnd(figure, /[ .,!;]/u)
    .toLowerCase()
    .replaceAll('ё', 'е');
  if (!/[\p{L}\p{N}]/u.test(plain) || ANY.test(plain)) return null;
  if (SINGLE.test(plain)) return 1;
  const [, whole, fraction = '0'] = SHAPE.exec(plain) ?? [];
  return whole === undefined ? undefined : lotOf(Number(`${whole.replaceAll(' ', '')}.${fraction}`));
}

/** Whole pieces that so many are; null for 0, undefined for what nobody could order. */
export function lotOf(pieces: number): number | null | undefined {
  const whole = Math.max(0, Math.ceil(pieces - 1e-9));
  if (pieces < 0 || whole > REQUEST_AMOUNT_MAX) return undefined;
  return whole === 0 ? null : whole;
}
