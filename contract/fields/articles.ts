import { SEARCH_LIST_MAX, SEARCH_QUERY_MAX } from '../limits.ts';
import type { Field } from './field.ts';

/** The articles of one search by list. */
export interface ListedArticles {
  /** As typed, blank ones left out, at most SEARCH_LIST_MAX. */
  readonly articles: readonly string[];
  /** How many there are over that. */
  readonly ignored: number;
}

/** Articles in lines of text, or in a list of texts; nothing is refused. */
export const listedArticles: Field<ListedArticles> = {
  schema: {
    description:
      `Articles in lines of text, or a list of them: ${SEARCH_LIST_MAX} at most, ` +
      `of each the first ${SEARCH_QUERY_MAX} characters`,
    examples: ['238Б-1601130\n4320ЯХ-1201010', ['238Б-1601130', '4320ЯХ-1201010']],
  },
  read: (given) => {
    const lines = textsOf(given)
      .flatMap((text) => text.split(/[\r\n]+/))
      .map((line) => line.toWellFormed().trim().slice(0, SEARCH_QUERY_MAX))
      .filter((line) => line !== '');
    return {
      articles: lines.slice(0, SEARCH_LIST_MAX),
      ignored: Math.max(0, lines.length - SEARCH_LIST_MAX),
    };
  },
};

/** Lines of a list of articles with quantities, as typed or pasted; nothing is refused. */
export const listedLines: Field<readonly string[]> = {
  schema: {
    description:
      'Lines of text, or a list of them: an article, and a quantity beside it behind a tab, a semicolon or blanks. Of a ' +
      `line the first ${SEARCH_QUERY_MAX} characters are read, of the lines the first ${SEARCH_LIST_MAX}`,
    examples: ['238Б-1601130\t2\n4320ЯХ-1201010 5 шт', ['238Б-1601130;2', '4320ЯХ-1201010 x5']],
  },
  read: (given) =>
    textsOf(given)
      .flatMap((text) => text.split(/[\r\n]+/))
      .map((line) => line.toWellFormed().trimEnd())
      .filter((line) => line.trim() !== ''),
};

/** What of a value is text, or reads as one. */
const textsOf = (given: unknown): string[] =>
  (Array.isArray(given) ? given : [given])
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map(String);
