// How the text of a stock column becomes a number of pieces («>5», «есть», «в пути»), with the dictionary of such
// words.
import { cutEnd } from '../../../contract/fields/text.ts';
import { figureText, numberOf, parseNumber } from '../../catalogue/sheets/cell-values.ts';
import { entriesOf, STOCK_WORDS_MAX } from './form-fields.ts';

/** The stock that a text says; `by` is its source: a number, a word of the dictionary or a guess. */
interface StockReading {
  readonly amount: number;
  readonly by: 'number' | 'word' | 'guess';
  /** The word of the dictionary that decided; of a guess the words that are not in it. */
  readonly word?: string;
}

/** What a word of a stock column was taken for. */
export interface ReadStockWord extends Pick<StockReading, 'amount'> {
  readonly word: string;
  /** The dictionary has it. */
  readonly isKnown: boolean;
}

const APPROXIMATE = /^(?:[~≈±]|около|примерно|прибл(?:изительно|\.)?|ок\.|от) ?/u;
const LIMIT = /^(?:<=?|≤|до|менее|меньше|не более|макс(?:имум|\.)?) ?(\d[\d ]*)(?![.,/\d])/u;
const RANGE = /^(\d[\d ]*?) ?(?:-|–|—|\.{2,3}|…|до) ?(\d[\d ]*)(?![-.,/\d])/u;
/**
 * A number that goes on in brackets, behind a stroke or a comma, or as a sum: what is said first is what there is. Also
 * one with a unit that has a hyphen («2 к-та»).
 */
