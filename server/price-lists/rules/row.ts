// Reads one row of a supplier's price list: a position with its fields, a heading of a group, a row to leave out, or
// an error.
import * as columnsContract from '../../../contract/catalogue/columns.ts';
import type { RowReport } from '../../../contract/catalogue/runs.ts';
import type { ArticleFrom, Priceless } from '../../../contract/price-lists/upload.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { cleanText, cutText, DAMAGED_TEXT, lostArticle } from '../../catalogue/sheets/cell-values.ts';
import { type Cell, EMPTY_CELL, type SheetRow, textCell } from '../../platform/sheet-reader/messages.ts';
import { sheetNumber } from '../../platform/sheets/decimal.ts';
import { manufacturerKey } from '../../platform/text/article-key.ts';
import { keyWithoutArticle, sourceKeyOfTitle } from '../../platform/text/source-key.ts';
import * as cellRules from './cells.ts';
import * as formFields from './form-fields.ts';
import { isTitledHeading, type MakerRules, makerOf } from './manufacturers.ts';
import { type PriceRules, readPrice } from './price.ts';
import type { ReadStockWord, StockWords } from './stock.ts';
import { hasTotalWords, totalRemark } from './totals.ts';

type FieldColumn = columnsContract.ColumnsReadAs<'text' | 'price' | 'amount' | 'size' | 'delivery' | 'lot'>;

/**
 * What a row says of a position; a field that is missing is not to be touched. Prices are kopecks, sizes
 * hundredths of mm and kg, terms days and pieces.
 */
export type PositionFields = Partial<Pick<columnsContract.PositionRecord, FieldColumn>>;
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
  /** What its source names it by, where that is not the article. */
  readonly sourceKey?: string;
  /** It looks like a line about the list («Менеджер | Петров»), so it brings no new position. */
  readonly isCaption?: boolean;
}

/** What becomes of a row before the catalogue is asked. */
type RowReading =
  | {
      readonly kind: 'position';
      readonly candidate: Candidate;
      readonly warnings: readonly RowReport[];
      readonly words?: readonly ReadStockWord[];
    }
  /** A heading; with a remark where it looks like a row without an article. */
  | { readonly kind: 'group'; readonly warning?: RowReport }
  /** A sum of other rows. */
  | { readonly kind: 'total'; readonly warning: RowReport }
  | { readonly kind: 'skipped'; readonly warning: RowReport }
  /** Left out as the rules of the upload have it. */
  | { readonly kind: 'left-out'; readonly warning: RowReport; readonly identity: Identity }
  | { readonly kind: 'failed'; readonly errors: readonly RowReport[]; readonly identity?: Identity };

const TEXTS = columnsContract.columnsReadAs('text');
const SIZES = columnsContract.columnsReadAs('size');
const MANUFACTURER_MAX = columnsContract.POSITION_COLUMNS.manufacturer.imported.max;

/** How the rows of an upload are to be read. */
export interface RowRules extends formFields.GivenColumns, PriceRules, MakerRules, SkipRules, cellRules.TermRules {
  readonly stockWords: StockWords;
  readonly articleFrom: ArticleFrom | null;
}

