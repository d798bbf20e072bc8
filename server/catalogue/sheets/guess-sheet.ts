// Guesses the header row and the meaning of the columns of a supplier's price list from its first rows.
import { GUESSED_COLUMNS, type GuessedColumn } from '../../../contract/price-lists/columns.ts';
import type { GuessNote, SheetGuess } from '../../../contract/price-lists/guess.ts';
import { briefRow, LOOK_ROWS, type SheetRow } from '../../platform/sheet-reader/messages.ts';
import { currencyInHeading, ROUBLE } from './cell-values.ts';
import { type ColumnFacts, FITS, factsOf } from './column-facts.ts';
import { containsAnyHeading, findHeader, headerScores, RETAIL_WORDS, WHOLE_STOCK_WORDS } from './header.ts';

/** Rows that are shown with a guess: the head, and so many of the data. */
const SHOWN_DATA_ROWS = 20;
const SHOWN_ROWS_MAX = 80;
const TEXT_SHOWN = 200;
const COLUMNS_LOOKED_AT = 60;
/** A score that leaves no doubt. */
const SURE = 9;
/** How sure a guess is at the most where something stands in for what is missing. */
const FROM_CODE = 0.7;
const IN_TITLE = 0.5;
const NO_PRICE = 0.6;
/** What stands before an article inside a title, as 1C writes it. */
const ARTICLE_MARK = /(?:^|[\s,;(])(?:артикул|арт|art)/giu;
/** Such an article: a word with a digit. */
const MARKED_ARTICLE = /^[.\s:№]*(?:[^\s\d.:№][^\s\d]*)?\d/u;
/** Characters behind a mark in which the article has its first digit. */
const MARKED_LENGTH = 60;

type Columns = Record<GuessedColumn, number | null>;

/** In which turn columns choose: what names itself most clearly first. A column is chosen once. */
const TURNS: Readonly<Record<GuessedColumn, number>> = {
  article: 1,
  title: 2,
  price: 3,
  amount: 4,
  manufacturer: 5,
  crossMaker: 6,
  cross: 7,
  code: 8,
  weight: 9,
  length: 10,
  width: 11,
  height: 12,
  delivery: 13,
  lot: 14,
};
/** In which order columns choose: what names itself most clearly first. A column is chosen once. */
const CHOICE = GUESSED_COLUMNS.toSorted((one, other) => TURNS[one] - TURNS[other]);

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
  const startRow = firstDataRow(data, last + 1);
  const facts = columnsOf(data).map((column) => factsOf(column, data.filter(isGoods)));
  const isNamed = header.rows.length > 0;
  const likely = isNamed ? namedCandidates(facts, header.names) : unnamedCandidates(facts);
  const candidates = hidden.size === 0 ? likely : behindShown(likely, hidden);
  const { columns, scores } = choose(candidates);
  const notes: GuessNote[] = isNamed ? [] : ['no header'];
  let certainty = isNamed ? Math.min(1, Math.min(scores.title, scores.price || SURE) / SURE) : 0.4;
  if (columns.article === null) certainty = Math.min(certainty, standIn(columns, data, notes));
  else certainty = Math.min(certainty, Math.max(0.3, scores.article / SURE));
  const prices = distinct(columns.price, candidates.price);
  const stocks = distinct(columns.amount, candidates.amount);
  if (columns.price === null) {
    const isOfCrosses = columns.article !== null && columns.cross !== null && columns.amount === null;
    notes.push(isOfCrosses ? 'crosses' : 'no price');
    certainty = Math.min(certainty, columns.amount === null ? 0.2 : NO_PRICE);
  }
  if (prices.length > 1) notes.push('several prices');
  if (stocks.length > 1) notes.push('several stocks');
  const currency = currencyInHeading(header.names.get(columns.price ?? 0) ?? '');
  if (currency !== null && currency !== ROUBLE) notes.push('foreign currency');
  if (data.length === 0) notes.push('no rows');
  keepWholeMeasures(columns);
  return {
    name,
    startRow,
    headerRows: [...header.rows],
    columns,
    prices,
    currency,
    stocks,
    rowCount: rowCountOf(rows, extent),
    certainty: data.length === 0 ? 0 : Math.round(certainty * 100) / 100,
    notes,
    rows: shownRows(rows, startRow),
  };
}

/** A sheet that ends within the rows that are looked at has been seen whole; what it says itself may be too much. */
function rowCountOf(rows: readonly SheetRow[], extent: number | null): number | null {
  if (extent !== null && extent > LOOK_ROWS) return extent;
  const last = rows.at(-1)?.row ?? 0;
  return extent !== null || last < LOOK_ROWS ? last : null;
}

/** Rows of a single cell are captions and groups. */
const isGoods = ({ cells }: SheetRow): boolean => cells.size > 1;

const columnsOf = (rows: readonly SheetRow[]): number[] => {
  const columns = new Set(rows.flatMap(({ cells }) => [...cells.keys()]));
  return [...columns].filter((column) => column <= COLUMNS_LOOKED_AT).sort((one, other) => one - other);
};

/** Below the header may stand the numbers of the columns (1 2 3 …) or places to fill in (<…>). */
function firstDataRow(data: readonly SheetRow[], first: number): number {
  let start = first;
  for (const { row, cells } of data) {
    if (row !== start) break;
    const texts = [...cells.values()].map(({ text }) => text.trim());
    const isNumbering = texts.length > 2 && texts.every((text, at) => text === String(at + 1));
    const isPlaceholder = texts.length > 0 && texts.every((text) => /^<.*>$/.test(text));
    if (!isNumbering && !isPlaceholder) break;
    start += 1;
  }
  return start;
}