const LEADING =
  /^(\d[\d ]*(?:[.,]\d+)?)(?:(?= ?[/;+])|(?: ?(?:шт|ед|компл|уп|пар)[\p{L}.]*)?(?= ?\(|, ?\p{L})|(?= ?\p{L}{1,6}-\p{L}{1,6}\.?$))/u;
/** What is in stock before what is not, each with its number: «5 шт, в пути 20». */
const BEFORE_OTHERS =
  /^(\d[\d ]*) ?(?:(?:шт|ед|компл|уп|пар)[\p{L}.]*)?[,;] ?\p{L}[\p{L} ]*:? ?\d+(?! ?(?:раб|дн|день|дня|сут|час|нед|мес)|[./-]?\d)/u;
const DELIVERY = /^\d[\d ]*(?: ?[-–—] ?\d+)? ?(?:раб[\p{L}.]* ?)?(?:дн|день|дня|сут|час|нед|мес)/u;
const AFTER_NUMBER = /^[\d .,]+(?:(?:шт|ед|компл)[\p{L}.]*)?[ ,;-]*/u;

/** Texts that were read already, by dictionary: a list of many rows has few different ones. */
const readings = new WeakMap<StockWords, Map<string, StockReading | null>>();
const READINGS_MAX = 1_000;
/** Characters of a text that is remembered: what a list repeats is short. */
const READING_TEXT_MAX = 100;

/**
 * Reads a stock that is no plain number. A range or a limit is its lower bound, but at least 1 («<5», «до 10», «1-5»);
 * a number beside a word of presence counts («есть (3)»), one beside a word of absence or of a time does not («в пути
 * 10», «3 дня»). Null for digits without a word that make no sense, as in «1.2.3».
 */
export function readStock(text: string, words: StockWords): StockReading | null {
  let known = readings.get(words);
  if (!known) {
    known = new Map();
    readings.set(words, known);
  }
  let reading = known.get(text);
  if (reading === undefined) {
    reading = stockOf(text, words);
    if (known.size < READINGS_MAX && text.length <= READING_TEXT_MAX) known.set(text, reading);
  }
  return reading;
}

function stockOf(text: string, words: StockWords): StockReading | null {
  const figure = figureText(text);
  if (figure === null) return absenceIn(text, words);
  const plain = cutEnd(figure, /[ .!]/u).toLowerCase().replaceAll('ё', 'е');
  const exact = Object.hasOwn(words, plain) ? words[plain] : undefined;
  if (exact !== undefined) return { amount: exact, by: 'word', word: plain };
  if (DELIVERY.test(plain)) return { amount: 0, by: 'word' };
  const word = wordAtStart(plain, words);
  if (word) {
    const rest = plain.slice(word.length).replace(/^[\s:=(,;-]+/u, '');
    const counted = word.pieces > 0 && !DELIVERY.test(rest) ? quantityIn(rest) : null;
    return counted === null ? { amount: word.pieces, by: 'word', word: word.entry } : { amount: counted, by: 'number' };
  }
  const before = BEFORE_OTHERS.exec(plain);
  if (before) return { amount: digitsOf(before[1]), by: 'number' };
  const after = plain.replace(AFTER_NUMBER, '');
  if (after !== plain && wordAtStart(after, words)?.pieces === 0) return { amount: 0, by: 'word' };
  const quantity = quantityIn(plain);
  if (quantity !== null) return { amount: quantity, by: 'number' };
  if (/\p{N}/u.test(plain) && !/\p{L}/u.test(plain)) return null;
  if (NOTHING.test(plain)) return { amount: 0, by: 'word' };
  const absence = [...plain.matchAll(/(?<!\p{L})\p{L}+/gu)]
    .map(({ index }) => wordAtStart(plain.slice(index), words))
    .find((said) => said?.pieces === 0);
  if (absence) return { amount: 0, by: 'word', word: absence.entry };
  const numbers = plain.match(/\d+/gu) ?? [];
  return { amount: numbers.length === 1 ? Number(numbers[0]) : 0, by: 'guess', word: unknownWord(plain) };
}

/** A dash and the like, which everywhere means that there is none. */
const NOTHING = /^[-–—_.…/\\?]*$/u;

/** What has to be in the dictionary for such texts: the words before their first digit, if there are any. */
function unknownWord(plain: string): string {
  const digit = plain.search(/\d/u);
  return cutEnd(digit < 0 ? plain : plain.slice(0, digit), /[\s:=(,;.-]/u) || plain;
}

/** Of a text that is longer than any figure only words of absence at its beginning are sure. */
function absenceIn(text: string, words: StockWords): StockReading | null {
  const word = wordAtStart(text.trimStart().slice(0, READING_TEXT_MAX).toLowerCase().replaceAll('ё', 'е'), words);
  return word?.pieces === 0 ? { amount: 0, by: 'word', word: word.entry } : null;
}

interface Word {
  /** As it is shown, without the star. */
  readonly entry: string;
  readonly length: number;
  readonly pieces: number;
}

/** The longest word of the dictionary that the text begins with. */
function wordAtStart(text: string, words: StockWords): Word | null {
  let best: Word | null = null;
  for (const [entry, pieces] of Object.entries(words)) {
    const goesOn = entry.length > 1 && entry.endsWith('*');
    const word = goesOn ? entry.slice(0, -1) : entry;
    if (!text.startsWith(word) || (best && best.length >= word.length)) continue;
    const isCut = !goesOn && /\p{L}$/u.test(word) && /^\p{L}/u.test(text.slice(word.length));
    if (isCut) continue;
    const end = goesOn ? (/^\p{L}*/u.exec(text.slice(word.length))?.[0].length ?? 0) : 0;
    best = { entry: word, length: word.length + end, pieces };
  }
  return best;
}

/** The number of pieces that a text says; null when it says none. */
function quantityIn(text: string): number | null {
  const said = cutEnd(text, /[\s)\]!]/u).replace(APPROXIMATE, '');
  const limit = LIMIT.exec(said);
  if (limit) return Math.min(1, digitsOf(limit[1]));
  const range = RANGE.exec(said);
  if (range) {
    const [low, high] = [digitsOf(range[1]), digitsOf(range[2])];
    return low > high ? null : Math.min(high, Math.max(1, low));
  }
  const value = parseNumber(said) ?? parseNumber(LEADING.exec(said)?.[1] ?? '');
  return value && numberOf(value);
}

const digitsOf = (text = ''): number => Number(text.replaceAll(' ', ''));

/**
 * How many pieces a word in a stock column stands for. A word counts where the text begins with it, in lower case and
 * with «ё» as «е»; one with a star may go on (`ожида*`). The longest that fits counts. Words of 0 also say what a number
 * before or after them is not: goods in stock.
 */
export type StockWords = Readonly<Record<string, number>>;

/** What a shop says a word means in the lists of a supplier; any other meaning is a number of pieces. */
const MEANINGS: Readonly<Record<string, number>> = { есть: 1, нет: 0, 'в пути': 0, yes: 1, none: 0, transit: 0 };

/** Reads entries such as `Склад = есть; Транзит = в пути; мало = 2`; null for nonsense, a word twice and too many. */
export function parseStockWords(text: string): StockWords | null {
  const words: Record<string, number> = {};
  const entries = entriesOf(text);
  for (const entry of entries) {
    const at = entry.lastIndexOf('=');
    const word = entry.slice(0, Math.max(0, at)).trim().toLowerCase().replaceAll('ё', 'е');
    const meaning = entry.slice(at + 1).trim();
    const pieces = MEANINGS[meaning.toLowerCase()] ?? (/^\d{1,9}$/u.test(meaning) ? Number(meaning) : null);
    if (word === '' || word.length > READING_TEXT_MAX || pieces === null || Object.hasOwn(words, word)) return null;
    words[word] = pieces;
  }
  return entries.length <= STOCK_WORDS_MAX ? words : null;
}

/** What price lists use; a number is the least that the word promises. */
export const STOCK_WORDS: StockWords = {
  '+': 1,
  '++': 2,
  '+++': 3,
  '*': 1,
  '✓': 1,
  '✔': 1,
  '☑': 1,
  '✅': 1,
  '√': 1,
  истина: 1,
  true: 1,
  yes: 1,
  да: 1,
  есть: 1,
  имеется: 1,
  наличие: 1,
  'в наличии': 1,
  'на складе': 1,
  'на остатке': 1,
  остаток: 1,
  осталось: 1,
  свободно: 1,
  доступно: 1,
  мало: 1,
  'заканчива*': 1,
  'последн*': 1,
  средне: 5,
  'достаточн*': 5,
  много: 10,
  '✗': 0,
  '✘': 0,
  '☐': 0,
  '❌': 0,
  ложь: 0,
  false: 0,
  no: 0,
  нет: 0,
  'не в наличии': 0,
  'нет в наличии': 0,
  немає: 0,
  'отсутств*': 0,
  'законч*': 0,
  'распродан*': 0,
  'снят*': 0,
  'ожид*': 0,
  'очіку*': 0,
  'в пути': 0,
  'в дороге': 0,
  транзит: 0,
  'поступлени*': 0,
  'поставк*': 0,
  скоро: 0,
  через: 0,
  срок: 0,
  'под заказ': 0,
  'під замовлення': 0,
  'заказ*': 0,
  'на заказ': 0,
  'есть под заказ': 0,
  'резерв*': 0,
  'в резерве': 0,
  'уточн*': 0,
  'запрос*': 0,
  'по запросу': 0,
  'звон*': 0,
};
