// Fields of the upload form and their limits, and the remarks about rows that a report shows, grouped where they are
// alike.
import type { ErrorGroup, RowReport } from '../../../contract/catalogue/runs.ts';
import { UPLOAD_COLUMN_MAX } from '../../../contract/limits.ts';
import { UPLOAD_COLUMN_DEFAULTS, UPLOAD_COLUMNS, type UploadColumn } from '../../../contract/price-lists/columns.ts';
import { ARTICLE_FROM } from '../../../contract/price-lists/upload.ts';
import { columnLetters, columnNumber, columnText } from '../../../rules/format/sheet-columns.ts';
import { countOf, plural } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ReadingRemark, ReadingRemarkCode } from '../../platform/sheet-reader/messages.ts';

/** The fields of an upload as they were sent. */
export type FormFields = Readonly<Record<string, string | undefined>>;

/** The fields of the form as text; anything that is no plain value is left out. */
export function textFields(fields: Readonly<Record<string, unknown>>): FormFields {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' || typeof value === 'number' || value === true) texts[name] = String(value);
  }
  return texts;
}

/** Column numbers from 1 of the given columns. */
export type ColumnMap = Readonly<Partial<Record<UploadColumn, number>>>;

export interface GivenColumns {
  readonly columns: ColumnMap;
  /** Columns whose stock is added to that of the amount column. */
  readonly moreAmounts: readonly number[];
  /** Where a source names its positions otherwise than by article: every row is one of them then, and an empty cell says nothing. */
  readonly sourceColumn?: number;
}

/** The numbers of all columns that are read, some of them perhaps twice. */
export const givenColumns = ({ columns, moreAmounts, sourceColumn }: GivenColumns): number[] => [
  ...Object.values(columns),
  ...moreAmounts,
  ...(sourceColumn ? [sourceColumn] : []),
];

/** The columns of a form: those of the specification where it has no field of a column at all, else those that it names. */
export function columnsOf(fields: Readonly<Record<string, string | undefined>>): ColumnMap {
  const columns: Partial<Record<UploadColumn, number>> = {};
  const isNamed = UPLOAD_COLUMNS.some((name) => fields[name] !== undefined);
  const said: typeof fields = isNamed ? fields : UPLOAD_COLUMN_DEFAULTS;
  for (const name of UPLOAD_COLUMNS) {
    const text = said[name] ?? '';
    const several = name === 'amount' ? columnList(text) : null;
    const number = several?.[0] ?? columnNumber(text);
    if (number !== null) columns[name] = number;
  }
  return columns;
}

/** The columns that a list such as `6,14` or `F; N` names, each once; null when a piece of it is no column. */
export function columnList(text: string): number[] | null {
  const pieces = columnText(text)
    .split(/[\s,;+]+/u)
    .filter((piece) => piece !== '');
  if (!pieces.every((piece) => /^(?:\d{1,5}|[A-Z]{1,3})$/u.test(piece))) return null;
  const numbers = pieces.map(columnNumber);
  return numbers.every((number) => number !== null) ? [...new Set(numbers)] : null;
}

/** Whether the form names a column behind the last one that is read: its cells would be missing without a word. */
export const namesUnreadColumn = (fields: Readonly<Record<string, string | undefined>>): boolean =>
  UPLOAD_COLUMNS.some((name) => {
    const several = name === 'amount' ? columnList(fields[name] ?? '') : null;
    return several ? several.some((number) => number > UPLOAD_COLUMN_MAX) : isOver(fields[name] ?? '');
  });

function isOver(designator: string): boolean {
  const number = columnNumber(designator);
  // What spreadsheets have no column for is null; a designator all the same when it has a digit or a letter.
  return number === null ? /[1-9A-Z]/u.test(columnText(designator)) : number > UPLOAD_COLUMN_MAX;
}

/** Whether a sheet is meant, letter case aside. */
export const isSameTitle = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** The entries of a field that lists some, by lines or semicolons, without blank ones. */
export const entriesOf = (text: string): string[] =>
  text
    .split(/[;\r\n]+/u)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Longest article of a position, characters; a longer one is a row error, because cutting could merge two. */