export function readRow(sheetRow: SheetRow, rules: RowRules): RowReading {
  const { row, cells } = sheetRow;
  const { columns, sourceColumn } = rules;
  const shifted = shiftedError(sheetRow);
  if (shifted) return { kind: 'failed', errors: [shifted] };
  const reading = cellRules.articleOf(cells, columns, rules.articleFrom);
  const { cell: article, column: articleColumn, text, from } = reading;
  if (!sourceColumn && hasTotalWords(sheetRow, rules)) return { kind: 'total', warning: totalRemark(sheetRow, rules) };
  if (!sourceColumn && isGroupRow(sheetRow, reading, rules)) return { kind: 'group' };
  if (!sourceColumn && (isBareHeading(sheetRow, reading) || isColumnHeading(cells, columns))) {
    return { kind: 'group', warning: formFields.headingRemark(row, headingText(sheetRow)) };
  }
  const errors: RowReport[] = [];
  const warnings: RowReport[] = [];
  const notes: cellRules.Notes = { row, errors, warnings };
  const manufacturer = makerOf(
    columns.manufacturer === undefined
      ? undefined
      : (textIn(cells, columns.manufacturer, MANUFACTURER_MAX, notes) ?? ''),
    headingOf(cells),
    rules,
  );
  const sourceKey = sourceColumn ? cellIn(cells, sourceColumn).text : sourceKeyOf(reading, manufacturer);
  const key = cellRules.articleKeyOf(text) || keyWithoutArticle(sourceKey ?? '');
  const problem = articleProblem(row, reading, key);
  if (problem) return problem;
  if (from !== null) {
    const said = {
      code: 'он взят из кода',
      title: 'он взят из названия',
      'whole-title': 'позиция узнаётся по названию',
    };
    const message = typographed(`Столбца или ячейки с артикулом нет, ${said[from]}: проверьте`);
    warnings.push(formFields.createRemark(row, articleColumn, `article-from-${from}`, message, text || article.text));
  } else if (article.kind === 'number' && text.replace(/\D/gu, '').length > formFields.NUMBER_DIGITS_MAX) {
    const message = `Артикул введён числом длиннее ${formFields.NUMBER_DIGITS_MAX} цифр: Excel мог потерять его конец`;
    warnings.push(formFields.createRemark(row, articleColumn, 'digits-lost', message, text));
  }
  for (const [column, { text: above }] of sheetRow.merged?.entries().take(1) ?? [])
    warnings.push(formFields.createRemark(row, column, 'merged-values', VALUES_ABOVE, above));
  const fields: FieldsInMaking = {};
  for (const name of TEXTS) {
    const value = textIn(cells, columns[name], columnsContract.POSITION_COLUMNS[name].imported.max, notes);
    if (value !== undefined) fields[name] = value;
  }
  const identity = { key, manufacturer };
  const price = leaveOutByWord(cells, rules) ?? rowPrice(cells, rules, notes);
  if (typeof price === 'object') {
    const { column, code, message, text: said } = price;
    return { kind: 'left-out', warning: formFields.createRemark(row, column, code, message, said), identity };
  }
  // A source with names of its own says nothing by an empty cell.
  const isSaid = (column: number | undefined) =>
    column !== undefined && (!sourceColumn || cellIn(cells, column).kind !== 'empty');
  if (price !== undefined && isSaid(columns.price)) fields.price = price;
  if (columns.amount !== undefined && isSaid(columns.amount))
    fields.amount = amountIn(cells, [columns.amount, ...rules.moreAmounts], rules.stockWords, notes);
  for (const name of SIZES) {
    const column = columns[name];
    if (column === undefined) continue;
    const cell = cellIn(cells, column);
    if (cell.kind !== 'empty' && cell.kind !== 'formula') fields[name] = cellRules.sizeOf(cell, column, notes);
  }
  cellRules.setTerms(cells, columns, rules, fields, notes);
  if (errors.length > 0) return { kind: 'failed', errors, identity };
  const named = {
    ...(sourceKey !== undefined && { sourceKey }),
    ...(isCaption(sheetRow, text, rules) && { isCaption: true }),
  };
  const candidate = { row, article: text, key, manufacturer, fields, ...named };
  return { kind: 'position', candidate, warnings, ...(notes.words && { words: notes.words }) };
}

/** How the first rows of a sheet read. */
export interface SheetSample {
  readonly goods: number;
  /** Goods of them that have no price although a price column is read. */
  readonly priceless: number;
  /** Rows that cannot be applied. */
  readonly refused: number;
}

export function sampleOf(rows: readonly SheetRow[], rules: RowRules): SheetSample {
  let [goods, priceless, refused] = [0, 0, 0];
  for (const row of rows) {
    if (isBlankRow(row) || isNumberedRow(row, rules)) continue;
    const reading = readRow(row, rules);
    if (reading.kind === 'failed' || reading.kind === 'skipped') refused += 1;
    if (reading.kind !== 'position') continue;
    goods += 1;
    if (reading.candidate.fields.price === 0) priceless += 1;
  }
  return { goods, priceless, refused };
}

/** What names a position without an article where the rules say that its title does; undefined where its article does. */
const sourceKeyOf = ({ cell, from }: cellRules.ArticleReading, manufacturer = ''): string | undefined =>
  from === 'whole-title' ? sourceKeyOfTitle(cleanText(cell.text), manufacturerKey(manufacturer)) : undefined;

