import type { GuessedColumn } from '../../../../contract/guessed-columns.ts';
import type { ColumnFacts } from './column-facts.ts';

/** How well what stands in a column agrees with what it is called, 0 to 1: 0 is a contradiction. */
type Fit = (facts: ColumnFacts) => number;

/** Shares of rows above which a column counts as filled: groups, captions and positions without a stock leave gaps. */
const MOSTLY = 0.5;
/** Letters of a cell that make it a title. */
const ARTICLE_MAX = 25;
/** A column that is named so and holds little of it yet. */
const FEW = 0.3;

const filledEnough = ({ filled }: ColumnFacts): number => Math.min(1, filled / MOSTLY);

const size: Fit = (facts) => (facts.numbers >= MOSTLY ? filledEnough(facts) : 0);

export const FITS: Readonly<Record<GuessedColumn, Fit>> = {
  article: (facts) =>
    facts.counting > 0.6 || facts.letters * facts.length > ARTICLE_MAX
      ? 0
      : facts.articleLike < 0.3
        ? FEW
        : filledEnough(facts) * (0.4 + 0.6 * Math.min(1, facts.distinct * 1.4)),
  title: (facts) =>
    facts.letters < MOSTLY || facts.length < 4
      ? 0
      : filledEnough(facts) * (0.1 + 0.9 * Math.min(1, facts.distinct * 1.5)),
  price: (facts) => (facts.numbers < MOSTLY || facts.counting > 0.6 ? 0 : filledEnough(facts)),
  amount: (facts) => (facts.numbers + facts.stockLike < MOSTLY ? 0 : 0.5 + 0.5 * filledEnough(facts)),
  // A maker names many parts.
  manufacturer: (facts) =>
    facts.letters < MOSTLY || facts.length > 40 ? 0 : filledEnough(facts) * (facts.distinct > 0.9 ? 0.5 : 1),
  code: (facts) => (facts.length > 40 ? 0 : filledEnough(facts) * Math.min(1, facts.distinct * 1.4)),
  weight: size,
  length: size,
  width: size,
  height: size,
  // Few different ones; supplies on demand leave gaps.
  delivery: (facts) => (facts.length > 25 || facts.counting > 0.6 ? 0 : 1),
  lot: (facts) => (facts.numbers + facts.stockLike < MOSTLY || facts.counting > 0.6 ? 0 : 1),
  cross: (facts) => (facts.articleLike > 0 ? 1 : 0),
  crossMaker: (facts) => (facts.letters < MOSTLY || facts.length > 40 ? 0 : 1),
};
