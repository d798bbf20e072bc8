// Parses a typed query, and defines the questions that the search asks the index.

import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import type { NearKey } from '../../platform/text/misspellings.ts';
import { type TypedWord, typedWords, wordForm } from '../../platform/text/words.ts';
import type { OfferRow, PositionRow } from '../context/position.ts';
import { type Kind, type Machine, widerKinds } from '../part-reader/lexicon-data.ts';
import { piecesOf } from '../part-reader/pieces.ts';
import type { PartReading } from '../part-reader/read-part.ts';
import type { CrossRow } from '../parts/replacements.ts';
import type { WordEntry } from '../search-words/dictionary.ts';
import type { PositionColumns } from './position-columns.ts';
import { brandToken, FRAGMENT_MIN, factToken, type IndexedRow, isFragment, trigramToken } from './tokens.ts';

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
  /** Its words that name no machine, side or kind, though they look so. */
  readonly plain: readonly string[];
}

/** A key shorter than this inside a longer query is a number of something, not an article. */
const RUN_KEY_MIN = 4;
const RUN_CHUNKS_MAX = 4;
const UNFINISHED_MIN = 2;

const fragmentOf = (text: string): string => {
  const key = articleKey(text);
  return isFragment(key) && /\p{N}/u.test(text) ? key : '';
};

/** The words of a text that queries are to be read with as no names (see `ParsedQuery`). */
export const plainWords = (text: string): readonly string[] => [...new Set(piecesOf(text).map(({ typed }) => typed))];