/** What becomes of a row whose article cannot be one; null where it can. */
function articleProblem(row: number, { cell, column, text }: cellRules.ArticleReading, key: string): RowReading | null {
  if (cell.kind === 'covered') {
    const warning = formFields.createRemark(row, column, 'article-merged', ARTICLE_ABOVE, text);
    return { kind: 'skipped', warning };
  }
  const lost = lostArticle(cell);
  if (lost)
    return { kind: 'failed', errors: [formFields.createRemark(row, column, lost.code, lost.message, cell.text)] };
  if (key === '') {
    const warning = formFields.createRemark(row, column, 'no-article', 'Нет артикула, строка пропущена', text);
    return { kind: 'skipped', warning };
  }
  if (text.length > formFields.ARTICLE_MAX) {
    const message = `Артикул длиннее ${formFields.ARTICLE_MAX} знаков`;
    return { kind: 'failed', errors: [formFields.createRemark(row, column, 'too-long', message, text)] };
  }
  return null;
}

const ARTICLE_ABOVE = 'Артикул стоит в объединённой ячейке и относится к строке выше: строка пропущена';
const VALUES_ABOVE = 'Ячейки объединены с верхней строкой: значения взяты из неё';

/**
 * The row with the values of merged cells that cover it: all of a row with an article of its own except what names
 * one position alone. A row that has no other article than the one above gets a covered cell in its place.
 */
export function withMergedValues(row: SheetRow, given: formFields.GivenColumns): SheetRow {
  const { merged = new Map<number, Cell>(), cells } = row;
  const { article = 0, code = 0 } = given.columns;
  const above = cells.has(article) ? undefined : merged.get(article);
  const covered = (text: string): Cell => ({ kind: 'covered', text });
  if (above) return { ...row, cells: new Map([...cells, [article, covered(above.text)]]), merged: new Map() };
  if (!cells.has(article)) return row;
  const isShared = (column: number) =>
    column !== code && !cells.has(column) && formFields.givenColumns(given).includes(column);
  const taken = [...merged].filter(([column]) => isShared(column));
  return { ...row, cells: new Map([...taken, ...cells]), merged: new Map(taken) };
}

/** The headings of groups between the header, or goods that are not read, and the first row of a list; `head` ends above it. */
export function headingsAbove(head: readonly SheetRow[], rules: RowRules): readonly SheetRow[] {
  const at = head.findLastIndex((row) => {
    const reading = cellRules.articleOf(row.cells, rules.columns, rules.articleFrom);
    return !isGroupRow(row, reading, rules) && !isBareHeading(row, reading);
  });
  return at < 0 ? [] : head.slice(at + 1);
}

/** Whether the row is the heading of a group by what is read of it. */
export const isHeading = (row: SheetRow, rules: RowRules): boolean =>
  isGroupRow(row, cellRules.articleOf(row.cells, rules.columns, rules.articleFrom), rules);

const isGroupRow = (row: SheetRow, { cell, column }: cellRules.ArticleReading, rules: RowRules): boolean =>
  (cell.kind !== 'empty' && isOnlyFilled(row.cells, column, rules)) ||
  (rules.isMakerInHeadings && isTitledHeading(row, rules));

/** Whether a row without an article has one text and nothing else in the whole sheet. */
const isBareHeading = ({ cells, filled = cells.size }: SheetRow, { cell }: cellRules.ArticleReading): boolean =>
  cell.kind === 'empty' && filled === 1 && /\p{L}/u.test(headingText({ cells }));

/** How the names of the columns begin that a list repeats on its pages. */
const COLUMN_NAMES = {
  article: /^(?:артикул|арт\.?$|арт\. |код|номер|№|каталож|кат\.|оригинал|article|part|sku|oem)/iu,
  title: /^(?:наименован|назван|номенклатур|товар|описан|title|name|description|product)/iu,
  price: /^(?:цен|стоимост|розн|опт|price)/iu,
} as const;
/** Cells of a row that numbers the columns of a table, at least. */
const NUMBERED_MIN = 3;

/** Whether a row repeats the names of the columns, as lists do on every page, or numbers them. */
function isColumnHeading(cells: Cells, columns: formFields.ColumnMap): boolean {
  const textOf = (name: keyof typeof COLUMN_NAMES) => cellIn(cells, columns[name]).text.slice(0, formFields.ENTRY_MAX);
  const article = textOf('article');
  if (!/\d/u.test(article)) {
    const isNamed = (name: keyof typeof COLUMN_NAMES) => COLUMN_NAMES[name].test(textOf(name).trim());
    return isNamed('article') && (isNamed('title') || isNamed('price'));
  }
  const numbered = article.length <= NUMBERED_MIN && cells.size >= NUMBERED_MIN ? [...cells] : [];
  const [first] = numbered;
  const offset = first && Number(first[1].text) - first[0];
  const isNumber = ([column, { text }]: [number, Cell]) => /^\d{1,3}$/u.test(text) && Number(text) - column === offset;
  return numbered.length > 0 && numbered.every(isNumber);
}

