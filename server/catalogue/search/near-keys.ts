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

/** The key without the execution that stands behind its last sign, its last letter, or its last two digits; '' where it has none. */
function stemOf({ text, key }: ParsedQuery): string {
  const [, written = '', end = ''] = /^(.*)[-./\s]([\p{L}\p{N}]+)$/su.exec(text) ?? [];
  const stem = articleKey(written);
  if (stem.length >= STEM_MIN && end.length <= EXECUTION_MAX) return stem;
  if (/^\d{8,}\p{L}$/u.test(key)) return key.slice(0, -1);
  return /^\d{9,}$/.test(key) ? key.slice(0, -2) : '';
}

/** Neighbours that are looked at to see whether there are any. */
const GLANCED_AT = 10;

/** Whether there is a neighbour that is new. */
export async function hasNear(
  index: SearchIndex,
  query: ParsedQuery,
  isNew: (id: number) => boolean,
): Promise<boolean> {
  const stem = stemOf(query);
  for (const stock of stem === '' ? [] : [1, 0])
    if ((await index.someFrom(stock, stem, query.key, GLANCED_AT)).some(isNew)) return true;
  const nearest = (await index.nearKeys(query.key)).slice(0, GLANCED_AT).map(({ key }) => key);
  return nearest.length > 0 && (await index.byKeys(nearest, 1)).some(({ id }) => isNew(id));
}

/** Whether a key is that of a neighbour. */
export function isNear(query: ParsedQuery, key: string): boolean {
  if (!isOneArticle(query) || key === query.key) return false;
  const hash = misspellings.keyHash(key);
  if (misspellings.nearKeys(query.key, (one) => one === hash).some((near) => near.key === key)) return true;
  const stem = stemOf(query);
  return stem !== '' && key.startsWith(stem);
}

/** Positions of neighbours, the nearest first; fewer than `limit`: there are no more. */
export async function nearCandidates(
  index: SearchIndex,
  query: ParsedQuery,
  stock: number,
  limit: number,
): Promise<Candidate[]> {
  const stem = stemOf(query);
  const keys = new Map((await index.nearKeys(query.key)).map(({ key, rank }) => [key, rank]));
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
