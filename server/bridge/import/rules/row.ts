import type { RowReport } from '../../../../contract/bridge.ts';
import {
  type ColumnsReadAs,
  columnsReadAs,
  type PositionRecord,
} from '../../../../contract/columns-by-use.ts';
import { POSITION_COLUMNS } from '../../../../contract/position-columns.ts';
import type { ArticleFrom } from '../../../../contract/upload.ts';
import { sheetNumber } from '../../../sheets/decimal.ts';
import { type Cell, EMPTY_CELL, type SheetRow } from '../../../sheets/read/cell.ts';
import { articleKey } from '../../../text/article-key.ts';
import { type ArticleReading, articleOf } from './article.ts';
import type { GivenColumns } from './columns.ts';
import { amountOf, type Notes, sizeOf } from './fields.ts';
import { headingOf, isOnlyFilled, isTitledHeading } from './headings.ts';
import { AMOUNT_MAX, ARTICLE_MAX, NUMBER_DIGITS_MAX } from './limits.ts';
import { type MakerRules, makerOf } from './makers.ts';
import type { PriceRules } from './price.ts';
import { createRemark, HEADING } from './report.ts';
import { rowPrice } from './row-price.ts';
import { leaveOutByWord, type SkipRules } from './skipping.ts';
import type { StockWords } from './stock-words.ts';
import { setTerms, type TermRules } from './terms.ts';
import { cleanText, cutText } from './text.ts';

type FieldColumn = ColumnsReadAs<'text' | 'price' | 'amount' | 'size' | 'delivery' | 'lot'>;

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
  /** A heading; with a remark where it looks like a row without an article. */
  | { readonly kind: 'group'; readonly warning?: RowReport }
  | { readonly kind: 'skipped'; readonly warning: RowReport }
  /** Left out as the rules of the upload have it. */
  | { readonly kind: 'left-out'; readonly warning: RowReport; readonly identity: Identity }
  | { readonly kind: 'failed'; readonly errors: readonly RowReport[]; readonly identity?: Identity };

const TEXTS = columnsReadAs('text');
const SIZES = columnsReadAs('size');
const MANUFACTURER_MAX = POSITION_COLUMNS.manufacturer.imported.max;

/** How the rows of an upload are to be read. */
export interface RowRules extends GivenColumns, PriceRules, MakerRules, SkipRules, TermRules {
  readonly stockWords: StockWords;
  readonly articleFrom: ArticleFrom | null;
}

