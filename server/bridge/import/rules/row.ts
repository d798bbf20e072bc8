import type { RowReport } from '../../../../contract/bridge.ts';
import {
  type ColumnsReadAs,
  columnsReadAs,
  type PositionRecord,
} from '../../../../contract/columns-by-use.ts';
import { POSITION_COLUMNS } from '../../../../contract/position-columns.ts';
import { articleKey } from '../../../text/article-key.ts';
import { type Decimal, sheetNumber } from '../decimal.ts';
import { type Cell, EMPTY_CELL, type SheetRow } from '../read/cell.ts';
import type { ColumnMap } from './columns.ts';
import { amountOf, type Notes, percentOf, sizeOf } from './fields.ts';
import { AMOUNT_MAX, ARTICLE_MAX, NUMBER_DIGITS_MAX } from './limits.ts';
import { type PriceCurrency, priceOf } from './price.ts';
import { createRemark } from './report.ts';
import type { StockWords } from './stock-words.ts';

type FieldColumn = ColumnsReadAs<'text' | 'price' | 'amount' | 'size'>;

/** What a row says of a position; a field that is missing is not to be touched. Units as in the first migration. */
export type PositionFields = Partial<Pick<PositionRecord, FieldColumn>>;
export type FieldsInMaking = { -readonly [Name in FieldColumn]?: PositionFields[Name] };

/** What a row says of which position it means. */
export interface Identity {
  readonly key: string;
  /** '' for an empty cell, undefined when the column is not given. */
  readonly manufacturer?: string;
}

/** A row that names a position. */
export interface Candidate extends Identity {
  readonly row: number;
  readonly article: string;
  readonly fields: PositionFields;
}

/** What becomes of a row before the catalogue is asked. */
export type RowReading =
  | { readonly kind: 'position'; readonly candidate: Candidate; readonly warnings: readonly RowReport[] }
  | { readonly kind: 'group' }
  | { readonly kind: 'skipped'; readonly warning: RowReport }
  | { readonly kind: 'failed'; readonly errors: readonly RowReport[]; readonly identity?: Identity };

const TEXTS = columnsReadAs('text');
const SIZES = columnsReadAs('size');
const MANUFACTURER_MAX = POSITION_COLUMNS.manufacturer.imported.max;

/** How the rows of an upload are to be read. */
export interface RowRules {
  readonly columns: ColumnMap;
  /** Columns whose stock is added to that of the amount column. */
  readonly moreAmounts: readonly number[];
  /** Percentage on every price of the upload. */
  readonly profit: Decimal;
  readonly currency: PriceCurrency;
  readonly stockWords: StockWords;
}

