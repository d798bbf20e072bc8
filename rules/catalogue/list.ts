// Reads a buyer's pasted list of articles with quantities, line by line, for server and browser (decision 45).
import type { AmountProblem } from '../../contract/catalogue/words.ts';
import { cutEnd } from '../../contract/fields/text.ts';
import { REQUEST_AMOUNT_MAX, SEARCH_LIST_MAX, SEARCH_QUERY_MAX } from '../../contract/limits.ts';

export interface ListLine {
  /** Its place among the lines that are not blank, from 0. */
  readonly line: number;
  readonly text: string;
  /** Never empty; the first is that of the whole line. */
  readonly readings: readonly LineReading[];
}

interface ReadList {
  /** At most SEARCH_LIST_MAX. */
  readonly lines: readonly ListLine[];
  /** Lines of headings, which are no wanted parts. */
  readonly headings: number;
  readonly ignored: number;
}

/** The lines of a text that are not blank, in their order; a line may begin with an empty cell. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\r\n]/u)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '');

/** Reads a list of articles with quantities, given as its lines; takes any text. */
export function readList(texts: readonly string[]): ReadList {
  const lines: ListLine[] = [];
  let columns: Columns | null = null;
  let headings = 0;
  let ignored = 0;
  for (const [line, long] of texts.entries()) {
    if (lines.length === SEARCH_LIST_MAX) {
      ignored = texts.length - line;
      break;
    }
    const text = withDigits(long.slice(0, SEARCH_QUERY_MAX));
    const named = headingsIn(cellsOf(text).cells);
    if (named) {
      columns = named;
      headings += 1;
    } else lines.push({ line, text: long.slice(0, SEARCH_QUERY_MAX).trim(), readings: readLine(text, columns) });
  }
  return { lines, headings, ignored };
}

const NUMBER_WORDS: Readonly<Record<string, string>> = {
  ...{ один: '1', одна: '1', одну: '1', одной: '1', два: '2', две: '2', двух: '2', три: '3', трех: '3' },
  ...{ четыре: '4', четырех: '4', пять: '5', пяти: '5', шесть: '6', семь: '7', восемь: '8', девять: '9', десять: '10' },
};
const SPELT = new RegExp(
  `(?<![\\p{L}\\p{N}])(${Object.keys(NUMBER_WORDS).join('|')})(?=\\s(?:шт|компл|к-т|набор))`,
  'giu',
);
/** «4 (четыре) шт». */
const SPELT_TOO = /(?<=\d\s?)\(\p{L}{2,12}\)\s?(?=шт|компл|к-т)/giu;
/** «1 000 шт». */
const THOUSANDS = /(?<=\s\d{1,3})[ \u00a0\u202f](?=000\s?шт)/giu;
/** «(2)» and «пару» at the end. */
const IN_BRACKETS = /(?<=\s)\((\d{1,2})\)$/u;
const A_PAIR = /(?<=\d{3}\s)пар[ау]$/iu;
/** «…-02/2шт», «2шт238Б». */
const GLUED_UNIT = /\/(?=\d{1,4}\s?(?:шт|компл|к-т)\.?$)/iu;
const GLUED_BEHIND = /^(\d{1,3}\s?шт)\.?(?=\d{3})/iu;

/** A line with its quantity in digits, parted from what it is glued to, and without what only ends it; a plain one stays. */
const withDigits = (text: string): string => (PLAIN_LINE.test(text) ? text : toDigits(cutEnd(text, /[;,|]/u)));

const toDigits = (text: string): string =>
  text
    .replace(SPELT_TOO, '')
    .replace(SPELT, (word) => NUMBER_WORDS[word.toLowerCase()] ?? word)
    .replace(THOUSANDS, '')
    .replace(IN_BRACKETS, '$1 шт')
    .replace(A_PAIR, '2 шт')
    .replace(GLUED_UNIT, ' ')
    .replace(GLUED_BEHIND, '$1 ');

interface Quantity {
  /** 1 where there is a problem. */
  readonly amount: number;
  readonly problem: AmountProblem | null;
}

const SIGNED = '[-−–]?';
/** Excel groups digits by blanks of several kinds. */
const GROUPED = String.raw`${SIGNED}\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?`;
const PLAIN = String.raw`${SIGNED}\d+(?:[.,]\d+)?(?:[eе]\+?\d+)?`;
/** «шт» and its like. */
const UNIT = String.raw`(?:штук[аи]?|штуч(?:ек|к[аиу])|шт|pcs|pc|ea|ед|компл(?:ект(?:а|ов)?)?|к-т(?:а|ов)?|набор(?:а|ов)?|пар[аы]?)\.?`;
/** «x2», «х 2», «×2». */
const TIMES = '[xх×*]';