/** Reads a query, of which the first SEARCH_QUERY_MAX characters count; null when it holds no letter and no digit. */
export function parseQuery(query: string, plain: readonly string[] = []): ParsedQuery | null {
  const text = cleanQuery(query);
  const key = articleKey(text);
  if (key === '') return null;
  const pieces = text.split(/\s+/).filter((piece) => articleKey(piece) !== '');
  const chunks = pieces.map((piece) => ({
    words: typedWords(piece).map((word) => ({ ...word, form: wordForm(word.raw), fragment: fragmentOf(word.typed) })),
    fragment: fragmentOf(piece),
  }));
  const last = chunks.at(-1)?.words.at(-1);
  const unfinished = last && last.typed.length >= UNFINISHED_MIN ? last : null;
  return { text, key, chunks, runs: runsOf(pieces), unfinished, plain };
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

/** What a query asks for, as it was read. */
export interface QueryFacts {
  /** Null: it names no part, only machines. */
  readonly kind: Kind | null;
  readonly objects: readonly Kind[];
  /** Each name of a machine, and the machines that it may mean. */
  readonly machines: readonly (readonly Machine[])[];
  readonly sides: readonly string[];
  readonly sizes: readonly string[];
  /** What was read as none of these. */
  readonly rest: readonly QueryChunk[];
  /** The whole query, piece by piece. */
  readonly reading: PartReading;
  /** Whether some position is of that kind, or of a narrower one. */
  readonly isKindHere: boolean;
  /** Brands that are makes of machines, by the name of the make: all that a supplier says under them is for these. */
  readonly makes: ReadonlyMap<string, readonly number[]>;
}

/** The sizes that a query asks for, and the query without them. */
export interface QuerySizes {
  readonly names: readonly string[];
  readonly chunks: readonly QueryChunk[];
  /** What is left of `QueryFacts.rest`. */
  readonly rest: readonly QueryChunk[];
}

/** A query with everything that decides its answer besides the rows. */
export interface ReadQuery {
  readonly parsed: ParsedQuery;
  /** Null where it names none. */
  readonly sizes: QuerySizes | null;
  /** The same query under other names of the maker that it names: what they find is found too. */
  readonly others: readonly ReadQuery[];
  /** Null where it names neither a part nor nothing but machines. */
  readonly facts: QueryFacts | null;
  /** Null until a stage needs them. */
  readonly completions: Completions | null;
  readonly brands: BrandWords;
}

export interface Candidate {
  readonly id: number;
  readonly kind: number;
  /** What the stage is ordered by before the id: a key, the id of a key, or nothing (0). */
  readonly order: string | number;
}

export type Hit = Pick<Candidate, 'id' | 'order'>;

export type SearchRow = PositionRow & IndexedRow;

export type SearchKeys = Pick<IndexedRow, 'id' | 'article_key' | 'code'>;

export interface BrandTitle {
  readonly id: number;
  readonly title: string;
}

/** The questions that the search asks a database; every list is in the stage's fixed order and at most `limit` long. */
export interface SearchIndex {
  byKey(stock: number, key: string, limit: number): Promise<Candidate[]>;
  /** The same for what a query is as a whole, whose longer keys are asked for next: they are read along with it. */
  byWhole(stock: number, key: string, limit: number): Promise<Candidate[]>;
  /** Positions with a longer key that begins so, by key and id. */
  byPrefix(stock: number, prefix: string, limit: number): Promise<Candidate[]>;
  /** Some positions with a key that begins so, or is that, and is not the other one. */
  someFrom(stock: number, prefix: string, butFor: string, limit: number): Promise<number[]>;
  /** Positions with a key that holds the fragment behind its first character, by id of the key and id. */
  byFragment(stock: number, fragment: string, limit: number): Promise<Candidate[]>;
  /** Ids of positions whose document satisfies the expression, ascending. */
  idsByWords(expression: Expression, limit: number): Promise<Int32Array>;
  /** The keys of these positions, in any order; deleted ones are missing. */
  keysOf(ids: readonly number[]): Promise<SearchKeys[]>;
  /** At most `each` positions of every key, those in stock first, then by id; keys without any are missing. */
  byKeys(keys: readonly string[], each: number): Promise<{ key: string; id: number }[]>;
  /** The rows of these ids, in any order; deleted ones are missing. */
  rows(ids: readonly number[]): Promise<SearchRow[]>;
  /** The same rows without the columns that are only compared. */
  answers(ids: readonly number[]): Promise<PositionRow[]>;
  /** The same with what their titles were read as, and the names under which their makers are shown. */
  offers(ids: readonly number[], columns: PositionColumns): Promise<OfferRow[]>;
  replacing(keys: readonly string[]): Promise<CrossRow[]>;
  /** The names under which the makers of these positions are shown, by the key of the maker. */
  makerTitles(ids: readonly number[]): Promise<ReadonlyMap<string, string>>;
  /** All brands; the same array as long as none has changed. */
  brands(): Promise<readonly BrandTitle[]>;
  /** Public names of suppliers' warehouses, of those that have one; likewise. */
  stocks(): Promise<readonly BrandTitle[]>;
  /** What the shop says of words of its own; the same array as long as nothing has changed. */
  ownWords(): Promise<readonly WordEntry[]>;
  /** Words of the vocabulary with this beginning, the commonest first. */
  wordsFrom(prefix: string, limit: number): Promise<string[]>;
  /** How many positions contain each of these words; unknown ones are missing. */
  wordCounts(words: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The first key of a position that begins so, one in stock before the others; null when there is none. */
  firstKeyFrom(prefix: string): Promise<string | null>;
  /** Keys of positions that one typing error makes of this one, the nearest first. */
  nearKeys(key: string): Promise<readonly NearKey[]>;
}

export type Expression =
  | { readonly token: string }
  | { readonly start: string }
  | { readonly all: readonly Expression[] }
  | { readonly any: readonly Expression[] }
  | { readonly one: Expression; readonly without: Expression };

/** Whether pieces of article keys count, of which the index knows trigrams only. */
export type Fragments = 'by pieces' | 'none';

const token = (text: string): Expression => ({ token: text });

/** Trigrams that every key with the fragment has, side by side: overlapping ones cost more than they rule out. */
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

/** Rows that have the sizes as sizes, and may hold all other words. */
export const withSizes = (
  { names, chunks }: QuerySizes,
  brands: BrandWords,
  fragments: Fragments = 'by pieces',
): Expression => ({
  all: [
    ...names.map((name) => factOf('size', name)),
    ...chunks.map((chunk) => chunkExpression(chunk, brands, fragments)),
  ],
});

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

const factOf = (...fact: Parameters<typeof factToken>): Expression => token(factToken(...fact));

/** Positions of the kind or a narrower one. */
export const ofKind = ({ name }: Kind): Expression => ({ any: [factOf('kind', name), factOf('widerKind', name)] });

/** Only a kind that is wider than this one, and says less. */
const ofWiderKind = (kind: Kind): Expression[] => widerKinds(kind).map(({ name }) => factOf('kind', name));

type Makes = QueryFacts['makes'];

const forMachine = ({ name }: Machine, makes: Makes): Expression => ({
  any: [factOf('machine', name), factOf('widerMachine', name), ...brandsOf(makes.get(name))],
});

/**
 * For one of the machines, or for a family or make of them; of what a supplier sells under a make also that whose title
 * names another model of it (see `agrees` of the stages).
 */
const maybeForMachines = (machines: readonly Machine[], makes: Makes): Expression => ({
  any: machines.flatMap((machine) => [
    forMachine(machine, makes),
    ...machine.wider.flatMap(({ name }) => [factOf('machine', name), ...brandsOf(makes.get(name))]),
  ]),
});

/**
 * How positions agree with what was read: exactly; in all of it, with narrower kinds; with sides or a family of machines left open; with no machine in
 * their titles; with a wider kind only; or they are pieces of the part.
 */
export type Agreement = 'exact' | 'whole' | 'loose' | 'machine unsaid' | 'kind unsaid' | 'piece of it';

/**
 * Positions that are what was read: part, machine and side, and hold the other words. That a title says nothing of machine
 * or side is so of most positions: the stages ask it of those that are found.
 */
export function asRead(
  { kind, objects, machines, sides, sizes, rest, makes }: Omit<QueryFacts, 'reading' | 'isKindHere'>,
  brands: BrandWords,
  agreement: Agreement,
  fragments: Fragments = 'by pieces',
): Expression {
  const isWhole = agreement === 'whole' || agreement === 'exact';
  const all: Expression[] = rest.map((chunk) => chunkExpression(chunk, brands, fragments));
  if (kind) {
    const wider = agreement === 'kind unsaid' ? { any: ofWiderKind(kind) } : null;
    // Positions of the very kind are those of the stage of exact agreement, which comes before.
    const own = {
      exact: factOf('kind', kind.name),
      whole: factOf('widerKind', kind.name),
      'piece of it': factOf('object', kind.name),
    };
    all.push(wider ?? own[agreement as keyof typeof own] ?? ofKind(kind));
  }
  for (const { name } of objects) all.push({ any: [factOf('object', name), factOf('kind', name)] });
  if (isWhole) all.push(...machines.map((group) => ({ any: group.map((machine) => forMachine(machine, makes)) })));
  else if (machines.length > 0 && agreement !== 'machine unsaid') all.push(maybeForMachines(machines.flat(), makes));
  if (isWhole) for (const side of sides) all.push(factOf('side', side));
  for (const size of sizes) all.push(factOf('size', size));
  return { all };
}

/** The fragments of which the index knows the pieces only. */
export function looseFragments(query: ParsedQuery, chunks = chunksOf(query)): string[] {
  const pieces = chunks.flatMap((chunk) => [chunk, ...chunk.words]);
  return pieces.map(({ fragment }) => fragment).filter((fragment) => fragment.length > FRAGMENT_MIN);
}

/** Whether rows found by the expression may yet not hold a fragment, so that each must be looked at. */
export const isApproximate = (query: ParsedQuery): boolean => looseFragments(query).length > 0;

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
