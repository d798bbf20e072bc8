// Lists of position ids by word, kept in memory in place of the slower word index.

import type { DatabaseSync } from 'node:sqlite';
import { plainRows } from '../../platform/database/sqlite-connection.ts';
import { anyOf, common, type Ids, numbersIn, without } from './id-lists.ts';
import { asFts5, type Expression } from './query.ts';

/** What the index of words answers, out of memory where its lists are there. All calls of one question stand in a transaction. */
export class ListedWords {
  readonly #lists: TokenLists;
  /** The first of them and all of one search are asked for one after the other. */
  #known: { readonly expression: string; readonly ids: Ids | null } | null = null;

  constructor(lists: TokenLists) {
    this.#lists = lists;
  }

  /** To be called before each question: the index may be another one. */
  begin(): void {
    this.#known = null;
  }

  /** Ids of the positions that satisfy the expression, ascending; null where their lists are not in memory. */
  idsOf(expression: Expression): Ids | null {
    const name = asFts5(expression);
    if (this.#known?.expression !== name) {
      this.#known = { expression: name, ids: this.#lists.idsOf(expression) };
    }
    return this.#known.ids;
  }
}

/** Ids that are kept in memory, 4 bytes each, and those of one token; a list itself takes as much as so many ids. */
const KEPT = 6_000_000;
const KEPT_OF_ONE = KEPT / 4;
const LIST = 64;
/** Ids that one step reads: a question waits for it a few milliseconds at most. */
const STEP = 20_000;
/** Tokens are read that were asked for so often: most are asked for once. */
const ASKED = 2;
/** Tokens whose askings are counted. */
const COUNTED = 20_000;
/** Milliseconds without a change of the index before anything is read: an import changes it all the time. */
const QUIET = 1_000;
/** The commonest words, whose lists are read before the first question. */
const COMMONEST = 200;

const SQL = {
  dataVersion: 'PRAGMA data_version',
  /** What FTS5 writes anew with every change: sums over all documents, and the list of its segments. */
  state: 'SELECT block FROM position_words_data WHERE id IN (1, 10) ORDER BY id',
  ids: `SELECT group_concat(id) AS ids, count(*) AS count
    FROM (SELECT rowid AS id FROM position_words WHERE position_words MATCH ? AND rowid > ? ORDER BY rowid LIMIT ${STEP})`,
  commonest: `SELECT word FROM vocabulary ORDER BY row_count DESC, word LIMIT ${COMMONEST}`,
} as const;

interface Reading {
  readonly token: string;
  readonly pieces: Ids[];
  length: number;
}

const lastOf = ({ pieces }: Reading): number => pieces.at(-1)?.at(-1) ?? 0;

/**
 * Which positions contain a token, as lists in memory of the tokens asked for most, as long as the index is what it was
 * (decision 53). All calls of one question, and each step of reading, stand in a transaction.
 */
export class TokenLists {
  readonly #ask: Record<keyof typeof SQL, ReturnType<typeof plainRows>>;
  /** The least recently asked first. */
  readonly #lists = new Map<string, Ids>();
  readonly #asked = new Map<string, number>();
  readonly #wanted = new Set<string>();
  #reading: Reading | null = null;
  #size = 0;
  #version = -1;
  #state = '';
  #changedAt = Number.NEGATIVE_INFINITY;

  constructor(db: DatabaseSync) {
    const prepared = Object.entries(SQL).map(([name, sql]) => [name, plainRows(db.prepare(sql))]);
    this.#ask = Object.fromEntries(prepared);
  }

  warm(): void {
    for (const { word } of this.#ask.commonest() as { word: string }[]) this.#wanted.add(word);
  }

  get isWanting(): boolean {
    return this.#wanted.size > 0;
  }

  /** The positions that satisfy the expression; null where not all of its lists are there, which are read later. */
  idsOf(expression: Expression): Ids | null {
    this.#keepUp();
    if (!this.#hasAll(expression)) return null;
    return this.#found(expression);
  }

  /** Reads a piece of what is wanted; answers in how many milliseconds there is more to do, null for never. */
  readSome(now = performance.now()): number | null {
    this.#keepUp(now);
    const [next] = this.#wanted;
    if (next === undefined) return null;
    const quietIn = this.#changedAt + QUIET - now;
    if (quietIn > 0) return quietIn;
    this.#reading ??= { token: next, pieces: [], length: 0 };
    const reading = this.#reading;
    const [found] = this.#ask.ids(`"${reading.token}"`, lastOf(reading)) as [{ ids: string | null; count: number }];
    reading.pieces.push(numbersIn(found.ids ?? ''));
    reading.length += found.count;
    if (found.count === STEP && reading.length <= KEPT_OF_ONE) return 0;
    this.#reading = null;
    this.#wanted.delete(reading.token);
    if (reading.length <= KEPT_OF_ONE) this.#keep(reading);
    else this.#asked.set(reading.token, Number.NEGATIVE_INFINITY);
    return this.#wanted.size > 0 ? 0 : null;
  }

  /** Forgets what was read of another state of the index. */
  #keepUp(now = performance.now()): void {
    const [{ data_version }] = this.#ask.dataVersion() as [{ data_version: number }];
    if (data_version === this.#version) return;
    this.#version = data_version;
    const state = (this.#ask.state() as { block: Uint8Array }[])
      .map(({ block }) => Buffer.from(block).toString('latin1'))
      .join('|');
    if (state === this.#state) return;
    if (this.#state !== '') this.#changedAt = now;
    this.#state = state;
    // What was worth keeping is read again.
    for (const token of this.#lists.keys()) this.#wanted.add(token);
    this.#lists.clear();
    this.#size = 0;
    this.#reading = null;
  }

  #keep({ token, pieces, length }: Reading): void {
    const list = new Int32Array(length);
    let at = 0;
    for (const piece of pieces) {
      list.set(piece, at);
      at += piece.length;
    }
    this.#lists.set(token, list);
    this.#size += length + LIST;
    for (const [oldest, { length: freed }] of this.#lists) {
      if (this.#size <= KEPT) break;
      this.#lists.delete(oldest);
      this.#size -= freed + LIST;
    }
  }

  /** Whether the lists of all tokens are there; those that are not are asked for. */
  #hasAll(expression: Expression): boolean {
    if ('token' in expression) return this.#has(expression.token);
    if ('start' in expression) return false;
    if ('one' in expression) {
      const [one, other] = [this.#hasAll(expression.one), this.#hasAll(expression.without)];
      return one && other;
    }
    const parts = 'all' in expression ? expression.all : expression.any;
    return parts.filter((part) => this.#hasAll(part)).length === parts.length;
  }

  #has(token: string): boolean {
    const list = this.#lists.get(token);
    if (list) {
      this.#lists.delete(token);
      this.#lists.set(token, list);
      return true;
    }
    const times = (this.#asked.get(token) ?? 0) + 1;
    if (this.#asked.size >= COUNTED) this.#asked.clear();
    this.#asked.set(token, times);
    if (times >= ASKED) this.#wanted.add(token);
    return false;
  }

  #found(expression: Expression): Ids {
    if ('token' in expression) return this.#lists.get(expression.token) as Ids;
    if ('one' in expression) return without(this.#found(expression.one), this.#found(expression.without));
    if ('all' in expression) return common(expression.all.map((part) => this.#found(part)));
    if ('any' in expression) return anyOf(expression.any.map((part) => this.#found(part)));
    throw new TypeError('a beginning has no list');
  }
}
