import type { BrandWords, Completions, ParsedQuery, QueryChunk, QueryWord } from './query.ts';
import { brandToken, FRAGMENT_MIN, trigramToken } from './tokens.ts';

/** A question to the word index, as a tree over its tokens. */
export type Expression =
  | { readonly token: string }
  | { readonly start: string }
  | { readonly all: readonly Expression[] }
  | { readonly any: readonly Expression[] }
  | { readonly one: Expression; readonly without: Expression };

/** Whether pieces of article keys count, of which the index knows trigrams only. */
export type Fragments = 'by pieces' | 'none';

const token = (text: string): Expression => ({ token: text });

/**
 * Trigrams that every key with the fragment in it has: side by side, not overlapping, because each one more costs more
 * than the keys it rules out. The stage, or a comparison of the key itself, has the last word.
 */
export function searchedTrigrams(fragment: string): string[] {
  const characters = Array.from(fragment);
  const last = characters.length - FRAGMENT_MIN;
  const trigrams = new Set<string>();
  for (let at = 0; at < last + FRAGMENT_MIN; at += FRAGMENT_MIN) {
    const from = Math.min(at, last);
    trigrams.add(characters.slice(from, from + FRAGMENT_MIN).join(''));
  }
  return [...trigrams];
}

const fragmentExpression = (fragment: string): Expression => ({
  all: searchedTrigrams(fragment).map((trigram) => token(trigramToken(trigram))),
});

const brandsOf = (ids: readonly number[] | undefined): Expression[] => (ids ?? []).map((id) => token(brandToken(id)));

function wordExpression(word: QueryWord, brands: BrandWords, fragments: Fragments): Expression {
  const any = [token(word.form), ...brandsOf(brands.get(word.form))];
  if (word.fragment !== '' && fragments !== 'none') any.push(fragmentExpression(word.fragment));
  return { any };
}

function chunkExpression(chunk: QueryChunk, brands: BrandWords, fragments: Fragments): Expression {
  const words: Expression = { all: chunk.words.map((word) => wordExpression(word, brands, fragments)) };
  const single = chunk.words.length === 1 && chunk.words[0]?.fragment === chunk.fragment;
  if (chunk.fragment === '' || single || fragments === 'none') return words;
  return { any: [words, fragmentExpression(chunk.fragment)] };
}

/** The chunks without what an earlier stage has answered: a query of one piece as a part of an article. */
function chunksOf(query: ParsedQuery): readonly QueryChunk[] {
  const [only, second] = query.chunks;
  if (!only || second) return query.chunks;
  const words = only.words.length === 1 ? only.words.map((word) => ({ ...word, fragment: '' })) : only.words;
  return [{ words, fragment: '' }];
}

/** Rows that may hold all words (see the stages for those that do). */
export const allWords = (query: ParsedQuery, brands: BrandWords, fragments: Fragments = 'by pieces'): Expression => ({
  all: chunksOf(query).map((chunk) => chunkExpression(chunk, brands, fragments)),
});

/** Rows that may hold all words with the last one completed, commonly or rarely; null when there can be none. */
export function completedWords(
  query: ParsedQuery,
  completions: Completions,
  brands: BrandWords,
  { rarely, fragments = 'by pieces' }: { readonly rarely: boolean; readonly fragments?: Fragments },
): Expression | null {
  const last = query.chunks.at(-1);
  const { prefix, common } = completions;
  if (!last || !query.unfinished || prefix === '') return null;
  const branded = [...brands].filter(([form]) => form.startsWith(prefix)).flatMap(([, ids]) => brandsOf(ids));
  const commonly = [...common.map(token), ...branded];
  const others = [
    ...query.chunks.slice(0, -1).map((chunk) => chunkExpression(chunk, brands, fragments)),
    ...last.words.slice(0, -1).map((word) => wordExpression(word, brands, fragments)),
  ];
  const finished = token(query.unfinished.form);
  if (rarely) {
    return completions.rare
      ? { one: { all: [...others, { start: prefix }] }, without: { any: [finished, ...commonly] } }
      : null;
  }
  const any = commonly.filter((item) => !('token' in item && item.token === query.unfinished?.form));
  return any.length > 0 ? { one: { all: [...others, { any }] }, without: finished } : null;
}

/** The fragments of which the index knows the pieces only. */
export function looseFragments(query: ParsedQuery): string[] {
  const pieces = chunksOf(query).flatMap((chunk) => [chunk, ...chunk.words]);
  return pieces.map(({ fragment }) => fragment).filter((fragment) => fragment.length > FRAGMENT_MIN);
}

/** Whether rows found by the expression may yet not hold a fragment, so that each must be looked at. */
export const isApproximate = (query: ParsedQuery): boolean => looseFragments(query).length > 0;

/** The expression in the query language of SQLite's FTS5. */
export function asFts5(expression: Expression): string {
  // Tokens are letters, marks, digits and our own four signs, so no quote can stand in them.
  if ('token' in expression) return `"${expression.token}"`;
  if ('start' in expression) return `"${expression.start}" *`;
  if ('one' in expression) return `(${asFts5(expression.one)} NOT ${asFts5(expression.without)})`;
  const [items, link] = 'all' in expression ? [expression.all, ' AND '] : [expression.any, ' OR '];
  const [first] = items;
  if (first && items.length === 1) return asFts5(first);
  return `(${items.map(asFts5).join(link)})`;
}
