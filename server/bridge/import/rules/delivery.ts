import { cutEnd } from '../../../../contract/fields/cut-ends.ts';
import { DELIVERY_DAYS_MAX } from '../../../../contract/limits.ts';
import { DELIVERY_UNITS, DELIVERY_WORDS } from './delivery-words.ts';
import { figureText } from './text.ts';

const HOURS = 24;
const BEFORE = '(?:до|от|за|через|около|примерно|ок\\.|срок:?|[~≈<>≤≥])';
const NUMBER = '\\d{1,6}(?:[.,]\\d{1,4})?';
/** «рабочих», «календарных» and their shortenings, which say no more than days. */
const KIND = '(?:раб|кал)[\\p{L}]*\\.? ?';
/** A number or two and a unit, with a note in brackets behind it. */
const SHAPE = new RegExp(
  `^(?:${BEFORE} ?)*(${NUMBER})(?: ?(?:-|–|—|\\.{2,3}|…|до|/) ?(${NUMBER}))?\\+? ?(?:${KIND})?(\\p{L}*)(?:[./][.\\p{L}/]*)?(?: ?\\(.*\\))?$`,
  'u',
);

/**
 * Days by a text: of «2-3 дня» the later one, of «1 нед.» seven, of hours whole days. Null where it says nothing or puts
 * the day off («под заказ»), undefined for what cannot be a time.
 */
export function readDelivery(text: string): number | null | undefined {
  const figure = figureText(text);
  if (figure === null) return undefined;
  const plain = cutEnd(figure, /[ .,!;]/u)
    .toLowerCase()
    .replaceAll('ё', 'е');
  if (!/[\p{L}\p{N}]/u.test(plain)) return null;
  const [, first = '', second = first, unit = ''] = SHAPE.exec(plain) ?? [];
  if (first === '') return wordDays(plain);
  const [from, to] = [numberOf(first), numberOf(second)];
  const hours = unit === '' ? HOURS : DELIVERY_UNITS.find(([beginning]) => unit.startsWith(beginning))?.[1];
  return hours === undefined || from > to ? undefined : daysOf((to * hours) / HOURS);
}

/** Whole days that so many are; undefined for what cannot be a time. */
export function daysOf(days: number): number | undefined {
  const whole = Math.max(0, Math.ceil(days - 1e-9));
  return days >= 0 && whole <= DELIVERY_DAYS_MAX ? whole : undefined;
}

const numberOf = (digits: string): number => Number(digits.replace(',', '.'));

/** The longest word of the dictionary that the text begins with tells; undefined for none. */
function wordDays(text: string): number | null | undefined {
  let best = 0;
  let days: number | null | undefined;
  for (const [entry, meant] of Object.entries(DELIVERY_WORDS)) {
    const goesOn = entry.endsWith('*');
    const word = goesOn ? entry.slice(0, -1) : entry;
    if (word.length <= best || !text.startsWith(word)) continue;
    if (!goesOn && /^\p{L}/u.test(text.slice(word.length))) continue;
    best = word.length;
    days = meant;
  }
  return days;
}
