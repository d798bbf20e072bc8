import { wordsOf } from '../../text/words.ts';
import type { IndexedRow } from './indexed-row.ts';
import type { ParsedQuery, QueryChunk, QueryWord } from './parse.ts';
import { ARTICLE_KIND, CODE_KIND, codeKeyOf, wordFormsOf } from './tokens.ts';

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

/** Which key of the row satisfies the condition, the article's before the code's; null when neither does. */
export function keyKind(row: RowFacts, serves: (key: string) => boolean): number | null {
  if (serves(row.articleKey)) return ARTICLE_KIND;
  return row.codeKey !== '' && serves(row.codeKey) ? CODE_KIND : null;
}

const inKeys = (row: RowFacts, fragment: string): boolean =>
  fragment !== '' && (row.articleKey.includes(fragment) || row.codeKey.includes(fragment));

/** Whether the row holds a word of the query, in its texts, its brand or its keys. */
const holdsWord = (row: RowFacts, word: QueryWord): boolean =>
  row.forms.has(word.form) || row.brandForms.has(word.form) || inKeys(row, word.fragment);

/** Whether the row holds all words of a chunk, or the chunk as a piece of a key. */
export const holdsChunk = (row: RowFacts, chunk: QueryChunk): boolean =>
  inKeys(row, chunk.fragment) || chunk.words.every((word) => holdsWord(row, word));

/** Whether the key is an article in the query and the row holds everything else that the query says. */
export const holdsAroundArticle = (row: RowFacts, query: ParsedQuery, key: string): boolean =>
  query.runs.some(
    (run) =>
      run.key === key &&
      query.chunks.every((chunk, at) => (at >= run.from && at < run.to) || holdsChunk(row, chunk)),
  );

/** Whether the row holds everything but the word that may be unfinished. */
export function holdsAllButLast(row: RowFacts, query: ParsedQuery): boolean {
  const last = query.chunks.at(-1);
  return (
    last !== undefined &&
    query.chunks.slice(0, -1).every((chunk) => holdsChunk(row, chunk)) &&
    last.words.slice(0, -1).every((word) => holdsWord(row, word))
  );
}
