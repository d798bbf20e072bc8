// Chooses which column of a sheet is the article, the title, the price and so on: by its heading and by what stands in
// it. guess-sheet.ts makes the guess of a whole sheet of that.
import { GUESSED_COLUMNS, type GuessedColumn } from '../../../contract/price-lists/columns.ts';
import { COUNTED, type ColumnFacts, FITS, isOfCodes } from './column-facts.ts';
import { headerScores, preferenceOf, speaksAgainst } from './header.ts';

export type Columns = Record<GuessedColumn, number | null>;
/** How surely each column was found: 0 to 10. */
export type Scores = Record<GuessedColumn, number>;
/** The headings of columns by their numbers. */
export type Names = ReadonlyMap<number, string>;

/** A score that leaves no doubt. */
export const SURE = 9;
/** Of codes that stand in for articles, and of articles whose titles may repeat, how many are unlike all others. */
export const CODES_DISTINCT = 0.8;

interface Choice {
  readonly columns: Columns;
  readonly scores: Scores;
  /** Every column of prices, the chosen one first. */
  readonly prices: readonly number[];
  readonly stocks: readonly number[];
  /** Those of single warehouses that add up; empty where one column says it all. */
  readonly places: readonly number[];
}

/**
 * Chooses the columns of a sheet by their facts; `names` is null where it has no header, and `hidden` are the columns that
 * the sheet does not show.
 */
export function chooseColumns(
  facts: readonly ColumnFacts[],
  names: Names | null,
  hidden: ReadonlySet<number> = new Set(),
): Choice {
  const likely = names ? namedCandidates(facts, names) : unnamedCandidates(facts);
  const candidates = hidden.size === 0 ? likely : behindShown(likely, hidden);
  const { columns, scores } = choose(candidates);
  if (names) completeByContents(columns, scores, facts, names);
  else keepDefaults(columns, facts);
  const prices = distinct(columns.price, candidates.price, columns);
  const unnamed = columns.amount === null && names ? stocksBehind(columns, facts, names) : [];
  if (unnamed[0] !== undefined) {
    columns.amount = unnamed[0];
    return { columns, scores, prices, stocks: unnamed, places: unnamed };
  }
  const stocks = distinct(columns.amount, candidates.amount, columns);
  return { columns, scores, prices, stocks, places: names ? placesAmong(stocks, names) : [] };
}

/** Every column of a kind, the chosen one first; not those that mean something else. */
function distinct(chosen: number | null, candidates: readonly Candidate[], columns: Columns): number[] {
  if (chosen === null) return [];
  const taken = Object.values(columns);
  return [chosen, ...candidates.map(({ column }) => column).filter((column) => !taken.includes(column))];
}

/** The stocks that their headings name alike, none of them as that of all places, or as more or less than there is. */
function placesAmong(stocks: readonly number[], names: Names): number[] {
  const headingOf = (column: number) => names.get(column) ?? '';
  const saidOf = (column: number) => headerScores(headingOf(column)).get('amount') ?? 0;
  const [chosen = 0] = stocks;
  const isPlace = (column: number) =>
    preferenceOf('amount', headingOf(column)) === 0 && Math.abs(saidOf(column) - saidOf(chosen)) <= ALIKE;
  const places = stocks.filter(isPlace).toSorted((one, other) => one - other);
  return places.length > 1 && places.includes(chosen) ? places : [];
}

/** How far apart the headings of single warehouses may name their stock. */
const ALIKE = 2;

/** Columns of small whole numbers one after another behind the price, under headings that say nothing: towns, shops. */
function stocksBehind(columns: Columns, facts: readonly ColumnFacts[], names: Names): number[] {
  const found: number[] = [];
  for (const fact of facts) {
    if (fact.column <= (columns.price ?? columns.title ?? 0)) continue;
    const heading = names.get(fact.column);
    const isOne =
      heading !== undefined &&
      !isTaken(columns, fact.column) &&
      headerScores(heading).size === 0 &&
      !speaksAgainst('amount', heading) &&
      CONTENTS.amount(fact) > MOSTLY;
    if (isOne) found.push(fact.column);
    else if (found.length > 0) break;
  }
  return found.length > 1 ? found : [];
}

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
  photo_link: 15,
};
/** In which order columns choose: what names itself most clearly first. A column is chosen once. */
const CHOICE = GUESSED_COLUMNS.toSorted((one, other) => TURNS[one] - TURNS[other]);

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