const CELL = new RegExp(`^(${TIMES}\\s*)?(${GROUPED}|${PLAIN})\\s*(${UNIT}|${TIMES})?$`, 'iu');
const UNIT_ALONE = new RegExp(`^${UNIT}$`, 'iu');

const refused = (problem: AmountProblem): Quantity => ({ amount: 1, problem });

function quantityOf(written: string): Quantity {
  const plain = written.replaceAll(/\s/gu, '').replace(/^[−–]/u, '-').replace(',', '.').replace(/[eе]/iu, 'e');
  const value = plain === '' ? Number.NaN : Number(plain);
  if (Number.isNaN(value)) return refused('no number');
  if (value < 0) return refused('negative');
  if (value === 0) return refused('zero');
  if (value > REQUEST_AMOUNT_MAX) return refused('too large');
  return Number.isInteger(value) ? { amount: value, problem: null } : refused('fraction');
}

/** A cell that can be nothing but a quantity says so by its unit or «x»; a bare number may be something else. */
interface QuantityCell extends Quantity {
  readonly isNamed: boolean;
}

/** The quantity in a cell; null where something else stands. */
export function quantityIn(cell: string): QuantityCell | null {
  const [, times, written = '', sign] = CELL.exec(cell) ?? [];
  // «X-100» and «X1E5» are articles.
  if (written === '' || (times !== undefined && !/^\d+$/u.test(written))) return null;
  return { ...quantityOf(written), isNamed: times !== undefined || sign !== undefined };
}

const isUnit = (cell: string): boolean => UNIT_ALONE.test(cell);

export interface LineReading {
  readonly article: string;
  /** 1 where the line names none, or has a problem. */
  readonly amount: number;
  readonly problem: AmountProblem | null;
  /** Whose part is meant, as far as the line says; '' for none. It may be any other word of the line. */
  readonly maker: string;
}

const ONE: Quantity = { amount: 1, problem: null };

const reading = (article: string, { amount, problem }: Quantity, maker = ''): LineReading => ({
  article,
  amount,
  problem,
  maker,
});

export const plainLine = ({ article, amount, maker }: Pick<LineReading, 'article' | 'amount' | 'maker'>) =>
  `${article}\t${amount} шт${maker === '' ? '' : `\t${maker}`}`;

const PLAIN_LINE = /^([^\t]+)\t([1-9]\d{0,5}) шт(?:\t([^\t]+))?$/u;

const hasSign = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
const hasDigit = (text: string): boolean => /\p{N}/u.test(text);
const digitsIn = (text: string): number => text.match(/\p{N}/gu)?.length ?? 0;

/** Without the quotes that Excel puts around some cells. */
const bare = (cell: string): string => cell.trim().replace(/^"(.*)"$/u, '$1');

/** The cells of a line between tabs, else semicolons or bars, else several blanks; empty ones too. */
function cellsOf(line: string): { readonly cells: readonly string[]; readonly isTable: boolean } {
  for (const sign of ['\t', '⇥', ';', '|']) {
    const cells = line.split(sign).map(bare);
    if (cells.length > 1 && cells.some(hasSign)) return { cells, isTable: true };
  }
  const text = line.trim();
  return { cells: text.split(/\s{2,}/u), isTable: false };
}

/** Never nothing: one article first, then without a number at its end, which may be a quantity. Null: no headings. */
function readLine(line: string, columns: Columns | null): readonly LineReading[] {
  const [, article = '', amount, maker = ''] = PLAIN_LINE.exec(line) ?? [];
  if (article.trim() !== '') return [reading(article.trim(), quantityOf(amount ?? ''), maker.trim())];
  const { cells, isTable } = cellsOf(line);
  if (isTable) return [(columns && byColumns(cells, columns)) ?? byContents(cells)];
  return cells.length > 1 ? byBlanks(cells) : byWords(withoutNumber(cells[0] ?? ''));
}