const headingText = ({ cells }: Pick<SheetRow, 'cells'>): string =>
  [...cells.values()].find(({ kind }) => kind === 'text')?.text ?? '';

const SHIFTED_ROW = typographed(
  'В строке больше значений, чем столбцов в заголовке, и неясно, где чьё: возьмите текст с разделителем в кавычки или сохраните файл с другим разделителем',
);

/** The error of a row of which it is unknown what column each cell belongs to; null for any other. */
export function shiftedError({ row, cells }: Pick<SheetRow, 'row' | 'cells'>): RowReport | null {
  // It is so of all cells of the row.
  for (const { kind, text } of cells.values())
    return kind === 'shifted' ? formFields.createRemark(row, null, formFields.SHIFTED, SHIFTED_ROW, text) : null;
  return null;
}

/** Whether a row says nothing: formulas drawn down below the list, never worked out. */
export function isBlankRow({ cells }: SheetRow): boolean {
  for (const { kind } of cells.values()) if (kind !== 'formula') return false;
  return true;
}

type Cells = SheetRow['cells'];

const cellIn = (cells: Cells, column: number | undefined): Cell =>
  column === undefined ? EMPTY_CELL : (cells.get(column) ?? EMPTY_CELL);

/** Kinds of cells whose text is none. */
const UNREAD_TEXTS: Readonly<Partial<Record<Cell['kind'], { readonly code: string; readonly message: string }>>> = {
  error: { code: 'formula-error', message: 'Вместо текста ошибка формулы' },
  damaged: { code: 'damaged-text', message: DAMAGED_TEXT },
};

/** The error of a cell whose text is none; null for any other. */
export function textError(row: number, column: number | null, { kind, text }: Cell): RowReport | null {
  const unread = UNREAD_TEXTS[kind];
  return unread ? formFields.createRemark(row, column, unread.code, unread.message, text) : null;
}

/** The text of a cell, at most `max` characters; undefined for an empty one and for one that is an error. */
function textIn(cells: Cells, column: number | undefined, max: number, notes: cellRules.Notes): string | undefined {
  const cell = cellIn(cells, column);
  if (column === undefined || cell.kind === 'empty' || cell.kind === 'formula') return undefined;
  const error = textError(notes.row, column, cell);
  if (error) {
    notes.errors.push(error);
    return undefined;
  }
  const value = cleanText(cell.text);
  if (value.length <= max) return value;
  const message = `Текст длиннее ${max} знаков, конец отброшен`;
  notes.warnings.push(formFields.createRemark(notes.row, column, 'cut', message, value));
  return cutText(value, max);
}

/** The stock of all columns together. */
function amountIn(cells: Cells, columns: readonly number[], words: StockWords, notes: cellRules.Notes): number {
  let sum = 0;
  for (const column of columns) sum += cellRules.amountOf(cellIn(cells, column), column, words, notes);
  return columns.length === 1 ? sum : Math.min(formFields.AMOUNT_MAX, sheetNumber(sum));
}

/** The selling price of a row in kopecks, or why the row is left out; undefined where no price column is given. */
function rowPrice(cells: Cells, rules: formFields.GivenColumns & PriceRules & SkipRules, notes: cellRules.Notes) {
  const { price: column, profitColumn = 0, currencyColumn = 0 } = rules.columns;
  if (column === undefined) return undefined;
  const cell = cellIn(cells, column);
  const percent = cellIn(cells, profitColumn);
  const said = {
    percent: percent.kind === 'empty' ? null : cellRules.percentOf(percent, profitColumn, notes),
    currency: cell.kind === 'empty' ? null : cellRules.currencyIn(cellIn(cells, currencyColumn), currencyColumn, notes),
  };
  const { kopecks, isOutside } = readPrice(cell, column, rules, said, notes);
  if (notes.errors.length > 0) return kopecks;
  const leftOut = { column, text: cell.text };
  if (isOutside) return { ...leftOut, code: 'left-out-price', message: 'Строка пропущена: цена вне заданных границ' };
  if (kopecks === 0 && rules.priceless === 'skip')
    return { ...leftOut, code: 'left-out-priceless', message: typographed('Строка пропущена: в ней нет цены') };
  return kopecks;
}