export const ARTICLE_MAX = 200;
/** Largest price, kopecks. */
export const PRICE_MAX = 1e13;
export const AMOUNT_MAX = 1e12;
/** Largest size or weight, hundredths: what the narrowest database column holds. */
export const SIZE_MAX = 2_147_483_647;
/** Whole digits that a number of a sheet keeps; longer articles typed as numbers have lost their end. */
export const NUMBER_DIGITS_MAX = 15;
/** Last row that a spreadsheet has. */
export const ROW_NUMBER_MAX = 1_048_576;
/** Characters of a band, a rate or a price in the form: patterns need not look at more. */
export const ENTRY_MAX = 100;
/** Names that stand for manufacturers and those that they stand for, together. */
export const SYNONYMS_MAX = 1_000;
/** Words of a stock column that have a meaning of their own in the lists of a supplier. */
export const STOCK_WORDS_MAX = 200;
/** Words for which rows are left out. */
export const SKIP_WORDS_MAX = 100;

/** Characters of a cell that a remark quotes. */
const QUOTE_MAX = 100;

/** One remark about a row; `column` is a number from 1, or null for the row as a whole. */
export function createRemark(row: number, column: number | null, code: string, message: string, text: string) {
  const quoted = text.length > QUOTE_MAX ? `${text.slice(0, QUOTE_MAX).toWellFormed()}…` : text;
  return { row, column: column === null ? null : columnLetters(column), code, message, text: quoted };
}

/** A word that stands for a number of pieces, and a heading that names no position. */
export const STOCK_WORD = 'amount-word';
const HEADING = 'heading';
export const headingRemark = (row: number, text: string) =>
  createRemark(row, null, HEADING, 'Строки-заголовки пропущены', text);
/** A row with more values than its list has columns. */
export const SHIFTED = 'row-wider';
/** A row that sums up others. */
export const TOTAL = 'total';

/** Remarks that are true of the whole list, or of each of its rows with one word: the first row stands for all. */
const REPORTED_ONCE: ReadonlySet<string> = new Set([
  ...ARTICLE_FROM.map((from) => `article-from-${from}`),
  STOCK_WORD,
  HEADING,
  TOTAL,
]);

export const isReportedOnce = (code: string): boolean => REPORTED_ONCE.has(code);

/** What makes two remarks of one kind: their code, and of words of stock the word. */
export const kindOf = ({ code, message }: Pick<RowReport, 'code' | 'message'>): string =>
  code === STOCK_WORD ? `${code} ${message}` : code;

/** Groups that are kept; a file with more kinds of errors says nothing more by them. */
const GROUPS_MAX = 200;
/** Ranges of one group that are kept while rows come, and those that are shown. */
const RANGES_MAX = 1_000;
const RANGES_SHOWN = 12;

interface Group {
  readonly code: string;
  readonly message: string;
  readonly column: string | null;
  readonly sheet?: string;
  readonly text: string;
  count: number;
  /** First and last row of each range, in the order in which they came. */
  readonly ranges: [number, number][];
}

/** What is equal in the remarks of a run: one entry for each message and column, with its rows as ranges. */
export class RemarkGroups {
  readonly #groups = new Map<string, Group>();

  /** Takes a remark; `groupedAs` stands for its words where they are true of this row alone. */
  add(remark: RowReport, groupedAs?: string): void {
    const { row, column, code, text, sheet } = remark;
    const message = groupedAs ?? remark.message;
    // Remarks that name another row are of one kind, though their words differ.
    const key = `${kindOf(remark)}\n${column ?? ''}\n${sheet ?? ''}\n${withoutNumbers(message)}`;
    const group = this.#groups.get(key);
    if (group) {
      group.count += 1;
      addRow(group.ranges, row);
    } else if (this.#groups.size < GROUPS_MAX)
      this.#groups.set(key, {
        code,
        message,
        column,
        ...(sheet === undefined ? {} : { sheet }),
        text,
        count: 1,
        ranges: [[row, row]],
      });
  }

  /** The groups, the largest first. */
  list(): ErrorGroup[] {
    return [...this.#groups.values()]
      .toSorted((one, other) => other.count - one.count)
      .map(({ ranges, ...group }) => ({ ...group, rows: rangesText(ranges) }));
  }
}