function byColumns(cells: readonly string[], columns: Columns): LineReading | null {
  const article = cells[columns.article] ?? '';
  if (!hasSign(article)) return null;
  const written = columns.amount === null ? '' : (cells[columns.amount] ?? '');
  const amount = written === '' ? ONE : (quantityIn(written) ?? quantityOf(written));
  return reading(article, amount, columns.maker === null ? '' : (cells[columns.maker] ?? ''));
}

/** Longest article among other cells, characters and words. */
const ARTICLE_MAX = 40;
const ARTICLE_WORDS = 3;

const isArticle = (cell: string): boolean =>
  hasDigit(cell) && cell.length <= ARTICLE_MAX && cell.split(/\s+/u).length <= ARTICLE_WORDS;

/** A bare number is rather the article when it is so much longer than its neighbour, or has a letter, as «12E5» does. */
const QUANTITY_DIGITS = 3;
const ARTICLE_DIGITS = 5;

const isRatherQuantity = (cell: string, other: string): boolean =>
  /^\d+$/u.test(cell) &&
  quantityIn(other) !== null &&
  (/\p{L}/u.test(other) || (cell.length <= QUANTITY_DIGITS && digitsIn(other) >= ARTICLE_DIGITS));

/** Whether the first of several cells counts the lines: the article stands behind it. */
const isLineNumber = (cells: readonly string[]): boolean =>
  cells.length > 2 &&
  /^\d{1,4}[.)]?$/u.test(cells[0] ?? '') &&
  cells.slice(1).some((cell) => isArticle(cell) && (quantityIn(cell) === null || digitsIn(cell) >= ARTICLE_DIGITS));

/** Where article and quantity stand among several cells; `amount` -1: nowhere. */
function placesIn(cells: readonly string[]): { readonly article: number; readonly amount: number } {
  const quantities = cells.map(quantityIn);
  const from = isLineNumber(cells) ? 1 : 0;
  const articleBut = (amount: number) => {
    const at = cells.findIndex((cell, place) => place >= from && place !== amount && isArticle(cell));
    return at !== -1 ? at : amount === from ? from + 1 : from;
  };
  const named = quantities.findLastIndex((quantity) => quantity?.isNamed);
  if (named !== -1) return { article: articleBut(named), amount: named };
  const [first = '', second = ''] = cells;
  const isSwapped = quantities[0] && (!quantities[1] || isRatherQuantity(first, second));
  if (cells.length === 2 && isSwapped && hasDigit(second)) return { article: 1, amount: 0 };
  const article = articleBut(-1);
  return { article, amount: quantities.findIndex((quantity, at) => at > article && quantity !== null) };
}

/** Cells in no known order: the article is the first that looks like one, the quantity the first number behind it. */
function byContents(all: readonly string[]): LineReading {
  const filled = all.filter(hasSign);
  const cells = filled.filter((cell) => !isUnit(cell));
  if (cells.length === 0) return reading(filled[0] ?? '', ONE);
  const missing = cells.length < filled.length ? quantityOf('') : ONE;
  if (cells.length === 1) return reading(cells[0] ?? '', missing);
  const { article, amount } = placesIn(cells);
  const others = cells.filter((cell, at) => at !== article && at !== amount && /\p{L}/u.test(cell));
  return reading(cells[article] ?? '', quantityIn(cells[amount] ?? '') ?? missing, others[0]);
}

/** Cells between several blanks: blanks are in articles too, so only what is clear is parted. */
function byBlanks(cells: readonly string[]): readonly LineReading[] {
  const [first = '', last = ''] = [cells[0], cells.at(-1)];
  const [leading, trailing] = [quantityIn(first), quantityIn(last)];
  if (isUnit(last)) return [reading(joined(cells.slice(0, -1)), quantityOf(''))];
  const isSwapped = leading?.isNamed || (cells.length === 2 && leading && isRatherQuantity(first, last));
  if (trailing?.isNamed || (trailing && !isSwapped)) return [reading(joined(cells.slice(0, -1)), trailing)];
  const behind = joined(cells.slice(1));
  if (leading && hasDigit(behind)) return [reading(behind, leading)];
  return [reading(joined(cells), ONE)];
}

/** The article before words that say what it is; pieces of it go together. */
function joined(cells: readonly string[]): string {
  const telling = cells.filter(isArticle);
  return (telling.length > 0 ? telling : cells).join(' ');
}

/** «1. 238Б», «2) 740»: the number of the line. */
const withoutNumber = (text: string): string => text.replace(/^\d{1,3}[.)]\s+(?=\S)/u, '');