/** A column that may be the wanted one. */
interface Candidate {
  readonly column: number;
  /** How surely it is of the wanted kind: 0 to 10. */
  readonly score: number;
  /** The same with what speaks for it among columns of its kind. */
  readonly rank: number;
}

type Candidates = Readonly<Record<GuessedColumn, readonly Candidate[]>>;

/** How much of a score a column keeps that the sheet does not show: one that it shows comes first. */
const HIDDEN_SHARE = 0.5;

function behindShown(candidates: Candidates, hidden: ReadonlySet<number>): Candidates {
  const of = (name: GuessedColumn): Candidate[] =>
    candidates[name]
      .map((candidate) => {
        const share = hidden.has(candidate.column) ? HIDDEN_SHARE : 1;
        return { ...candidate, score: candidate.score * share, rank: candidate.rank * share };
      })
      .sort((one, other) => other.rank - one.rank || one.column - other.column);
  return Object.fromEntries(GUESSED_COLUMNS.map((name) => [name, of(name)])) as unknown as Candidates;
}

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
  const last = facts.at(-1)?.column;
  const hasOwnName = ({ column }: ColumnFacts) => names.has(column) && (names.has(column + 1) || column === last);
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
  if (columns.title === null)
    columns.title = longestTexts(facts.filter((fact) => isFree(fact) && !isNamedOtherwise(fact, 'title')));
  const article = facts.find(({ column }) => column === columns.article);
  if (columns.title === null && article && article.letterCount >= LETTERS_OF_TITLES) {
    columns.title = article.column;
    scores.title = scores.article;
    columns.article = null;
  }
  if (columns.article === null && columns.code === null)
    take('article', (fact) => !hasOwnName(fact) && !isNamedOtherwise(fact, 'article'));
  // A heading that says nothing here may yet be that of the articles where no two of them are alike.
  if (columns.article === null && columns.code === null)
    take('article', (fact) => isOfCodes(fact) && fact.distinct > UNLIKE && !isNamedOtherwise(fact, 'article'));
  if (columns.price === null) take('price', ({ column }) => !names.has(column));
}

/** Of values that name their rows, how many are unlike all others. */
const UNLIKE = 0.95;
/** Letters of a cell on the average from which a column may hold titles that repeat: «Подшипник роликовый». */
const LETTERS_OF_REPEATED = 8;

/** The column with the longest texts; null where they are short everywhere. */
function longestTexts(facts: readonly ColumnFacts[]): number | null {
  const [longest] = facts
    .filter(({ letterCount, filled }) => letterCount >= LETTERS_OF_REPEATED && filled > MOSTLY)
    .toSorted((one, other) => other.letterCount - one.letterCount);
  return longest?.column ?? null;
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
    facts.units < MOSTLY &&
    facts.letters > 0.9 &&
    facts.letterCount >= LETTERS_OF_MAKERS &&
    facts.length <= 20 &&
    facts.articleLike < 0.3 &&
    facts.distinct < 0.5
      ? facts.filled
      : 0,
} as const;

/** Letters that a maker has at least on the average: many are abbreviations. */
const LETTERS_OF_MAKERS = 2;

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
  const [likeliest] = facts.toSorted((one, other) => CONTENTS.title(other) - CONTENTS.title(one));
  // A list of two columns may have no titles at all: articles are none.
  const title = likeliest && (facts.length > 2 || !isOfCodes(likeliest)) ? likeliest.column : 0;
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
  const hasThird = facts.some(({ column }) => column === DEFAULTS.price);
  if (columns.price !== null || columns.title === DEFAULTS.price || !hasThird) return;
  for (const name of ['amount', 'manufacturer'] as const) if (columns[name] === DEFAULTS.price) columns[name] = null;
  columns.price = DEFAULTS.price;
}

const isTaken = (columns: Columns, column: number): boolean => Object.values(columns).includes(column);
