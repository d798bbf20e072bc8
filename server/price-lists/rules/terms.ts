import { cutEnd } from '../../../contract/fields/text.ts';
import { DELIVERY_DAYS_MAX, REQUEST_AMOUNT_MAX } from '../../../contract/limits.ts';
import { typographed } from '../../../rules/format/texts.ts';
import { figureText } from '../../catalogue/sheets/cell-values.ts';
import { type Cell, EMPTY_CELL, type SheetRow } from '../../platform/sheet-reader/cell.ts';
import type { Notes } from './cells.ts';
import type { ColumnMap } from './form-fields.ts';
import { createRemark } from './remarks.ts';

const HOURS = 24;
const BEFORE_DELIVERY = '(?:до|от|за|через|около|примерно|ок\\.|срок:?|[~≈<>≤≥])';
const NUMBER = '\\d{1,6}(?:[.,]\\d{1,4})?';
/** «рабочих», «календарных» and their shortenings, which say no more than days. */
const KIND = '(?:раб|кал)[\\p{L}]*\\.? ?';
/** A number or two and a unit, with a note in brackets behind it. */
const DELIVERY_SHAPE = new RegExp(
  `^(?:${BEFORE_DELIVERY} ?)*(${NUMBER})(?: ?(?:-|–|—|\\.{2,3}|…|до|/) ?(${NUMBER}))?\\+? ?(?:${KIND})?(\\p{L}*)(?:[./][.\\p{L}/]*)?(?: ?\\(.*\\))?$`,
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
  const [, first = '', second = first, unit = ''] = DELIVERY_SHAPE.exec(plain) ?? [];
  if (first === '') return wordDays(plain);
  const [from, to] = [numberOf(first), numberOf(second)];
  const hours = unit === '' ? HOURS : DELIVERY_UNITS.find(([beginning]) => unit.startsWith(beginning))?.[1];
  return hours === undefined || from > to ? undefined : daysOf((to * hours) / HOURS);
}

/** Whole days that so many are; undefined for what cannot be a time. */
function daysOf(days: number): number | undefined {
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

const BEFORE_LOT =
  '(?:от|по|не менее|минимум|минимально|миним\\.|мин\\.?|min\\.?|кратно|кратность|упак[\\p{L}]*\\.?|уп\\.?|[≥xх])';
const UNIT = '(?:(?:шт|ед|компл|пар|упак|уп|кор|пач|бух|рул|к-т|кг|гр|л|м|pcs|pc|pieces)[\\p{L}]*\\.?)';
const LOT_SHAPE = new RegExp(
  `^(?:${BEFORE_LOT}[: ]*){0,2}(\\d{1,3}(?: \\d{3})+|\\d{1,9})(?:[.,](\\d{1,6}))? ?(?:${UNIT}(?: ?(?:/|в|на) ?${UNIT})?)?$`,
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
  const [, whole, fraction = '0'] = LOT_SHAPE.exec(plain) ?? [];
  return whole === undefined ? undefined : lotOf(Number(`${whole.replaceAll(' ', '')}.${fraction}`));
}

/** Whole pieces that so many are; null for 0, undefined for what nobody could order. */
function lotOf(pieces: number): number | null | undefined {
  const whole = Math.max(0, Math.ceil(pieces - 1e-9));
  if (pieces < 0 || whole > REQUEST_AMOUNT_MAX) return undefined;
  return whole === 0 ? null : whole;
}

/** On what terms the positions of a list are sold where its rows do not say. */
export interface TermRules {
  /** Days until delivery; null for none. */
  readonly deliveryFixed: number | null;
}

type Said = number | null | undefined;

const READS = typographed({
  delivery: {
    number: daysOf,
    text: readDelivery,
    message: 'Срок поставки не прочитан, ожидалось, например, 3 или 2-3 дня',
    date: 'Вместо срока поставки дата: Excel делает её из «2-3», задайте ячейке текстовый формат',
  },
  lot: {
    number: lotOf,
    text: readLot,
    message: 'Минимальная партия не прочитана, ожидалось, например, 10 или от 10 шт.',
    date: 'Вместо минимальной партии дата: задайте ячейке текстовый формат',
  },
} as const);

/**
 * Sets the terms that a row names. An empty cell is none, or the fixed one; what cannot be read costs the row nothing but
 * a warning: then the fixed term counts, and without one the position keeps its own.
 */
export function setTerms(
  cells: SheetRow['cells'],
  columns: ColumnMap,
  { deliveryFixed }: TermRules,
  fields: { delivery?: number | null; lot?: number | null },
  notes: Notes,
): void {
  if (columns.delivery !== undefined) {
    const said = termOf('delivery', cells.get(columns.delivery) ?? EMPTY_CELL, columns.delivery, notes);
    const days = said ?? deliveryFixed;
    if (said !== undefined || days !== null) fields.delivery = days;
  } else if (deliveryFixed !== null) fields.delivery = deliveryFixed;
  if (columns.lot === undefined) return;
  const lot = termOf('lot', cells.get(columns.lot) ?? EMPTY_CELL, columns.lot, notes);
  if (lot !== undefined) fields.lot = lot;
}

/** What a cell says of a term; undefined, with a warning, for what cannot be read. */
export function termOf(name: keyof typeof READS, cell: Cell, column: number, notes: Notes): Said {
  if (cell.kind === 'empty') return null;
  const { number, text, message, date } = READS[name];
  const isNumber = cell.kind === 'number' && cell.number !== undefined;
  const said = isNumber ? number(cell.number) : cell.kind === 'text' ? text(cell.text) : undefined;
  if (said === undefined) {
    const words = cell.kind === 'date' ? date : message;
    notes.warnings.push(createRemark(notes.row, column, `${name}-unread`, words, cell.text));
  }
  return said;
}

/**
 * Days that a text in a column of delivery stands for, where it begins with the word, in lower case and with «ё» as «е»;
 * one with a star may go on (`заказ*`). Null: the word puts the day off.
 */
const DELIVERY_WORDS: Readonly<Record<string, number | null>> = {
  сегодня: 0,
  сразу: 0,
  есть: 0,
  да: 0,
  'в наличии': 0,
  наличие: 0,
  'на складе': 0,
  склад: 0,
  'in stock': 0,
  today: 0,
  завтра: 1,
  tomorrow: 1,
  послезавтра: 2,
  день: 1,
  сутки: 1,
  неделя: 7,
  месяц: 30,
  'под заказ': null,
  'на заказ': null,
  'заказ*': null,
  'уточн*': null,
  'по запросу': null,
  'запрос*': null,
  'звон*': null,
  'позвон*': null,
  'договор*': null,
  'по договор*': null,
  'по согласов*': null,
  'ожид*': null,
  'нет*': null,
  'неизвест*': null,
  'n/a': null,
};

/** Beginnings of the units of time, and how many hours one of them is; the first that fits counts. */
const DELIVERY_UNITS: readonly (readonly [beginning: string, hours: number])[] = [
  ['час', 1],
  ['ч', 1],
  ['hour', 1],
  ['h', 1],
  ['нед', 168],
  ['week', 168],
  ['w', 168],
  ['мес', 720],
  ['month', 720],
  ['дн', 24],
  ['ден', 24],
  ['день', 24],
  ['дня', 24],
  ['дней', 24],
  ['д', 24],
  ['сут', 24],
  ['day', 24],
  ['раб', 24],
  ['р', 24],
  ['кал', 24],
  ['к', 24],
];