const BETWEEN = String.raw`(?:\s*[,:=]\s*|\s+[-–—]\s+|\s+\(?)`;
const UNIT_BEHIND = new RegExp(`^(.*\\S)${BETWEEN}(${PLAIN})\\s*${UNIT}\\)?$`, 'iu');
const TIMES_BEFORE = new RegExp(`^(.*\\S)${BETWEEN}${TIMES}\\s*(\\d+)$`, 'iu');
const UNIT_ONLY = new RegExp(`^(.*\\S)${BETWEEN}${UNIT}$`, 'iu');
/** «к-т 2», «шт. 4». */
const UNIT_BEFORE = new RegExp(`^(.*\\S)${BETWEEN}${UNIT}\\s?[:=]?\\s?(\\d{1,6})$`, 'iu');
/** «кол-во 2», «количество: 2 шт». */
const COUNT_NAME = String.raw`(?:кол-во|количество|кол|нужно|надо|требуется|необходимо|qty)\.?\s?[:=]?\s?(\d{1,6})`;
const NAMED_BEHIND = new RegExp(`^(.*\\S)${BETWEEN}${COUNT_NAME}(?:\\s?${UNIT})?$`, 'iu');
/** «1,5» behind a blank is a quantity that is no whole number, rather than an article with a «,5». */
const FRACTION_BEHIND = new RegExp(`^(.*\\S)\\s+(\\d{1,3}[.,]\\d{1,3})(?:\\s?${UNIT})?$`, 'iu');
const LEADING = new RegExp(`^(${PLAIN})\\s*(?:${UNIT}|${TIMES})\\s+(\\S.*)$`, 'iu');
const BARE = new RegExp(String.raw`^(.*\S)${BETWEEN}([1-9]\d{0,3}|0|[-−]\d{1,4}|\d+[eе]\d{1,3})$`, 'iu');

/** What parts an article from what follows belongs to neither. */
const withoutEnd = (article: string): string => cutEnd(article, /[\s,:;=–—-]/u);

function byWords(text: string): readonly LineReading[] {
  const [, counted = '', fraction = ''] = FRACTION_BEHIND.exec(text) ?? [];
  // An article may end in a fraction: the whole is looked for first.
  if (hasSign(counted)) return [reading(text, ONE), reading(withoutEnd(counted), quantityOf(fraction))];
  const [, article = '', count = ''] =
    NAMED_BEHIND.exec(text) ?? UNIT_BEHIND.exec(text) ?? TIMES_BEFORE.exec(text) ?? UNIT_BEFORE.exec(text) ?? [];
  if (hasSign(article)) return [reading(withoutEnd(article), quantityOf(count))];
  const [, leading = '', behind = ''] = LEADING.exec(text) ?? [];
  if (hasSign(behind)) return [reading(behind, quantityOf(leading))];
  const [, before = ''] = UNIT_ONLY.exec(text) ?? [];
  if (hasSign(before)) return [reading(withoutEnd(before), quantityOf(''))];
  const whole = reading(text, ONE);
  const [, beginning = '', number = ''] = BARE.exec(text) ?? [];
  return hasSign(beginning) ? [whole, reading(withoutEnd(beginning), quantityOf(number))] : [whole];
}

const NOT_WITHIN = String.raw`(?<![\p{L}\p{N}.,/-])`;
const COUNTED = new RegExp(`${NOT_WITHIN}(${PLAIN})\\s*${UNIT}(?![\\p{L}\\p{N}])`, 'iu');
const TIMES_COUNTED = new RegExp(`${NOT_WITHIN}${TIMES}\\s?(\\d{1,6})$`, 'iu');
const NAMED_COUNT = new RegExp(`${NOT_WITHIN}${COUNT_NAME}(?:\\s?${UNIT})?(?![\\p{L}\\p{N}])`, 'iu');
const COUNTED_BY_UNIT = new RegExp(`${NOT_WITHIN}${UNIT}\\s?[:=]?\\s?(\\d{1,6})$`, 'iu');
const COUNTED_BEHIND = /(?:\s[-–—]|(?<!\d)[,:=])\s*(\d{1,4})$/u;
/** «1,5» at the end. */
const FRACTION = new RegExp(`${NOT_WITHIN}(\\d{1,3}[.,]\\d{1,3})(?:\\s?${UNIT})?$`, 'iu');
/** «стартер камаз 2»: a quantity, or a word of what is asked for. */
const UNCLEAR_BEHIND = /\s(\d{1,2})$/u;

