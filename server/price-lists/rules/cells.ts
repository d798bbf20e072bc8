import type { RowReport } from '../../../contract/catalogue/positions.ts';
import { cutEnds } from '../../../contract/fields/text.ts';
import { POSITION_TITLE_MAX } from '../../../contract/limits.ts';
import type { ArticleFrom } from '../../../contract/price-lists/upload.ts';
import { typographed } from '../../../rules/format/texts.ts';
import {
  cleanText,
  currencyCode,
  hundredths,
  type NumberProblem,
  readNumber,
} from '../../catalogue/sheets/cell-values.ts';
import { type Cell, EMPTY_CELL, type SheetRow } from '../../platform/sheet-reader/cell.ts';
import type { Decimal } from '../../platform/sheets/decimal.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { AMOUNT_MAX, type ColumnMap, SIZE_MAX } from './form-fields.ts';
import { createRemark, STOCK_WORD } from './remarks.ts';
import { readStock, type StockWords } from './stock.ts';

/** What a row has for an article, and where it was found. */
export interface ArticleReading {
  readonly cell: Cell;
  /** Null where the row says nothing of one. */
  readonly column: number | null;
  readonly text: string;
  /** What stands in for a missing article. */
  readonly from: ArticleFrom | null;
}

/**
 * The article of a row: its own cell, or what the rules let stand in for it where that is empty or, for articles
 * inside titles, is the title.
 */
export function articleOf(cells: SheetRow['cells'], columns: ColumnMap, from: ArticleFrom | null): ArticleReading {
  const cell = cells.get(columns.article ?? 0) ?? EMPTY_CELL;
  const own = { cell, column: columns.article ?? null, text: cleanText(cell.text), from: null };
  if (from === null) return own;
  const isTitle = from === 'title' && columns.article === columns.title;
  const isKnown = cell.kind === 'error' || cell.kind === 'date' || articleKey(own.text) !== '';
  if (isKnown && !isTitle) return own;
  const column = columns[from] ?? 0;
  const other = cells.get(column);
  if (other === undefined || other.kind === 'error' || other.kind === 'date') return own;
  const text = cleanText(other.text);
  return { cell: other, column, text: from === 'title' ? articleInTitle(text) : text, from };
}

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
export function articleInTitle(whole: string): string {
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

/** Where the remarks about a row are collected. */
export interface Notes {
  readonly row: number;
  readonly errors: RowReport[];
  readonly warnings: RowReport[];
}

const PROBLEMS = typographed<Readonly<Record<NumberProblem, string>>>({
  'not-a-number': 'число не прочитано',
  date: 'вместо числа дата',
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
  problem: NumberProblem,
  column: number,
  cell: Cell,
): number {
  const message = `${EXPECTED[what]}: ${PROBLEMS[problem]}, ожидалось, например, ${EXAMPLE[what]}`;
  notes.errors.push(createRemark(notes.row, column, problem, message, cell.text));
  return 0;
}

/**
 * How many are in stock; an empty cell is 0. No word costs the row its price: what cannot be read as a stock is a guess
 * with a warning, and only digits that make no sense are an error.
 */
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
    const reading = readNumber(cell);
    const problem = reading.kind === 'problem' ? reading.problem : 'not-a-number';
    return failNumber(notes, 'amount', problem, column, cell);
  }
  const stock = readStock(cell.text, words);
  if (!stock) return failNumber(notes, 'amount', 'not-a-number', column, cell);
  if (stock.word !== undefined) {
    const message = typographed(`«${stock.word}» вместо остатка принято за ${stock.amount} шт.`);
    notes.warnings.push(createRemark(notes.row, column, STOCK_WORD, message, cell.text));
  } else if (stock.by !== 'number') {
    const message = typographed(`Количество словами принято за ${stock.amount}`);
    notes.warnings.push(createRemark(notes.row, column, 'amount-in-words', message, cell.text));
  }
  return stock.amount;
}

/** A size or a weight in hundredths. */
export function sizeOf(cell: Cell, column: number, notes: Notes): number {
  const reading = readNumber(cell);
  if (reading.kind === 'problem') return failNumber(notes, 'size', reading.problem, column, cell);
  if (reading.kind === 'words') return failNumber(notes, 'size', 'not-a-number', column, cell);
  const size = hundredths(reading.value);
  if (size < 0) return failNumber(notes, 'size', 'negative', column, cell);
  return size > SIZE_MAX ? failNumber(notes, 'size', 'too-large', column, cell) : size;
}

/** A percentage on the price from a column of its own. */
export function percentOf(cell: Cell, column: number, notes: Notes): Decimal {
  const reading = readNumber(cell);
  if (reading.kind === 'value') return reading.value;
  failNumber(notes, 'percent', reading.kind === 'words' ? 'not-a-number' : reading.problem, column, cell);
  return NO_PROFIT;
}

/** The currency that a cell of its own names; null for an empty cell, an error of the row for anything else. */
export function currencyIn(cell: Cell, column: number, notes: Notes): string | null {
  if (cell.kind === 'empty') return null;
  const code = currencyCode(cell.text);
  if (code === null) {
    const message = typographed('Валюта не узнана, ожидалось, например, USD или руб.');
    notes.errors.push(createRemark(notes.row, column, 'currency', message, cell.text));
  }
  return code;
}
