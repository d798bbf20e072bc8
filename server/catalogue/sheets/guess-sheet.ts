// Guesses the header row and the meaning of the columns of a supplier's price list from its first rows.
import type { GuessNote, SheetGuess } from '../../../contract/price-lists/guess.ts';
import { readPriceWords } from '../../../rules/price-lists/price-words.ts';
import { briefRow, type Cell, EMPTY_CELL, LOOK_ROWS, type SheetRow } from '../../platform/sheet-reader/messages.ts';
import { currencyCaption, currencyInHeading, priceUnitOf, ROUBLE, unitCaption } from './cell-values.ts';
import { CODES_DISTINCT, type Columns, chooseColumns, type Names, type Scores, SURE } from './choose-columns.ts';
import { type ColumnFacts, factsOf, numberIn } from './column-facts.ts';
import { findHeader, headerScores } from './header.ts';

/** Rows that are shown with a guess: the head, and so many of the data. */
const SHOWN_DATA_ROWS = 20;
const SHOWN_ROWS_MAX = 80;
const TEXT_SHOWN = 200;
const COLUMNS_LOOKED_AT = 60;
/** How sure a guess is at the most where something stands in for what is missing. */
const FROM_CODE = 0.7;
const IN_TITLE = 0.5;
const BY_TITLE = 0.5;
/** Of the titles, how many have to contain an article that is to be taken out of them. */
const MARKED_SHARE = 0.9;
const NO_PRICE = 0.6;
/** What stands before an article inside a title, as 1C writes it. */
const ARTICLE_MARK = /(?:^|[\s,;(])(?:артикул|арт|art)/giu;
/** Such an article: a word with a digit. */
const MARKED_ARTICLE = /^[.\s:№]*(?:[^\s\d.:№][^\s\d]*)?\d/u;
/** Characters behind a mark in which the article has its first digit. */
const MARKED_LENGTH = 60;

/** What a sheet says of itself: its last row, and the columns that it does not show. */
interface SheetFacts {
  readonly extent?: number | null;
  readonly hidden?: ReadonlySet<number>;
}

/** How a sheet seems to be laid out, by its first rows. */
export function guessSheet(
  name: string,
  whole: readonly SheetRow[],
  { extent = null, hidden = new Set() }: SheetFacts = {},
): SheetGuess {
  const rows = whole.map(briefRow);
  const header = findHeader(rows);
  const last = header.rows.at(-1) ?? 0;
  const data = rows.filter(({ row }) => row > last);
  const sample = fullRows(data);
  const facts = columnsOf(data).map((column) => factsOf(column, sample));
  const isNamed = header.rows.length > 0;
  const { columns, scores, prices, stocks, places } = chooseColumns(facts, isNamed ? header.names : null, hidden);
  const notes: GuessNote[] = isNamed ? [] : ['no header'];
  const ofArticle =
    columns.article === null ? standIn(columns, sample, facts, notes) : Math.max(0.3, scores.article / SURE);
  const title = titleScore(columns, scores, facts, header.names);
  let certainty = isNamed ? Math.min(1, title / SURE, (scores.price || SURE) / SURE, ofArticle) : 0.4;
  if (columns.price === null) {
    const isOfCrosses = columns.article !== null && columns.cross !== null && columns.amount === null;
    notes.push(isOfCrosses ? 'crosses' : 'no price');
    certainty = Math.min(certainty, columns.amount === null ? 0.2 : NO_PRICE);
  }
  if (prices.length > 1) notes.push('several prices');
  if (stocks.length > 1) notes.push('several stocks');
  const heading = header.names.get(columns.price ?? 0) ?? '';
  const above = rows.filter(({ row }) => row < (header.rows[0] ?? 0));
  const currency = currencyInHeading(heading) ?? currencyInHeading(currencyCaption(above) ?? '');
  if (currency !== null && currency !== ROUBLE) notes.push('foreign currency');
  const priceUnit = priceUnitOf(heading, unitCaption(above) ?? '');
  if (priceUnit !== null) notes.push('price unit');
  if (data.length === 0) notes.push('no rows');
  keepWholeMeasures(columns);
  const startRow = firstOfGoods(data, columns, facts, prices) ?? data[0]?.row ?? last + 1;
  const rowCount = rowCountOf(rows, extent);
  return {
    name,
    startRow,
    headerRows: [...header.rows],
    columns,
    prices: [...prices],
    currency,
    priceUnit,
    stocks: [...stocks],
    places: [...places],
    rowCount,
    goods: goodsOf(data, columns, rowCount),
    certainty: data.length === 0 ? 0 : Math.round(certainty * 100) / 100,
    notes,
    rows: shownRows(rows, startRow),
  };
}

/** How surely the titles are found: those that repeat beside articles that do not are surely titles by their heading alone. */
function titleScore(columns: Columns, scores: Scores, facts: readonly ColumnFacts[], names: Names): number {
  const article = facts.find(({ column }) => column === columns.article);
  if (columns.title === null || !article || article.distinct < CODES_DISTINCT) return scores.title;
  return Math.max(scores.title, headerScores(names.get(columns.title) ?? '').get('title') ?? 0);
}

/** How many goods the sheet seems to have: as many of its rows as of the first ones have a name and a price or stock. */
function goodsOf(
  data: readonly SheetRow[],
  { article, title, price, amount }: Columns,
  rowCount: number | null,
): number {
  const isOneOf = ({ cells }: SheetRow) =>
    (cells.has(title ?? 0) || cells.has(article ?? 0)) && (cells.has(price ?? 0) || cells.has(amount ?? 0));
  const seen = data.filter(isOneOf).length;
  const [first, last] = [data[0]?.row ?? 0, data.at(-1)?.row ?? 0];
  const share = seen / (last - first + 1 || 1);
  return rowCount === null || rowCount <= last ? seen : Math.round(share * (rowCount - first + 1));
}

/** A sheet that ends within the rows that are looked at has been seen whole; what it says itself may be too much. */
function rowCountOf(rows: readonly SheetRow[], extent: number | null): number | null {
  if (extent !== null && extent > LOOK_ROWS) return extent;
  const last = rows.at(-1)?.row ?? 0;
  return extent !== null || last < LOOK_ROWS ? last : null;
}

/** Share of rows by which the fullness of a sheet is judged, from its fullest ones. */
const FULLEST = 0.25;

/** Rows with at least half of the cells that full rows have: the others are captions, groups and sums. */
function fullRows(data: readonly SheetRow[]): readonly SheetRow[] {
  const sizes = data.map(({ cells }) => cells.size).toSorted((one, other) => other - one);
  const least = Math.max(2, (sizes[Math.floor(sizes.length * FULLEST)] ?? 0) / 2);
  return data.filter(({ cells }) => cells.size >= least);
}

const columnsOf = (rows: readonly SheetRow[]): number[] => {
  const columns = new Set(rows.flatMap(({ cells }) => [...cells.keys()]));
  return [...columns].filter((column) => column <= COLUMNS_LOOKED_AT).sort((one, other) => one - other);
};

/** Share of rows from which on a column belongs to every row of goods. */
const FILLED_ALWAYS = 0.8;

/** The first row with all that goods have here; what stands above it are captions, groups and numbers of columns. */
function firstOfGoods(
  data: readonly SheetRow[],
  columns: Columns,
  facts: readonly ColumnFacts[],
  prices: readonly number[],
): number | null {
  const { article, title, price, amount } = columns;
  const always = new Set(facts.filter(({ filled }) => filled >= FILLED_ALWAYS).map(({ column }) => column));
  const wanted = [article, title, price, amount].filter((column) => column !== null && always.has(column));
  if (wanted.length < 2) return null;
  const isNumbering = ({ cells }: SheetRow) => {
    const texts = [...cells.values()].map(({ text }) => text.trim());
    return (
      texts.every((text) => PLACEHOLDER.test(text)) ||
      (texts.length > 2 && texts.every((text, at) => text === String(at + 1)))
    );
  };
  const numbers = facts.filter(({ column, numbers: share }) => column === price && share >= FILLED_ALWAYS);
  const isPriced = ({ cells }: SheetRow) =>
    numbers.every(({ column }) => isPriceOrWords(cells.get(column) ?? EMPTY_CELL));
  const hasAll = ({ cells }: SheetRow) => wanted.every((column) => cells.has(column as number));
  /** One may lack the price that was chosen, and have another. */
  const isNamedAndPriced = ({ cells }: SheetRow) =>
    [article, title].every((column) => column !== null && cells.has(column)) &&
    prices.some((column) => numberIn(cells.get(column) ?? EMPTY_CELL) !== null);
  const first = data.find((row) => ((hasAll(row) && isPriced(row)) || isNamedAndPriced(row)) && !isNumbering(row));
  return first?.row ?? null;
}

const isPriceOrWords = (cell: Cell): boolean => numberIn(cell) !== null || readPriceWords(cell.text) === 'none';

const PLACEHOLDER = /^<.*>$/u;

/** What stands in for a missing column of articles; resolves to how sure that is at the most. */
function standIn(
  columns: Columns,
  sample: readonly SheetRow[],
  facts: readonly ColumnFacts[],
  notes: GuessNote[],
): number {
  const { title, code } = columns;
  if (code !== null && (facts.find(({ column }) => column === code)?.distinct ?? 0) >= CODES_DISTINCT) {
    columns.article = code;
    columns.code = null;
    notes.push('article from code');
    return FROM_CODE;
  }
  const titles = sample.map(({ cells }) => cells.get(title ?? 0)?.text ?? '');
  if (title !== null && titles.filter(hasMarkedArticle).length >= titles.length * MARKED_SHARE) {
    columns.article = title;
    notes.push('article in title');
    return IN_TITLE;
  }
  notes.push('no article');
  return title === null ? 0.2 : BY_TITLE;
}

const hasMarkedArticle = (title: string): boolean =>
  title
    .matchAll(ARTICLE_MARK)
    .map(({ 0: mark, index }) => index + mark.length)
    .some((behind) => MARKED_ARTICLE.test(title.slice(behind, behind + MARKED_LENGTH)));

/** One measure alone is more likely the size of a tyre or a wheel than that of a parcel. */
function keepWholeMeasures(columns: Columns): void {
  if (columns.length !== null && columns.width !== null && columns.height !== null) return;
  columns.length = null;
  columns.width = null;
  columns.height = null;
}

/** The first rows as texts, blank ones too, so that the place in the list is the row. */
function shownRows(rows: readonly SheetRow[], startRow: number): string[][] {
  const end = Math.min(startRow + SHOWN_DATA_ROWS - 1, SHOWN_ROWS_MAX, rows.at(-1)?.row ?? 0);
  const byRow = new Map(rows.map((row) => [row.row, row]));
  const width = Math.min(COLUMNS_LOOKED_AT, Math.max(0, ...rows.flatMap(({ cells }) => [...cells.keys()])));
  return Array.from({ length: end }, (_, at) =>
    Array.from({ length: width }, (_, column) =>
      (byRow.get(at + 1)?.cells.get(column + 1)?.text ?? '').slice(0, TEXT_SHOWN),
    ),
  );
}