/** What a line asks for in words, without its quantity. */
export interface WordedLine extends Quantity {
  readonly words: string;
  /** The same where the number at its end counts pieces, which nothing says. */
  readonly counted?: Quantity & { readonly words: string };
}

/** What a line asks for in words, in whatever order; its quantity may stand anywhere. */
export function wordedLine(text: string): WordedLine {
  const cells = cellsOf(withDigits(text.slice(0, SEARCH_QUERY_MAX))).cells.filter(hasSign);
  const alone = cells.length > 1 ? cells.findLastIndex((cell) => quantityIn(cell) !== null) : -1;
  if (alone > 0) {
    const words = cells.filter((_, at) => at !== alone).join(' ');
    return { ...(quantityIn(cells[alone] ?? '') ?? ONE), words: withoutNumber(words) };
  }
  const line = withoutNumber(cells.join(' '));
  const found =
    NAMED_COUNT.exec(line) ??
    COUNTED.exec(line) ??
    TIMES_COUNTED.exec(line) ??
    COUNTED_BY_UNIT.exec(line) ??
    FRACTION.exec(line) ??
    COUNTED_BEHIND.exec(line);
  if (!found) {
    const behind = UNCLEAR_BEHIND.exec(line);
    const words = line.slice(0, behind?.index).trimEnd();
    const number = behind?.[1];
    if (number === undefined || !/\p{L}/u.test(words)) return { ...ONE, words: line };
    const isAfterWord = /\p{L}$/u.test(words);
    return { ...(isAfterWord ? refused('no number') : ONE), words: line, counted: { ...quantityOf(number), words } };
  }
  const words = `${line.slice(0, found.index)} ${line.slice(found.index + found[0].length)}`
    .replace(/\s+/gu, ' ')
    .trim();
  return hasSign(words) ? { ...quantityOf(found[1] ?? ''), words } : { ...ONE, words: line };
}

/** Fewer signs before a number are rather the beginning of the article. */
const ARTICLE_SIGNS = 5;

/** Which of the readings to show where none of them finds anything. */
export function likeliestOf(readings: readonly LineReading[]): number {
  const { article } = readings.at(-1) as LineReading;
  const signs = article.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return readings.length > 1 && hasDigit(article) && signs >= ARTICLE_SIGNS ? readings.length - 1 : 0;
}

/** Which of the cells of a line, from 0, hold what. */
export interface Columns {
  readonly article: number;
  readonly amount: number | null;
  readonly maker: number | null;
}

const beginnings = (text: string): readonly string[] => text.split(' ');

/** Beginnings of the headings of columns, in lower case. */
const HEADINGS = {
  article: beginnings('артикул арт каталожн кат. номер код деталь oem article part number sku'),
  amount: beginnings('кол qty quantity нужно заказ потребность amount count'),
  maker: beginnings('производ изготов бренд марка фирма brand maker manufacturer'),
  other: beginnings(
    'наимен назван описан товар запчаст title name description № n п/п пп ед unit шт цена сумма стоимость price sum ' +
      'примеч комментар штук деталей детали запчасти изм',
  ),
};
type Heading = keyof typeof HEADINGS;

const NAMES = Object.keys(HEADINGS) as Heading[];

/** What a heading names; null for a text that is none. */
function headingOf(text: string): Heading | null {
  const words = text.toLowerCase().replaceAll('ё', 'е');
  return NAMES.find((name) => HEADINGS[name].some((beginning) => words.startsWith(beginning))) ?? null;
}

/** The columns that a line of headings names; null for any other line: one with a digit is never left out. */
export function headingsIn(cells: readonly string[]): Columns | null {
  if (cells.some((cell) => /\p{N}/u.test(cell))) return null;
  const words = cells.length === 1 ? (cells[0] ?? '').split(/[\s,/]+/u) : cells;
  const named = words.map((word) => (word === '' ? null : headingOf(word)));
  if (words.some((word, at) => word !== '' && named[at] === null)) return null;
  const article = named.indexOf('article');
  if (article === -1) return null;
  // Words between blanks say that there are headings, and nothing of how the lines below are parted.
  if (cells.length === 1) return { article: 0, amount: null, maker: null };
  const at = (name: Heading) => (named.includes(name) ? named.indexOf(name) : null);
  return { article, amount: at('amount'), maker: at('maker') };
}
