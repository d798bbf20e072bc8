// Rules by which cells of a supplier's row become article, stock, size, delivery time and least order. Prices are in
// price.ts, words of stock in stock.ts.
import type { RowReport } from '../../../contract/catalogue/runs.ts';
import { cutEnd, cutEnds } from '../../../contract/fields/text.ts';
import { DELIVERY_DAYS_MAX, POSITION_TITLE_MAX, REQUEST_AMOUNT_MAX } from '../../../contract/limits.ts';
import type { ArticleFrom } from '../../../contract/price-lists/upload.ts';
import { typographed } from '../../../rules/format/typography.ts';
import * as cellValues from '../../catalogue/sheets/cell-values.ts';
import { type Cell, EMPTY_CELL, type SheetRow } from '../../platform/sheet-reader/messages.ts';
import type { Decimal } from '../../platform/sheets/decimal.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { AMOUNT_MAX, type ColumnMap, createRemark, SIZE_MAX, STOCK_WORD } from './form-fields.ts';
import { type ReadStockWord, readStock, type StockWords } from './stock.ts';

/** What a row has for an article, and where it was found. */
export interface ArticleReading {
  readonly cell: Cell;
  /** Null where the row says nothing of one. */
  readonly column: number | null;
  readonly text: string;
  /** What stands in for a missing article. */
  readonly from: ArticleFrom | null;
}

/** The article of a row: its own cell, or what the rules let stand in for an empty cell or take from the title. */
export function articleOf(cells: SheetRow['cells'], columns: ColumnMap, from: ArticleFrom | null): ArticleReading {
  const cell = cells.get(columns.article ?? 0) ?? EMPTY_CELL;
  const own = { cell, column: columns.article ?? null, text: cellValues.cleanText(cell.text), from: null };
  if (from === null) return own;
  const isTitle = from === 'title' && columns.article === columns.title;
  const isKnown = cellValues.lostArticle(cell) !== null || articleKeyOf(own.text) !== '';
  if (isKnown && !isTitle) return own;
  const column = columns[from === 'whole-title' ? 'title' : from] ?? 0;
  const other = cells.get(column);
  if (other === undefined || cellValues.lostArticle(other) !== null) return own;
  const text = cellValues.cleanText(other.text);
  if (from === 'whole-title') return { cell: other, column, text: '', from };
  return { cell: other, column, text: from === 'title' ? articleInTitle(text) : text, from };
}

/** What lists write in place of an article; the words with a separator are articles without it. */
const NO_ARTICLE_WORDS =
  'б/н, бн, без номера, без №, без артикула, без арт, без кода, нет, нету, нет артикула, нет арт, нет номера, нет кода, ' +
  'нет данных, нет в каталоге, артикула нет, артикул не указан, не указан, не указано, не указана, не задан, ' +
  'не определен, неизвестно, неизвестен, не присвоен, отсутствует, отсутств, отсут, уточняйте, уточнить, уточняется, ' +
  'по запросу, пусто, без обозначения, нет обозначения, ххх, хххх, хххххх, истина, ложь, true, false, no, xxx, xxxx, ' +
  'none, null, nan, undefined, unknown, no article, no number, not available, without number';
const NO_ARTICLE_SHORT = 'н/д, н/у, н/п, н/а, н/н, б/а, б/к, n/a, n/n, n/d';
const keysOf = (words: string): ReadonlySet<string> => new Set(words.split(', ').map(articleKey));
const NO_ARTICLE = keysOf(NO_ARTICLE_WORDS);
const NO_ARTICLE_SEPARATED = keysOf(NO_ARTICLE_SHORT);
/** Characters of the longest text that may stand for no article. */
const NO_ARTICLE_MAX = 40;

/** The article key of a text; '' also for words that say that there is no article («б/н») and for zeros alone. */
export function articleKeyOf(text: string): string {
  const key = articleKey(text);
  if (text.length > NO_ARTICLE_MAX || /[1-9]/u.test(text)) return key;
  if (/^0+$/u.test(text.trim()) || NO_ARTICLE.has(key)) return '';
  return NO_ARTICLE_SEPARATED.has(key) && /[^\p{L}\p{N}]/u.test(text.trim()) ? '' : key;
}

export const articleKeyIn = (cell: Cell | undefined): string =>
  cell === undefined ? '' : articleKeyOf(cellValues.cleanText(cell.text));

