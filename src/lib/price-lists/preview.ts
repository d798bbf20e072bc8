import type { SheetGuess } from '../../../contract/price-list-guess.ts';
import type { UploadColumn } from '../../../contract/upload-columns.ts';
import { columnLetters } from '../../../rules/sheet-columns.ts';
import { isArticle, type PriceReading, readSimplePrice } from './cell-reading.ts';
import { meaningsOf, numbersIn } from './column-meanings.ts';
import type { UploadSettings } from './upload-settings.ts';

export interface PreviewColumn {
  /** From 1. */
  readonly number: number;
  readonly letters: string;
  /** What the file calls it; '' without a header. */
  readonly name: string;
  readonly meanings: readonly UploadColumn[];
}

/** What a row is read as: `head` names columns, `outside` is above or below what is read. */
type RowKind = 'head' | 'outside' | 'goods' | 'group' | 'no-article';

export interface PreviewRow {
  /** As the sheet numbers it. */
  readonly number: number;
  readonly kind: RowKind;
  /** One for each column of the preview. */
  readonly texts: readonly string[];
  /** How the price will be read; null where that is left to the check. */
  readonly price: PriceReading | null;
}

export interface Preview {
  readonly columns: readonly PreviewColumn[];
  readonly rows: readonly PreviewRow[];
}

/** The first rows of a sheet as the settings have them read. Columns without a meaning or a text are left out. */
export function previewOf(guess: SheetGuess, settings: UploadSettings): Preview {
  const width = Math.max(0, ...guess.rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => columnOf(guess, settings, at + 1)).filter(
    ({ number, meanings }) => meanings.length > 0 || guess.rows.some((row) => row[number - 1]?.trim()),
  );
  return { columns, rows: guess.rows.map((row, at) => rowOf(guess, settings, columns, row, at + 1)) };
}

/** The preview without the columns that mean nothing and are none of `also`, by number. */
export function withChosenOnly({ columns, rows }: Preview, also: readonly number[] = []): Preview {
  const isChosen = columns.map(({ meanings, number }) => meanings.length > 0 || also.includes(number));
  return {
    columns: columns.filter((_, at) => isChosen[at]),
    rows: rows.map((row) => ({ ...row, texts: row.texts.filter((_, at) => isChosen[at]) })),
  };
}

/** What a file says of one of its columns: letters, header, and the first text of its data. */
export function columnInFile(guess: SheetGuess, number: number) {
  const { rows, headerRows, startRow } = guess;
  const names = headerRows.map((row) => rows[row - 1]?.[number - 1]?.trim() ?? '');
  const data = rows.slice(startRow - 1).map((row) => row[number - 1]?.trim() ?? '');
  return {
    letters: columnLetters(number),
    name: [...new Set(names)].join(' ').trim(),
    example: data.find((text) => text !== '') ?? '',
  };
}

function columnOf(guess: SheetGuess, { columns }: UploadSettings, number: number): PreviewColumn {
  const { letters, name } = columnInFile(guess, number);
  return { number, letters, name, meanings: meaningsOf(columns, number) };
}

function rowOf(
  guess: SheetGuess,
  settings: UploadSettings,
  columns: readonly PreviewColumn[],
  row: readonly string[],
  number: number,
): PreviewRow {
  const kind = guess.headerRows.includes(number) ? 'head' : kindOf(settings, row, number);
  const price = numbersIn(settings.columns.price)[0];
  const reading =
    kind === 'goods' && price !== undefined
      ? readSimplePrice(row[price - 1] ?? '', settings.currency.trim().toUpperCase())
      : null;
  return {
    number,
    kind,
    texts: columns.map((column) => row[column.number - 1] ?? ''),
    price: reading,
  };
}

function kindOf(
  { startRow, endRow, columns }: UploadSettings,
  row: readonly string[],
  number: number,
): RowKind {
  if (number < Number(startRow || 1) || (endRow !== '' && number > Number(endRow))) return 'outside';
  const article = numbersIn(columns.article)[0];
  const textIn = (column: number | undefined) => (column === undefined ? '' : (row[column - 1] ?? '').trim());
  if (!isArticle(textIn(article))) return 'no-article';
  const others = Object.values(columns)
    .flatMap(numbersIn)
    .filter((column) => column !== article);
  return others.length > 0 && others.every((column) => textIn(column) === '') ? 'group' : 'goods';
}
