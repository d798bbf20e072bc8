import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { type TypedWord, typedWords, wordForm } from '../../platform/text/words.ts';
import { isFragment } from './tokens.ts';

/** A word of the query; `fragment` is its key when it may be a part of an article, '' otherwise. */
export interface QueryWord extends TypedWord {
  readonly form: string;
  readonly fragment: string;
}

/** What stands between blanks: words, or a piece of an article, or both. */
export interface QueryChunk {
  readonly words: readonly QueryWord[];
  readonly fragment: string;
}

/** Neighbouring chunks that together may be an article: those from `from` to before `to`. */
interface ArticleRun {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

export interface ParsedQuery {
  readonly text: string;
  /** The whole query as an article; never ''. */
  readonly key: string;
  readonly chunks: readonly QueryChunk[];
  readonly runs: readonly ArticleRun[];
  /** The word that may be unfinished: the last one, if it is long enough to be completed. */
  readonly unfinished: QueryWord | null;
}

/** A key shorter than this inside a longer query is a number of something, not an article. */
const RUN_KEY_MIN = 4;
const RUN_CHUNKS_MAX = 4;
const UNFINISHED_MIN = 2;

const fragmentOf = (text: string): string => {
  const key = articleKey(text);
  return isFragment(key) && /\p{N}/u.test(text) ? key : '';
};

/** Reads a query, of which the first SEARCH_QUERY_MAX characters count; null when it holds no letter and no digit. */
export function parseQuery(query: string): ParsedQuery | null {
  const text = cleanQuery(query);
  const key = articleKey(text);
  if (key === '') return null;
  const pieces = text.split(/\s+/).filter((piece) => articleKey(piece) !== '');
  const chunks = pieces.map((piece) => ({
    words: typedWords(piece).map((word) => ({
      ...word,
      form: wordForm(word.raw),
      fragment: fragmentOf(word.typed),
    })),
    fragment: fragmentOf(piece),
  }));
  const last = chunks.at(-1)?.words.at(-1);
  const unfinished = last && last.typed.length >= UNFINISHED_MIN ? last : null;
  return { text, key, chunks, runs: runsOf(pieces), unfinished };
}

/** The query as it is looked at and echoed: no control or formatting characters, single blanks, limited length. */
export const cleanQuery = (query: string): string =>
  query
    .slice(0, SEARCH_QUERY_MAX)
    .toWellFormed()
    .replace(/[\p{C}\p{Z}\u{fffd}]+/gu, ' ')
    .trim();

function runsOf(pieces: readonly string[]): ArticleRun[] {
  const runs = new Map<string, ArticleRun>();
  for (let from = 0; from < pieces.length; from++) {
    for (let to = from + 1; to <= Math.min(pieces.length, from + RUN_CHUNKS_MAX); to++) {
      if (to - from === pieces.length) continue;
      const typed = pieces.slice(from, to).join('');
      const key = articleKey(typed);
      if (key.length >= RUN_KEY_MIN && /\p{N}/u.test(typed) && !runs.has(key)) runs.set(key, { key, from, to });
    }
  }
  return [...runs.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** Whether a query holds anything that can be looked for. */
export const isSearchable = (query: string): boolean => articleKey(cleanQuery(query)) !== '';

/** How the last word may go on; `common` are word forms, `prefix` is '' when it has no completion at all. */
export interface Completions {
  readonly prefix: string;
  readonly common: readonly string[];
  /** Whether there are more than `common`. */
  readonly rare: boolean;
}
export const NO_COMPLETIONS: Completions = { prefix: '', common: [], rare: false };

/** Brands by the word forms of their titles. */
export type BrandWords = ReadonlyMap<string, readonly number[]>;

/** A query with everything that decides its answer besides the rows. */
export interface ReadQuery {
  readonly parsed: ParsedQuery;
  readonly completions: Completions;
  readonly brands: BrandWords;
}