/** An article inside a title as 1C writes it: «арт. W712/75», «арт. DA 2578 WCS (шт.)»; up to a comma or a bracket. */
const MARKED = /(?:^|[\s,;(])(?:артикул|арт|art)(?!\p{L})[\s.:№]*([^,;()]{1,60})/iu;
/** Words before its first digit, and words in capitals behind it, belong to such an article. */
const MARKED_WORDS = /^(?:[^\s\d]+\s+){0,2}\S*\d\S*(?:\s+[A-Z\d][A-Z\d./-]*(?!\S)){0,2}/u;
/** Characters of a key from which a word of a title counts as an article: shorter ones are sizes and powers. */
const KEY_MIN = 5;
/** Numbers with a unit, sizes and years: what titles hold besides articles. */
const MEASURE =
  /^(?:[\d.,*xх×/\\-]+(?:мм|см|м|кг|г|гр|л|мл|шт|в|вт|квт|а|ач|ah|v|w|mm|cm|kg|l|ml|pcs|r\d+|г\.?в?)?\.?|[mм]\d{1,2}(?:[xх×][\d.,]+)*|\d{2,3}\/\d{2,3}[a-z])$/iu;
/** Digits that are an article all the same: a whole number of five, or more in groups than a span of years has. */
const DIGITS = /^\d{5,}$|^(?=(?:\D*\d){9})[\d.-]+$/u;
const OUTSIDE = /[\s"'«»()[\],;:.!?]/u;

/** The first word of a title that looks like an article: one that is called so, or a long one with a digit; '' for none. */
function articleInTitle(whole: string): string {
  const title = whole.slice(0, POSITION_TITLE_MAX);
  const marked = cutEnds(MARKED_WORDS.exec(MARKED.exec(title)?.[1] ?? '')?.[0] ?? '', OUTSIDE);
  if (marked) return marked;
  const words = title.split(/[\s;()«»"]+|,(?!\d)/u).map((word) => cutEnds(word, OUTSIDE));
  return words.find(isArticle) ?? '';
}

function isArticle(word: string): boolean {
  if (!/\d/u.test(word) || [...articleKey(word)].length < KEY_MIN) return false;
  return DIGITS.test(word) || !MEASURE.test(word);
}

export interface Notes {
  readonly row: number;
  readonly errors: RowReport[];
  readonly warnings: RowReport[];
  /** Words in place of stock; missing while there are none. */
  words?: ReadStockWord[];
}

const PROBLEMS = typographed<Readonly<Record<cellValues.NumberProblem, string>>>({
  'not-a-number': 'число не прочитано',
  date: 'вместо числа дата',
  percent: 'вместо числа проценты',
  'formula-error': 'вместо числа ошибка формулы',
  'formula-without-value': 'в файле формула без значения (откройте его в Excel и сохраните)',
  negative: 'число отрицательное',
  'too-large': 'число слишком велико',
});
const EXPECTED = { price: 'Цена', amount: 'Количество', size: 'Размер', percent: 'Наценка' } as const;
const EXAMPLE = { price: '1 234,50', amount: '20 или >20', size: '12,5', percent: '15' } as const;

const NO_PROFIT: Decimal = { units: 0n, scale: 0 };

/** Notes that a cell is no number, as an error of its row; answers 0 in its place. */
export function failNumber(
  notes: Notes,
  what: keyof typeof EXPECTED,
  problem: cellValues.NumberProblem,
  column: number,
  cell: Cell,
): number {
  const message = `${EXPECTED[what]}: ${PROBLEMS[problem]}, ожидалось, например, ${EXAMPLE[what]}`;
  notes.errors.push(createRemark(notes.row, column, problem, message, cell.text));
  return 0;
}

/** How many are in stock, 0 for an empty cell. Words are guessed with a warning; senseless digits are an error. */
export function amountOf(cell: Cell, column: number, words: StockWords, notes: Notes): number {
  if (cell.kind === 'empty') return 0;
  if (cell.kind === 'boolean') return cell.number ?? 0;
  const amount =
    cell.kind === 'number' && cell.number !== undefined ? cell.number : amountInText(cell, column, words, notes);
  if (amount > AMOUNT_MAX) return failNumber(notes, 'amount', 'too-large', column, cell);
  if (amount >= 0) return amount;
  notes.warnings.push(
    createRemark(notes.row, column, 'amount-negative', 'Отрицательное количество принято за 0', cell.text),
  );
  return 0;
}

const PLAIN_AMOUNT = /^\s*\d{1,9}\s*$/u;

function amountInText(cell: Cell, column: number, words: StockWords, notes: Notes): number {
  if (PLAIN_AMOUNT.test(cell.text)) return Number(cell.text);
  if (cell.kind !== 'text') {
    const reading = cellValues.readNumber(cell);
    const problem = reading.kind === 'problem' ? reading.problem : 'not-a-number';
    return failNumber(notes, 'amount', problem, column, cell);
  }
  if (cellValues.isDateText(cell.text)) return failNumber(notes, 'amount', 'date', column, cell);
  const stock = readStock(cell.text, words);
  if (!stock) return failNumber(notes, 'amount', 'not-a-number', column, cell);
  if (stock.word !== undefined && stock.by !== 'number') {
    notes.words ??= [];
    notes.words.push({ word: stock.word, amount: stock.amount, isKnown: stock.by === 'word' });
  }
  if (stock.word !== undefined && stock.by === 'word') {
    const message = typographed(`«${stock.word}» вместо остатка принято за ${stock.amount} шт.`);
    notes.warnings.push(createRemark(notes.row, column, STOCK_WORD, message, cell.text));
  } else if (stock.by !== 'number') {
    const message = typographed(`Количество словами принято за ${stock.amount}`);
    notes.warnings.push(createRemark(notes.row, column, 'amount-in-words', message, cell.text));
  }
  return stock.amount;
}

export function sizeOf(cell: Cell, column: number, notes: Notes): number {
  const reading = cellValues.readNumber(cell);
  if (reading.kind === 'problem') return failNumber(notes, 'size', reading.problem, column, cell);
  if (reading.kind === 'words') return failNumber(notes, 'size', 'not-a-number', column, cell);
  const size = cellValues.hundredths(reading.value);
  if (size < 0) return failNumber(notes, 'size', 'negative', column, cell);
  return size > SIZE_MAX ? failNumber(notes, 'size', 'too-large', column, cell) : size;
}

/** A percentage on the price from a column of its own. */
export function percentOf(cell: Cell, column: number, notes: Notes): Decimal {
  const reading = cellValues.readNumber(cell);
  if (reading.kind === 'value') return reading.value;
  failNumber(notes, 'percent', reading.kind === 'words' ? 'not-a-number' : reading.problem, column, cell);
  return NO_PROFIT;
}

/** The currency that a cell of its own names; null for an empty cell, an error of the row for anything else. */
export function currencyIn(cell: Cell, column: number, notes: Notes): string | null {
  if (cell.kind === 'empty') return null;
  const code = cellValues.currencyCode(cell.text);
  if (code === null) {
    const message = typographed('Валюта не узнана, ожидалось, например, USD или руб.');
    notes.errors.push(createRemark(notes.row, column, 'currency', message, cell.text));
  }
  return code;
}

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

/** Days: of «2-3 дня» the later, «1 нед.» is seven. Null: nothing or put off («под заказ»), undefined: no time. */
export function readDelivery(text: string): number | null | undefined {
  const figure = cellValues.figureText(text);
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

/** Days by the longest word of the dictionary that the text begins with; undefined for none. */
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

/** The least order by «10», «от 10 шт.», «кратно 4», rounded up. Null: any will do; undefined: no quantity. */
function readLot(text: string): number | null | undefined {
  const figure = cellValues.figureText(text);
  if (figure === null) return undefined;
  const plain = cutEnd(figure, /[ .,!;]/u)
    .toLowerCase()
    .replaceAll('ё', 'е');
  if (!/[\p{L}\p{N}]/u.test(plain) || ANY.test(plain)) return null;
  if (SINGLE.test(plain)) return 1;
  const [, whole, fraction = '0'] = LOT_SHAPE.exec(plain) ?? [];
  return whole === undefined ? undefined : lotOf(Number(`${whole.replaceAll(' ', '')}.${fraction}`));
}

/** A lot in whole pieces; null for 0, undefined for an amount that cannot be ordered. */
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

/** Sets the terms of a row; an empty cell is none or the fixed one, an unreadable one a warning and the fixed one. */
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

/** Days for a text that begins with the word (lower case, «ё» as «е»; `заказ*` may go on). Null: put off. */
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
  ['ч', 1],
  ['h', 1],
  ['нед', 168],
  ['w', 168],
  ['мес', 720],
  ['month', 720],
  ['д', 24],
  ['сут', 24],
  ['day', 24],
  ['р', 24],
  ['к', 24],
];