/** Reads a row by the rules of its upload. */
export function readRow({ row, cells }: SheetRow, rules: RowRules): RowReading {
  const { columns, profit } = rules;
  const articleColumn = columns.article ?? null;
  const article = cellIn(cells, columns.article);
  const text = cleanText(article.text);
  if (article.kind !== 'empty' && isGroup(cells, rules)) return { kind: 'group' };
  if (article.kind === 'error' || article.kind === 'date') {
    const [code, message] =
      article.kind === 'date'
        ? ['article-date', 'Вместо артикула дата: задайте ячейке текстовый формат и введите артикул заново']
        : ['formula-error', 'Вместо артикула ошибка формулы'];
    return { kind: 'failed', errors: [createRemark(row, articleColumn, code, message, article.text)] };
  }
  const key = articleKey(text);
  if (key === '') {
    return {
      kind: 'skipped',
      warning: createRemark(row, articleColumn, 'no-article', 'Нет артикула, строка пропущена', text),
    };
  }
  if (text.length > ARTICLE_MAX) {
    const message = `Артикул длиннее ${ARTICLE_MAX} знаков`;
    return { kind: 'failed', errors: [createRemark(row, articleColumn, 'too-long', message, text)] };
  }

  const errors: RowReport[] = [];
  const warnings: RowReport[] = [];
  if (article.kind === 'number' && text.replace(/\D/gu, '').length > NUMBER_DIGITS_MAX) {
    const message = `Артикул введён числом длиннее ${NUMBER_DIGITS_MAX} цифр: Excel мог потерять его конец`;
    warnings.push(createRemark(row, articleColumn, 'digits-lost', message, text));
  }
  const notes = { row, errors, warnings };
  const fields: FieldsInMaking = {};

  for (const name of TEXTS) {
    const value = textIn(cells, columns[name], POSITION_COLUMNS[name].imported.max, notes);
    if (value !== undefined) fields[name] = value;
  }
  const manufacturer =
    columns.manufacturer === undefined
      ? undefined
      : (textIn(cells, columns.manufacturer, MANUFACTURER_MAX, notes) ?? '');
  if (columns.price !== undefined) {
    const ownProfit = cellIn(cells, columns.profitColumn);
    const percent =
      ownProfit.kind === 'empty' ? profit : percentOf(ownProfit, columns.profitColumn ?? 0, notes);
    fields.price = priceOf(cellIn(cells, columns.price), columns.price, percent, rules.currency, notes);
  }
  if (columns.amount !== undefined)
    fields.amount = amountIn(cells, [columns.amount, ...rules.moreAmounts], rules.stockWords, notes);
  for (const name of SIZES) {
    const column = columns[name];
    if (column === undefined) continue;
    const cell = cellIn(cells, column);
    if (cell.kind !== 'empty' && cell.kind !== 'formula') fields[name] = sizeOf(cell, column, notes);
  }
  if (errors.length > 0) return { kind: 'failed', errors, identity: { key, manufacturer } };
  return { kind: 'position', candidate: { row, article: text, key, manufacturer, fields }, warnings };
}

/** Whether a row says nothing: formulas drawn down below the list, never worked out. */
export function isBlankRow({ cells }: SheetRow): boolean {
  for (const { kind } of cells.values()) if (kind !== 'formula') return false;
  return true;
}

type Cells = SheetRow['cells'];

const cellIn = (cells: Cells, column: number | undefined): Cell =>
  column === undefined ? EMPTY_CELL : (cells.get(column) ?? EMPTY_CELL);

/** The text of a cell, at most `max` characters; undefined for an empty one and for one that is an error. */
function textIn(cells: Cells, column: number | undefined, max: number, notes: Notes): string | undefined {
  const cell = cellIn(cells, column);
  if (column === undefined || cell.kind === 'empty' || cell.kind === 'formula') return undefined;
  if (cell.kind === 'error') {
    notes.errors.push(
      createRemark(notes.row, column, 'formula-error', 'Вместо текста ошибка формулы', cell.text),
    );
    return undefined;
  }
  const value = cleanText(cell.text);
  if (value.length <= max) return value;
  const message = `Текст длиннее ${max} знаков, конец отброшен`;
  notes.warnings.push(createRemark(notes.row, column, 'cut', message, value));
  return value.slice(0, max).toWellFormed();
}

/** The stock of all columns together. */
function amountIn(cells: Cells, columns: readonly number[], words: StockWords, notes: Notes): number {
  let sum = 0;
  for (const column of columns) sum += amountOf(cellIn(cells, column), column, words, notes);
  return columns.length === 1 ? sum : Math.min(AMOUNT_MAX, sheetNumber(sum));
}

/** Only the article cell is filled: a heading of a group, unless no other column is given at all. */
function isGroup(cells: Cells, { columns, moreAmounts }: RowRules): boolean {
  let others = 0;
  for (const column of [...Object.values(columns), ...moreAmounts]) {
    if (column === columns.article) continue;
    if (cells.has(column)) return false;
    others += 1;
  }
  return others > 0;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNCLEAN = /[\u0000-\u001f\ud800-\udfff]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]+/gu;

/** Text as it is stored: without outer spaces, line breaks and control characters, which no database or text file takes. */
export function cleanText(text: string): string {
  if (!UNCLEAN.test(text) && text.isWellFormed()) return text.trim();
  return text
    .toWellFormed()
    .replace(UNSEEN, '')
    .trim()
    .replace(/[\t\r\n]+/gu, ' ');
}