/** Reads a row by the rules of its upload. */
export function readRow(sheetRow: SheetRow, rules: RowRules): RowReading {
  const { row, cells } = sheetRow;
  const { columns } = rules;
  const reading = articleOf(cells, columns, rules.articleFrom);
  const { cell: article, column: articleColumn, text, from } = reading;
  if (isGroupRow(sheetRow, reading, rules)) return { kind: 'group' };
  const key = articleKey(text);
  if (isBareHeading(sheetRow, reading)) {
    const message = 'Строки-заголовки пропущены';
    return { kind: 'group', warning: createRemark(row, null, HEADING, message, headingText(sheetRow)) };
  }
  const problem = articleProblem(row, reading, key);
  if (problem) return problem;

  const errors: RowReport[] = [];
  const warnings: RowReport[] = [];
  if (from !== null) {
    const where = from === 'code' ? 'кода' : 'названия';
    const message = `Столбца или ячейки с\u00a0артикулом нет, он взят из\u00a0${where}: проверьте`;
    warnings.push(createRemark(row, articleColumn, `article-from-${from}`, message, text));
  } else if (article.kind === 'number' && text.replace(/\D/gu, '').length > NUMBER_DIGITS_MAX) {
    const message = `Артикул введён числом длиннее ${NUMBER_DIGITS_MAX} цифр: Excel мог потерять его конец`;
    warnings.push(createRemark(row, articleColumn, 'digits-lost', message, text));
  }
  const notes = { row, errors, warnings };
  const fields: FieldsInMaking = {};
  for (const name of TEXTS) {
    const value = textIn(cells, columns[name], POSITION_COLUMNS[name].imported.max, notes);
    if (value !== undefined) fields[name] = value;
  }
  const manufacturer = makerOf(
    columns.manufacturer === undefined
      ? undefined
      : (textIn(cells, columns.manufacturer, MANUFACTURER_MAX, notes) ?? ''),
    headingOf(cells),
    rules,
  );
  const identity = { key, manufacturer };
  const price = leaveOutByWord(cells, rules) ?? rowPrice(cells, rules, notes);
  if (typeof price === 'object') {
    const { column, code, message, text: said } = price;
    return { kind: 'left-out', warning: createRemark(row, column, code, message, said), identity };
  }
  if (price !== undefined) fields.price = price;
  if (columns.amount !== undefined)
    fields.amount = amountIn(cells, [columns.amount, ...rules.moreAmounts], rules.stockWords, notes);
  for (const name of SIZES) {
    const column = columns[name];
    if (column === undefined) continue;
    const cell = cellIn(cells, column);
    if (cell.kind !== 'empty' && cell.kind !== 'formula') fields[name] = sizeOf(cell, column, notes);
  }
  setTerms(cells, columns, rules, fields, notes);
  if (errors.length > 0) return { kind: 'failed', errors, identity };
  return { kind: 'position', candidate: { row, article: text, key, manufacturer, fields }, warnings };
}

/** What becomes of a row whose article cannot be one; null where it can. */
function articleProblem(row: number, { cell, column, text }: ArticleReading, key: string): RowReading | null {
  if (cell.kind === 'error' || cell.kind === 'date') {
    const [code, message] =
      cell.kind === 'date'
        ? ['article-date', 'Вместо артикула дата: задайте ячейке текстовый формат и введите артикул заново']
        : ['formula-error', 'Вместо артикула ошибка формулы'];
    return { kind: 'failed', errors: [createRemark(row, column, code, message, cell.text)] };
  }
  if (key === '') {
    return {
      kind: 'skipped',
      warning: createRemark(row, column, 'no-article', 'Нет артикула, строка пропущена', text),
    };
  }
  if (text.length > ARTICLE_MAX) {
    const message = `Артикул длиннее ${ARTICLE_MAX} знаков`;
    return { kind: 'failed', errors: [createRemark(row, column, 'too-long', message, text)] };
  }
  return null;
}

/** Whether the row is the heading of a group by what is read of it. */
export const isHeading = (row: SheetRow, rules: RowRules): boolean =>
  isGroupRow(row, articleOf(row.cells, rules.columns, rules.articleFrom), rules);

const isGroupRow = (row: SheetRow, { cell, column }: ArticleReading, rules: RowRules): boolean =>
  (cell.kind !== 'empty' && isOnlyFilled(row.cells, column, rules)) ||
  (rules.isMakerInHeadings && isTitledHeading(row, rules));

/** Whether a row without an article has one text and nothing else in the whole sheet. */
const isBareHeading = ({ cells, filled = cells.size }: SheetRow, { cell }: ArticleReading): boolean =>
  cell.kind === 'empty' && filled === 1 && /\p{L}/u.test(headingText({ cells }));

const headingText = ({ cells }: Pick<SheetRow, 'cells'>): string =>
  [...cells.values()].find(({ kind }) => kind === 'text')?.text ?? '';

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
  return cutText(value, max);
}

/** The stock of all columns together. */
function amountIn(cells: Cells, columns: readonly number[], words: StockWords, notes: Notes): number {
  let sum = 0;
  for (const column of columns) sum += amountOf(cellIn(cells, column), column, words, notes);
  return columns.length === 1 ? sum : Math.min(AMOUNT_MAX, sheetNumber(sum));
}
