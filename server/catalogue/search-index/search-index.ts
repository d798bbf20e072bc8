import type { PositionRow } from '../context/position.ts';
import type { CrossRow } from '../parts/replacing-parts.ts';
import type { WordEntry } from '../search-words/dictionary.ts';
import type { Expression } from './expression.ts';
import type { IndexedRow } from './tokens.ts';

/** A position that a stage may show, found without reading its row. */
export interface Candidate {
  readonly id: number;
  readonly kind: number;
  /** What the stage is ordered by before the id: a key, the id of a key, or nothing (0). */
  readonly order: string | number;
}

/** A position that was found, and what its stage is ordered by. */
export type Hit = Pick<Candidate, 'id' | 'order'>;

/** A position with all that answering and placing it takes. */
export type SearchRow = PositionRow & IndexedRow;

/** What tells whether a position holds a fragment. */
export type SearchKeys = Pick<IndexedRow, 'id' | 'article_key' | 'code'>;

export interface BrandTitle {
  readonly id: number;
  readonly title: string;
}

/** The questions that the search asks a database; every list is in the stage's fixed order and at most `limit` long. */
export interface SearchIndex {
  /** Positions with one key, by id. */
  byKey(stock: number, key: string, limit: number): Promise<Candidate[]>;
  /** Positions with a longer key that begins so, by key and id. */
  byPrefix(stock: number, prefix: string, limit: number): Promise<Candidate[]>;
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
  /** The same as far as they are answered, where nothing is held against them. */
  answers(ids: readonly number[]): Promise<PositionRow[]>;
  /** Crosses of these articles, with the positions that replace them. */
  replacing(keys: readonly string[]): Promise<CrossRow[]>;
  /** How each of these positions spells its manufacturer, by the manufacturer key. */
  makerTitles(ids: readonly number[]): Promise<ReadonlyMap<string, string>>;
  /** All brands; the same array as long as none has changed. */
  brands(): Promise<readonly BrandTitle[]>;
  /** What the shop says of words of its own; the same array as long as nothing has changed. */
  ownWords(): Promise<readonly WordEntry[]>;
  /** Words of the vocabulary with this beginning, the commonest first. */
  wordsFrom(prefix: string, limit: number): Promise<string[]>;
  /** By how many positions each of these words is held; unknown ones are missing. */
  wordCounts(words: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The first key of a position that begins so, one in stock before the others; null when there is none. */
  firstKeyFrom(prefix: string): Promise<string | null>;
  /** Those of the keys that positions have, in any order. */
  keysThatAre(keys: readonly string[]): Promise<string[]>;
}