interface SkipRules {
  readonly priceless: Priceless;
  /** Beginnings of words; a row that has one in any cell that is read is left out. */
  readonly skipWords: readonly string[];
}

/** Reads words such as `уценка; б/у, аналог`, in lower case; null for one without a letter or digit and for too many. */
export function parseSkipWords(text: string): readonly string[] | null {
  const words = [...new Set(formFields.entriesOf(folded(text).replaceAll(',', ';')))];
  const areWords = words.every((word) => /[\p{L}\p{N}]/u.test(word));
  return areWords && words.length <= formFields.SKIP_WORDS_MAX ? words : null;
}

/** Leaves a row out for the first cell with one of the words, at the beginning of a word of its own; null for none. */
function leaveOutByWord(cells: Cells, { columns, moreAmounts, skipWords }: SkipRules & formFields.GivenColumns) {
  if (skipWords.length === 0) return null;
  for (const column of formFields.givenColumns({ columns, moreAmounts })) {
    const text = cells.get(column)?.text ?? '';
    if (text === '' || !hasWord(folded(text), skipWords)) continue;
    const message = typographed('Строка пропущена: в ней слово из списка');
    return { code: 'left-out-word', message, column, text };
  }
  return null;
}

const hasWord = (text: string, words: readonly string[]): boolean =>
  words.some((word) => {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
    }
    return false;
  });

const folded = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');

/** Where a row carries the text of the heading above it: no sheet has such a column, and 0 is none that is given. */
const HEADING_COLUMN = -1;

export const underHeading = ({ cells, ...row }: SheetRow, heading: string): SheetRow =>
  heading === '' ? { ...row, cells } : { ...row, cells: new Map([...cells, [HEADING_COLUMN, textCell(heading)]]) };

/** The heading above the row; '' for none. */
const headingOf = (cells: Cells): string => cells.get(HEADING_COLUMN)?.text ?? '';

/** Whether no other given column than this one is filled, although some are given. */
function isOnlyFilled(cells: Cells, own: number | null, given: formFields.GivenColumns): boolean {
  let others = 0;
  for (const column of formFields.givenColumns(given)) {
    if (column === own) continue;
    if (cells.has(column)) return false;
    others += 1;
  }
  return others > 0;
}

/** What a heading calls its group; '' where it has no word, as in the size of a wheel. */
export function groupName(cells: Cells, { columns: { article, title } }: formFields.GivenColumns): string {
  const texts = [title, article].map((column) => cleanText((cells.get(column ?? 0) ?? EMPTY_CELL).text));
  return texts.find((text) => /\p{L}/u.test(text) && manufacturerKey(text) !== '') ?? '';
}

/** Two texts that name no part: words without a digit, the number of a chapter, an address. */
const NO_PART = /^\D*$|^\d{1,2}(?:\.\d{1,2}){1,3}\.?$|^(?:тел|факс|моб|инн|кпп|бик|р\/с|e-?mail|www|http)(?!\p{L})|@/iu;

/**
 * Whether a row has nothing but two texts, of which the first is hardly an article. A position that lost everything else
 * looks the same: the catalogue decides.
 */
function isCaption(row: SheetRow, article: string, rules: RowRules): boolean {
  const { sourceColumn, articleFrom, columns } = rules;
  if (sourceColumn || articleFrom !== null || columns.article === columns.title) return false;
  return isTitledHeading(row, rules) && NO_PART.test(article.slice(0, formFields.ENTRY_MAX));
}

/** Digits of a number that counts groups: an article is rarely so short. */
const GROUP_NUMBER = /^\s*\d{1,2}(?:[\s\u00a0]?\d{3}|\d?)\s*$/u;

/** Whether it may be a numbered heading: nothing but number and title. A position without price may look the same. */
export function isNumberedRow(row: SheetRow, given: formFields.GivenColumns): boolean {
  const { article = 0, title } = given.columns;
  const number: Cell | undefined = row.cells.get(article);
  return article !== title && GROUP_NUMBER.test(number?.text ?? '') && isTitledHeading(row, given);
}