/** A message with its numbers and quotations left out. */
const withoutNumbers = (message: string): string => message.replace(/\d+|«[^«»]*»/gu, '');

function addRow(ranges: [number, number][], row: number): void {
  const last = ranges.at(-1);
  if (last && (row === last[1] || row === last[1] + 1)) last[1] = row;
  else if (ranges.length < RANGES_MAX) ranges.push([row, row]);
}

/** `5–12, 40`; an ellipsis stands for ranges that are not shown. */
function rangesText(ranges: readonly (readonly [number, number])[]): string {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  const shown = merged
    .slice(0, RANGES_SHOWN)
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return merged.length > RANGES_SHOWN ? `${shown.join(', ')}…` : shown.join(', ');
}

const WORDS: Readonly<Record<ReadingRemarkCode, (text: string) => string>> = typographed({
  'decimals-joined': () =>
    'Десятичная запятая стояла без кавычек и разделила числа на два поля: они соединены, проверьте цены и остатки',
  'encoding-unclear': () => 'Кодировка текста определена не наверняка: проверьте, верно ли прочитаны названия',
  'hidden-columns': (letters) =>
    letters.includes(',')
      ? `Столбцы ${letters} скрыты: проверьте, нужны ли они прайсу`
      : `Столбец ${letters} скрыт: проверьте, нужен ли он прайсу`,
  'hidden-rows': (count) =>
    `На листе ${plural(Number(count), ['скрыта', 'скрыты', 'скрыто'])} ${countOf(Number(count), ['строка', 'строки', 'строк'])}: они прочитаны как остальные`,
  'merges-unread': () => 'Ячейки нескольких строк объединены: их значения прочитаны только в верхней строке',
  'quote-left-open': () => 'Кавычка открыта и не закрыта: строка прочитана отдельно, кавычка осталась в тексте',
  'quotes-take-rows': () => 'Ячейка в кавычках занимает несколько строк файла: проверьте, не потеряна ли в ней кавычка',
  'struck-out': () => 'Зачёркнутый текст не прочитан',
});

/** What reading says of a place in the file, in words for the person. */
export const remarkOfReading = ({ code, row, column, text }: ReadingRemark): RowReport =>
  createRemark(row, column, code, WORDS[code](text), text);

/** What a run does to positions that exist and to those that it creates. */
export interface RunPositions {
  readonly created: number;
  readonly known: number;
}

/** Says that a list has no column of stock, and what that means for its positions. */
export function noStockRemark(place: number, { created, known }: RunPositions): RowReport {
  const results = [known > 0 && 'остатки останутся прежними', created > 0 && 'у новых позиций остатка не будет'];
  const said = results.filter(Boolean).join(', ');
  const message = typographed(`Столбец остатка не указан${said === '' ? '' : `: ${said}`}`);
  return createRemark(place, null, 'no-stock-column', message, '');
}

/** Says that one of several sheets reads badly and was left out. */
export const sheetLeftOutRemark = (place: number): RowReport =>
  createRemark(
    place,
    null,
    'sheet-left-out',
    'Лист читается плохо и не взят: проверьте его столбцы или возьмите его как есть',
    '',
  );

/** Says that nothing stands where the form looks for rows; `others` are the further sheets of the book. */
export function noRowsRemark(startRow: number, title: string, others: readonly string[]): RowReport {
  const where = title === '' ? 'В файле' : `На листе «${title}»`;
  const from = startRow > 1 ? ` начиная со строки ${startRow}` : '';
  const further = others.length > 0 ? `. Другие листы: ${others.join(', ')}` : '';
  const message = `${where}${from} нет данных в указанных столбцах, загружать нечего${further}`;
  return createRemark(0, null, 'no-rows', message, title);
}

/** More rows than a sheet can have. */
export const PLACES_OF_SHEET = 2 ** 21;

/** Place of a row among all sheets (`sheet` from 0), by which rows of one position are weighed; a row on the first. */
export const placeOf = (sheet: number, row: number): number => sheet * PLACES_OF_SHEET + row;

export const rowAt = (place: number): number => place % PLACES_OF_SHEET;
export const sheetAt = (place: number): number => Math.floor(place / PLACES_OF_SHEET);