function choose(candidates: Candidates) {
  const columns = Object.fromEntries(GUESSED_COLUMNS.map((name) => [name, null])) as Columns;
  const scores = Object.fromEntries(GUESSED_COLUMNS.map((name) => [name, 0])) as Record<GuessedColumn, number>;
  const taken = new Set<number>();
  for (const name of CHOICE) {
    const best = candidates[name].find(
      ({ column, score }) => !taken.has(column) && isItsOwn(candidates, name, column, score),
    );
    if (!best) continue;
    columns[name] = best.column;
    scores[name] = best.score;
    taken.add(best.column);
  }
  return { columns, scores };
}

const isItsOwn = (candidates: Candidates, name: GuessedColumn, column: number, score: number): boolean =>
  GUESSED_COLUMNS.every(
    (other) =>
      other === name || (candidates[other].find((candidate) => candidate.column === column)?.score ?? 0) <= score + 1,
  );

/** What stands in for a missing column of articles; resolves to how sure that is at the most. */
function standIn(columns: Columns, data: readonly SheetRow[], notes: GuessNote[]): number {
  if (columns.code !== null) {
    columns.article = columns.code;
    columns.code = null;
    notes.push('article from code');
    return FROM_CODE;
  }
  const { title } = columns;
  if (title !== null && data.some(({ cells }) => hasMarkedArticle(cells.get(title)?.text ?? ''))) {
    columns.article = title;
    notes.push('article in title');
    return IN_TITLE;
  }
  notes.push('no article');
  return 0.2;
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

function distinct(chosen: number | null, candidates: Candidates['price']): number[] {
  const others = candidates.map(({ column }) => column).filter((column) => column !== chosen);
  return chosen === null ? [] : [chosen, ...others];
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

/** A column that may be the wanted one, and how surely: 0 to 10. */
interface Candidate {
  readonly column: number;
  readonly score: number;
}

type Candidates = Readonly<Record<GuessedColumn, readonly Candidate[]>>;

/** How much of a score a column keeps that the sheet does not show: one that it shows comes first. */
const HIDDEN_SHARE = 0.5;

function behindShown(candidates: Candidates, hidden: ReadonlySet<number>): Candidates {
  const of = (name: GuessedColumn): Candidate[] =>
    candidates[name]
      .map(({ column, score }) => ({ column, score: hidden.has(column) ? score * HIDDEN_SHARE : score }))
      .sort((one, other) => other.score - one.score || one.column - other.column);
  return Object.fromEntries(GUESSED_COLUMNS.map((name) => [name, of(name)])) as unknown as Candidates;
}

/** What a word of preference is worth where several columns hold the same kind of thing. */
const PREFERENCE = 2;
/** How much the values of a column count without a name. */
const UNNAMED = 4;

const preference = (column: GuessedColumn, name: string): number => {
  if (column === 'price' && containsAnyHeading(name, RETAIL_WORDS)) return PREFERENCE;
  return column === 'amount' && containsAnyHeading(name, WHOLE_STOCK_WORDS) ? PREFERENCE : 0;
};

/** The columns that their names and contents speak for, the likeliest first. */
function namedCandidates(facts: readonly ColumnFacts[], names: ReadonlyMap<number, string>): Candidates {
  const of = (wanted: GuessedColumn): Candidate[] =>
    facts
      .map((fact) => {
        const name = names.get(fact.column) ?? '';
        const said = headerScores(name).get(wanted) ?? 0;
        const score = said === 0 ? 0 : (said + preference(wanted, name)) * FITS[wanted](fact);
        return { column: fact.column, score: Math.min(10, score) };
      })
      .filter(({ score }) => score > 1)
      .sort((one, other) => other.score - one.score || one.column - other.column);
  return Object.fromEntries(GUESSED_COLUMNS.map((name) => [name, of(name)])) as unknown as Candidates;
}

const byContents: Readonly<Partial<Record<GuessedColumn, (facts: ColumnFacts) => number>>> = {
  article: (facts) => facts.articleLike * facts.distinct * facts.filled * (facts.counting > 0.6 ? 0 : 1),
  title: (facts) => (facts.letters * facts.distinct * facts.filled * Math.min(facts.length, 40)) / 40,
  // Prices are larger than stocks, and have fractions.
  price: (facts) =>
    facts.numbers *
    facts.filled *
    (facts.counting > 0.6 ? 0 : 1) *
    (1.5 - facts.whole / 2) *
    Math.min(1, facts.median / 20),
  amount: (facts) => (facts.letters < 0.9 ? facts.stockLike * facts.whole * (facts.median < 200 ? 1 : 0) : 0),
};

/** The same where nothing is named: what stands in the columns has to do. */
function unnamedCandidates(facts: readonly ColumnFacts[]): Candidates {
  const of = (wanted: GuessedColumn): Candidate[] => {
    const rate = byContents[wanted];
    if (!rate) return [];
    return facts
      .map((fact) => ({ column: fact.column, score: UNNAMED * Math.min(1, rate(fact)) }))
      .filter(({ score }) => score > 1)
      .sort((one, other) => other.score - one.score || one.column - other.column);
  };
  return Object.fromEntries(GUESSED_COLUMNS.map((name) => [name, of(name)])) as unknown as Candidates;
}
