import { wordsOf } from '../../text/words.ts';
import type { ParsedQuery, QueryChunk, QueryWord } from './parse.ts';
import { ARTICLE_KIND, CODE_KIND, codeKeyOf, type IndexedRow, isFragment, wordFormsOf } from './tokens.ts';

/** The stages of the answer, in order; each row belongs to the first that takes it. */
export const STAGE = {
  /** The whole query is the article. */
  article: 0,
  /** An article in the query, and the row holds all other words. */
  articleAndWords: 1,
  /** The other rows of an article in the query. */
  articleOnly: 2,
  /** Articles that begin with the query. */
  prefix: 3,
  /** Articles that contain it. */
  inner: 4,
  /** All words. */
  words: 5,
  /** All words, the last one unfinished: its commonest completions. */
  completed: 6,
  /** The same with its rarer completions. */
  completedRarely: 7,
} as const;
export type Stage = (typeof STAGE)[keyof typeof STAGE];
export const STAGES: readonly Stage[] = Object.values(STAGE);

/** How the last word may go on; `common` are word forms, `prefix` is '' when it has no completion at all. */
export interface Completions {
  readonly prefix: string;
  readonly common: readonly string[];
  /** Whether there are more than `common`. */
  readonly rare: boolean;
}
export const NO_COMPLETIONS: Completions = { prefix: '', common: [], rare: false };

/** What a row offers to be found by. */
export interface RowFacts {
  readonly articleKey: string;
  readonly codeKey: string;
  readonly forms: ReadonlySet<string>;
  readonly brandForms: ReadonlySet<string>;
}

/** The facts of a row; its words are worked out when they are asked for: a row found by its article never is. */
export function factsOf(row: Omit<IndexedRow, 'id' | 'brand_id'>, brandTitle: string): RowFacts {
  let forms: ReadonlySet<string> | undefined;
  let brandForms: ReadonlySet<string> | undefined;
  return {
    articleKey: row.article_key,
    codeKey: codeKeyOf(row),
    get forms() {
      forms ??= wordFormsOf(row);
      return forms;
    },
    get brandForms() {
      brandForms ??= new Set(wordsOf(brandTitle));
      return brandForms;
    },
  };
}

/** Where a row belongs: its stage, and through which of its keys (the article's where both serve or none is asked). */
export interface Place {
  readonly stage: Stage;
  readonly kind: number;
}

/** The one place of a row in the answer to a query, or null when it does not belong there. Pure. */
export function placeOf(row: RowFacts, query: ParsedQuery, completions: Completions): Place | null {
  return (
    byKey(row, STAGE.article, (key) => key === query.key) ??
    byKey(row, STAGE.articleAndWords, (key) => runHolds(row, query, key)) ??
    byKey(row, STAGE.articleOnly, (key) => query.runs.some((run) => run.key === key)) ??
    byKey(row, STAGE.prefix, (key) => key.startsWith(query.key)) ??
    byKey(row, STAGE.inner, (key) => isFragment(query.key) && key.includes(query.key)) ??
    byWords(row, query, completions)
  );
}

function byKey(row: RowFacts, stage: Stage, serves: (key: string) => boolean): Place | null {
  if (serves(row.articleKey)) return { stage, kind: ARTICLE_KIND };
  if (row.codeKey !== '' && serves(row.codeKey)) return { stage, kind: CODE_KIND };
  return null;
}

const runHolds = (row: RowFacts, query: ParsedQuery, key: string): boolean =>
  query.runs.some(
    (run) =>
      run.key === key &&
      query.chunks.every((chunk, at) => (at >= run.from && at < run.to) || holds(row, chunk)),
  );

const inKeys = (row: RowFacts, fragment: string): boolean =>
  fragment !== '' && (row.articleKey.includes(fragment) || row.codeKey.includes(fragment));

const holdsWord = (row: RowFacts, word: QueryWord): boolean =>
  row.forms.has(word.form) || row.brandForms.has(word.form) || inKeys(row, word.fragment);

const holds = (row: RowFacts, chunk: QueryChunk): boolean =>
  inKeys(row, chunk.fragment) || chunk.words.every((word) => holdsWord(row, word));

function byWords(row: RowFacts, query: ParsedQuery, completions: Completions): Place | null {
  const last = query.chunks.at(-1);
  if (!last || !query.chunks.slice(0, -1).every((chunk) => holds(row, chunk))) return null;
  if (holds(row, last)) return { stage: STAGE.words, kind: ARTICLE_KIND };
  const { prefix, common } = completions;
  if (prefix === '' || !last.words.slice(0, -1).every((word) => holdsWord(row, word))) return null;
  const starts = (form: string) => form.startsWith(prefix);
  if (common.some((form) => row.forms.has(form)) || [...row.brandForms].some(starts)) {
    return { stage: STAGE.completed, kind: ARTICLE_KIND };
  }
  return [...row.forms].some(starts) ? { stage: STAGE.completedRarely, kind: ARTICLE_KIND } : null;
}
