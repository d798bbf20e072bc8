// The neighbours of an article: keys that one slip of the hand makes of it, and its other executions.
import { articleKey } from '../../platform/text/article-key.ts';
import * as misspellings from '../../platform/text/misspellings.ts';
import type { Candidate, ParsedQuery, SearchIndex } from '../search-index/query.ts';

/** Other executions that are looked at; a shorter stem begins too many others. */
const EXECUTIONS_MAX = 200;
const STEM_MIN = 4;
/** Longer ends are no execution. */
const EXECUTION_MAX = 3;
/** More letters without a digit are a word. */
const LETTERS_MAX = 3;
/** The rank of other executions: slips come first. */
const EXECUTION_RANK = 9;

/** Whether the whole of a query may be one article: every piece has a digit, or is but a few letters. */
export const isOneArticle = ({ text, key }: ParsedQuery): boolean =>
  misspellings.hasNearKeys(key) &&
  text.split(' ').every((piece) => /\p{N}/u.test(piece) || (piece.match(/\p{L}/gu)?.length ?? 0) <= LETTERS_MAX);

/** The key without the execution that stands behind its last sign, or its last two digits; '' where it has none. */
function stemOf({ text, key }: ParsedQuery): string {
  const [, written = '', end = ''] = /^(.*)[-./\s]([\p{L}\p{N}]+)$/su.exec(text) ?? [];
  const stem = articleKey(written);
  if (stem.length >= STEM_MIN && end.length <= EXECUTION_MAX) return stem;
  return /^\d{9,}$/.test(key) ? key.slice(0, -2) : '';
}

interface Near {
  /** By key, 0 for the nearest. */
  readonly ranks: ReadonlyMap<string, number>;
  readonly stem: string;
}

/** Neighbours of those in stock, for the question after those that are not. */
let found: { readonly query: ParsedQuery; readonly keys: readonly string[] } | null = null;

/** Which neighbours by a slip are there; both halves of one question look at them. */
async function slipsOf(index: SearchIndex, query: ParsedQuery, stock: number): Promise<readonly string[]> {
  const known = stock === 0 && found?.query === query ? found.keys : null;
  const keys = known ?? (await index.keysThatAre([...nearOf(query).ranks.keys()]));
  found = stock === 1 ? { query, keys } : null;
  return keys;
}

/** The key with each digit exchanged for another: numbers of one length stand beside each other in a catalogue. */
function otherDigits(key: string): string[] {
  const keys: string[] = [];
  for (let at = 0; at < key.length; at++) {
    const digit = key.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) continue;
    for (let other = 0; other < 10; other++)
      if (other !== digit) keys.push(key.slice(0, at) + other + key.slice(at + 1));
  }
  return keys;
}

const ZERO = '0'.charCodeAt(0);

/** Neighbours that are looked at to see whether there are any. */
const GLANCED_AT = 10;

/** Some positions of the nearest neighbours, where there are any: less is looked at than by `nearCandidates`. */
export async function glanceAtNear(index: SearchIndex, query: ParsedQuery): Promise<number[]> {
  const stem = stemOf(query);
  const executions: Candidate[] = [];
  if (stem !== '') for (const stock of [1, 0]) executions.push(...(await index.byPrefix(stock, stem, GLANCED_AT)));
  const ids = executions.filter(({ order }) => order !== query.key).map(({ id }) => id);
  if (ids.length > 0) return ids;
  const keys = await index.keysThatAre(otherDigits(query.key));
  const slips = keys.length === 0 ? [] : await index.byKeys(keys.slice(0, GLANCED_AT), GLANCED_AT);
  return slips.map(({ id }) => id);
}

let last: { readonly text: string; readonly near: Near } | null = null;

/** Asked several times of one query. */
function nearOf(query: ParsedQuery): Near {
  if (last?.text === query.text) return last.near;
  const ranks = new Map(misspellings.nearKeys(query.key).map(({ key, rank }) => [key, rank]));
  const near = { ranks, stem: stemOf(query) };
  last = { text: query.text, near };
  return near;
}

/** Whether a key is that of a neighbour. */
export function isNear(query: ParsedQuery, key: string): boolean {
  if (!isOneArticle(query)) return false;
  const { ranks, stem } = nearOf(query);
  return key !== query.key && (ranks.has(key) || (stem !== '' && key.startsWith(stem)));
}

/** Positions of neighbours, the nearest first; fewer than `limit`: there are no more. */
export async function nearCandidates(
  index: SearchIndex,
  query: ParsedQuery,
  stock: number,
  limit: number,
): Promise<Candidate[]> {
  const { ranks, stem } = nearOf(query);
  const keys = new Map<string, number>();
  for (const key of await slipsOf(index, query, stock)) keys.set(key, ranks.get(key) ?? 0);
  if (stem !== '') {
    const executions = [...(await index.byKey(stock, stem, 1)).map(() => stem)];
    for (const { order } of await index.byPrefix(stock, stem, EXECUTIONS_MAX)) executions.push(String(order));
    for (const key of executions) if (key !== query.key && !keys.has(key)) keys.set(key, EXECUTION_RANK);
  }
  const inOrder = [...keys].map(([key, rank]) => ({ key, order: `${rank}${key}` }));
  inOrder.sort((one, other) => (one.order < other.order ? -1 : 1));
  const found: Candidate[] = [];
  for (const { key, order } of inOrder) {
    if (found.length >= limit) break;
    for (const candidate of await index.byKey(stock, key, limit - found.length)) found.push({ ...candidate, order });
  }
  return found;
}
