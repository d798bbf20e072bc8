import { GUESSED_COLUMNS, type GuessedColumn } from '../../../../contract/guessed-columns.ts';
import type { ColumnFacts } from './column-facts.ts';
import { FITS } from './fit.ts';
import { headerScores, holdsAny } from './header-score.ts';
import { RETAIL_WORDS, WHOLE_STOCK_WORDS } from './header-words.ts';

/** A column that may be the wanted one, and how surely: 0 to 10. */
export interface Candidate {
  readonly column: number;
  readonly score: number;
}

export type Candidates = Readonly<Record<GuessedColumn, readonly Candidate[]>>;

/** What a word of preference is worth where several columns hold the same kind of thing. */
const PREFERENCE = 2;
/** What stands in a column tells this much without a name. */
const UNNAMED = 4;

/** What makes one of several prices or stocks the one to take. */
const preference = (column: GuessedColumn, name: string): number => {
  if (column === 'price' && holdsAny(name, RETAIL_WORDS)) return PREFERENCE;
  return column === 'amount' && holdsAny(name, WHOLE_STOCK_WORDS) ? PREFERENCE : 0;
};

/** The columns that their names and contents speak for, the likeliest first. */
export function namedCandidates(
  facts: readonly ColumnFacts[],
  names: ReadonlyMap<number, string>,
): Candidates {
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
export function unnamedCandidates(facts: readonly ColumnFacts[]): Candidates {
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
