// Guesses the header row and the meaning of the columns of a supplier's price list from its first rows.
import { GUESSED_COLUMNS, type GuessedColumn } from '../../../contract/price-lists/columns.ts';
import type { GuessNote, SheetGuess } from '../../../contract/price-lists/guess.ts';
import { briefRow, EMPTY_CELL, LOOK_ROWS, type SheetRow } from '../../platform/sheet-reader/messages.ts';
import { currencyInHeading, priceUnitInHeading, ROUBLE } from './cell-values.ts';
import { COUNTED, type ColumnFacts, FITS, factsOf, isOfCodes, numberIn } from './column-facts.ts';
import { findHeader, headerScores, preferenceOf } from './header.ts';

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
const BY_TITLE = 0.5;
/** Of the codes that stand in for articles, how many are unlike all others. */
const CODES_DISTINCT = 0.8;
/** Of the titles, how many have to contain an article that is to be taken out of them. */
const MARKED_SHARE = 0.9;
const NO_PRICE = 0.6;
/** What stands before an article inside a title, as 1C writes it. */
const ARTICLE_MARK = /(?:^|[\s,;(])(?:артикул|арт|art)/giu;
/** Such an article: a word with a digit. */
const MARKED_ARTICLE = /^[.\s:№]*(?:[^\s\d.:№][^\s\d]*)?\d/u;
/** Characters behind a mark in which the article has its first digit. */
const MARKED_LENGTH = 60;

type Columns = Record<GuessedColumn, number | null>;
type Scores = Record<GuessedColumn, number>;

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

/** How a sheet seems to be laid out, by its first rows; `extent` is the last row that the sheet says to have. */
export function guessSheet(name: string, whole: readonly SheetRow[], extent: number | null = null): SheetGuess {
  const rows = whole.map(briefRow);
  const header = findHeader(rows);
  const last = header.rows.at(-1) ?? 0;
  const data = rows.filter(({ row }) => row > last);
  const sample = fullRows(data);
  const facts = columnsOf(data).map((column) => factsOf(column, sample));
  const isNamed = header.rows.length > 0;
  const candidates = isNamed ? namedCandidates(facts, header.names) : unnamedCandidates(facts);
  const { columns, scores } = choose(candidates);
  const notes: GuessNote[] = isNamed ? [] : ['no header'];
  if (isNamed) completeByContents(columns, scores, facts, header.names);
  else keepDefaults(columns, facts);
  const ofArticle =
    columns.article === null ? standIn(columns, sample, facts, notes) : Math.max(0.3, scores.article / SURE);
  const title = titleScore(columns, scores, facts, header.names);
  let certainty = isNamed ? Math.min(1, title / SURE, (scores.price || SURE) / SURE, ofArticle) : 0.4;
  const prices = distinct(columns.price, candidates.price, columns);
  const stocks = distinct(columns.amount, candidates.amount, columns);
  if (columns.price === null) {
    const isOfCrosses = columns.article !== null && columns.cross !== null && columns.amount === null;
    notes.push(isOfCrosses ? 'crosses' : 'no price');
    certainty = Math.min(certainty, columns.amount === null ? 0.2 : NO_PRICE);
  }
  if (prices.length > 1) notes.push('several prices');
  if (stocks.length > 1) notes.push('several stocks');
  const heading = header.names.get(columns.price ?? 0) ?? '';
  const currency = currencyInHeading(heading);
  if (currency !== null && currency !== ROUBLE) notes.push('foreign currency');
  const priceUnit = priceUnitInHeading(heading);
  if (priceUnit !== null) notes.push('price unit');
  if (data.length === 0) notes.push('no rows');
  keepWholeMeasures(columns);
  const startRow = firstOfGoods(data, columns, facts) ?? data[0]?.row ?? last + 1;
  const rowCount = rowCountOf(rows, extent);
  return {
    name,
    startRow,
    headerRows: [...header.rows],
    columns,
    prices,
    currency,
    priceUnit,
    stocks,
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
function firstOfGoods(data: readonly SheetRow[], columns: Columns, facts: readonly ColumnFacts[]): number | null {
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
    numbers.every(({ column }) => numberIn(cells.get(column) ?? EMPTY_CELL) !== null);
  const hasAll = ({ cells }: SheetRow) => wanted.every((column) => cells.has(column as number));
  const first = data.find((row) => hasAll(row) && isPriced(row) && !isNumbering(row));
  return first?.row ?? null;
}

const PLACEHOLDER = /^<.*>$/u;

function choose(candidates: Candidates) {
  const columns = Object.fromEntries(GUESSED_COLUMNS.map((name) => [name, null])) as Columns;
  const scores = Object.fromEntries(GUESSED_COLUMNS.map((name) => [name, 0])) as Scores;
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

/** Every column of a kind, the chosen one first; not those that mean something else. */
function distinct(chosen: number | null, candidates: readonly Candidate[], columns: Columns): number[] {
  if (chosen === null) return [];
  const taken = Object.values(columns);
  return [chosen, ...candidates.map(({ column }) => column).filter((column) => !taken.includes(column))];
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

/** A column that may be the wanted one. */
interface Candidate {
  readonly column: number;
  /** How surely it is of the wanted kind: 0 to 10. */
  readonly score: number;
  /** The same with what speaks for it among columns of its kind. */
  readonly rank: number;
}

type Candidates = Readonly<Record<GuessedColumn, readonly Candidate[]>>;
type Names = ReadonlyMap<number, string>;

/** How much the values of a column count without a name. */
const UNNAMED = 4;
/** A heading that names something so surely is not read as anything else. */
const NAMES_SURELY = 5;
/** How much any name of articles or titles counts at least above what can hardly be anything else. */
const NAMED_AND_FITTING = 6;
/** How well a column that is called the article, and counts its rows, fits. */
const COUNTING_ARTICLE = 0.65;

const candidatesBy = (rate: (wanted: GuessedColumn) => readonly Candidate[]): Candidates =>
  Object.fromEntries(
    GUESSED_COLUMNS.map((wanted) => [
      wanted,
      rate(wanted)
        .filter(({ score }) => score > 1)
        .toSorted((one, other) => other.rank - one.rank || one.column - other.column),
    ]),
  ) as unknown as Candidates;

/** The columns that their names and contents speak for, the likeliest first. */
const namedCandidates = (facts: readonly ColumnFacts[], names: Names): Candidates =>
  candidatesBy((wanted) =>
    facts.map((fact) => {
      const name = names.get(fact.column) ?? '';
      const scores = headerScores(name);
      const said = scores.get(wanted) ?? 0;
      const isArticle = wanted === 'article' && said > 0 && !scores.has('code');
      const isCode = isArticle && isOfCodes(fact) && fact.distinct >= CODES_DISTINCT;
      const isTitle = wanted === 'title' && said > 0 && CONTENTS.title(fact) >= CODES_DISTINCT;
      const score = Math.min(10, Math.max(said, isCode || isTitle ? NAMED_AND_FITTING : 0) * fitOf(wanted, fact, said));
      return { column: fact.column, score, rank: score + preferenceOf(wanted, name) };
    }),
  );

/** A list may number its own goods: what is surely called an article and never repeats is one. A mere code may not repeat. */
function fitOf(wanted: GuessedColumn, fact: ColumnFacts, said: number): number {
  if (wanted === 'article' && said < NAMES_SURELY && fact.distinct < CODES_DISTINCT) return 0;
  const isCounted = wanted === 'article' && fact.counting > COUNTED && fact.distinct === 1;
  return isCounted && said >= SURE ? COUNTING_ARTICLE : FITS[wanted](fact);
}

/**
 * Looks for title, article and price by contents where no heading names them: among columns without a heading, such as
 * those that a merged one covers, and of titles and articles also among those whose heading covers another column too.
 */
function completeByContents(columns: Columns, scores: Scores, facts: readonly ColumnFacts[], names: Names): void {
  const hasOwnName = ({ column }: ColumnFacts) => names.has(column) && names.has(column + 1);
  const isFree = ({ column }: ColumnFacts) => !Object.values(columns).includes(column);
  const isNamedOtherwise = (fact: ColumnFacts, wanted: GuessedColumn) =>
    [...headerScores(names.get(fact.column) ?? '')].some(
      ([name, score]) => name !== wanted && score >= NAMES_SURELY && FITS[name](fact) > 0,
    );
  const take = (wanted: 'title' | 'article' | 'price', among: (fact: ColumnFacts) => boolean) => {
    const [best] = facts
      .filter((fact) => isFree(fact) && among(fact))
      .map((fact) => ({ column: fact.column, score: UNNAMED * Math.min(1, CONTENTS[wanted](fact)) }))
      .toSorted((one, other) => other.score - one.score);
    if (!best || best.score <= UNNAMED / 2) return;
    columns[wanted] = best.column;
    scores[wanted] = best.score + 2;
  };
  const title = facts.find(({ column }) => column === columns.title);
  const next = facts.find(({ column }) => column === (columns.title ?? -1) + 1);
  if (
    title &&
    isOfCodes(title) &&
    next &&
    !names.has(next.column) &&
    isFree(next) &&
    FITS.title(next) > FITS.title(title)
  ) {
    columns.title = next.column;
    if (columns.article === null) {
      columns.article = title.column;
      scores.article = UNNAMED + 2;
    }
  }
  if (columns.title === null) take('title', (fact) => !isNamedOtherwise(fact, 'title'));
  const article = facts.find(({ column }) => column === columns.article);
  if (columns.title === null && article && article.letterCount >= LETTERS_OF_TITLES) {
    columns.title = article.column;
    scores.title = scores.article;
    columns.article = null;
  }
  if (columns.article === null && columns.code === null)
    take('article', (fact) => !hasOwnName(fact) && !isNamedOtherwise(fact, 'article'));
  if (columns.price === null) take('price', ({ column }) => !names.has(column));
}

/** How well the contents alone of a column fit, from 0 to 1 and somewhat more. */
const CONTENTS = {
  article: (facts: ColumnFacts) =>
    facts.counting > COUNTED
      ? 0
      : Math.max(facts.codeLike, facts.numbers > MOSTLY ? 0 : facts.articleLike) *
        facts.distinct *
        facts.filled *
        (isBarCode(facts) ? BAR_CODE : 1),
  title: (facts: ColumnFacts) =>
    (isOfCodes(facts) ? 0.3 : 1) * Math.min(1, facts.letterCount / 12) * facts.distinct * facts.filled,
  // Prices are larger than stocks, and have fractions.
  price: (facts: ColumnFacts) =>
    facts.counting > COUNTED || facts.codeLike > MOSTLY
      ? 0
      : facts.numbers *
        facts.filled *
        (1.5 - facts.whole / 2) *
        (facts.whole < 0.9 ? 1 : Math.min(1, facts.median / 20)),
  amount: (facts: ColumnFacts) =>
    facts.stockWords > MOSTLY
      ? facts.filled
      : facts.letters < 0.9 && facts.counting <= COUNTED && facts.codeLike <= MOSTLY
        ? facts.stockLike * facts.whole * (facts.median < 500 ? 1 : 0)
        : 0,
  // A maker names many parts.
  manufacturer: (facts: ColumnFacts) =>
    facts.stockWords < MOSTLY &&
    facts.letters > 0.9 &&
    facts.letterCount >= 3 &&
    facts.length <= 20 &&
    facts.articleLike < 0.3 &&
    facts.distinct < 0.5
      ? facts.filled
      : 0,
} as const;

/** Letters of its cells on the average from which a column that is called the article holds titles. */
const LETTERS_OF_TITLES = 5;

/** Shares above which something is so in most rows. */
const MOSTLY = 0.5;

/** How well bar codes stand for articles, and their digits. */
const BAR_CODE = 0.6;
const BAR_CODE_DIGITS = 12;

const isBarCode = ({ numbers, length }: ColumnFacts): boolean => numbers > 0.9 && length >= BAR_CODE_DIGITS;

/** Numbers without anything that only articles have. */
const isPlainNumber = ({ numbers, letters }: ColumnFacts): boolean => numbers > 0.9 && letters < 0.1;

/** The columns of a list without a header, by what stands in them: prices and stock stand behind the title, articles mostly before it. */
function unnamedCandidates(facts: readonly ColumnFacts[]): Candidates {
  const title = facts.toSorted((one, other) => CONTENTS.title(other) - CONTENTS.title(one))[0]?.column ?? 0;
  const hasPrice = facts.some((fact) => fact.column > title && CONTENTS.price(fact) > MOSTLY);
  const rates: Readonly<Partial<Record<GuessedColumn, (facts: ColumnFacts) => number>>> = {
    ...CONTENTS,
    title: (fact) => (fact.column === title ? CONTENTS.title(fact) : 0),
    article: (fact) => {
      if (fact.column === title) return 0;
      const isNumber = isPlainNumber(fact) && fact.codeLike < MOSTLY;
      if (!isNumber) return CONTENTS.article(fact);
      // A number is an article where it stands before the title, does not repeat, and is whole or leaves another for the price.
      const isWhole = fact.whole === 1 && fact.median >= 100;
      const canBe = fact.column < title && fact.counting <= COUNTED && (isWhole || (hasPrice && fact.column === 1));
      return canBe ? fact.distinct * fact.filled * 0.8 : 0;
    },
    price: (fact) => CONTENTS.price(fact) * (fact.column > title ? 1 : 0.8),
  };
  return candidatesBy((wanted) =>
    facts.map((fact) => {
      const score = UNNAMED * Math.min(1, rates[wanted]?.(fact) ?? 0);
      // Of two prices the larger one is what visitors pay.
      return { column: fact.column, score, rank: score + (wanted === 'price' ? Math.log10(fact.median + 1) / 10 : 0) };
    }),
  );
}

/** The columns of the specification: article, title, price. */
const DEFAULTS = { article: 1, title: 2, price: 3 } as const;

/** Where no heading says otherwise, and the first column holds articles, the columns of the specification stay. */
function keepDefaults(columns: Columns, facts: readonly ColumnFacts[]): void {
  const first = facts.find(({ column }) => column === DEFAULTS.article);
  if (columns.article === null && first && first.articleLike > MOSTLY && facts.length > 2 && !isTaken(columns, 1))
    columns.article = DEFAULTS.article;
  if (columns.article !== DEFAULTS.article) return;
  if (columns.title === null && !isTaken(columns, DEFAULTS.title)) columns.title = DEFAULTS.title;
  if (columns.price !== null || columns.title === DEFAULTS.price) return;
  for (const name of ['amount', 'manufacturer'] as const) if (columns[name] === DEFAULTS.price) columns[name] = null;
  columns.price = DEFAULTS.price;
}

const isTaken = (columns: Columns, column: number): boolean => Object.values(columns).includes(column);
