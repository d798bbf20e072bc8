import { NEAR_ARTICLES_MAX } from '../../../../contract/limits.ts';
import { articleKey } from '../../../text/article-key.ts';
import { hasNearKeys, nearKeys } from '../../../text/near-keys.ts';
import type { SearchIndex, SearchRow } from '../search-index.ts';

/** Articles of the catalogue that one slip of the hand makes of this one, the nearest first, those in stock before others. */
export async function nearArticles(index: SearchIndex, typed: string): Promise<string[]> {
  const key = articleKey(typed);
  if (!hasNearKeys(key)) return [];
  const ranks = new Map(nearKeys(key).map((near) => [near.key, near.rank]));
  const found = await index.keysThatAre([...ranks.keys()]);
  if (found.length === 0) return [];
  const hits = await index.byKeys(found, 1);
  const rows = await index.rows(hits.map(({ id }) => id));
  const articles = rows.filter((row) => ranks.has(row.article_key));
  const rankOf = (row: SearchRow) => (ranks.get(row.article_key) ?? 0) * 2 + (row.in_stock === 1 ? 0 : 1);
  articles.sort(
    (one, other) => rankOf(one) - rankOf(other) || (one.article_key < other.article_key ? -1 : 1),
  );
  return articles.slice(0, NEAR_ARTICLES_MAX).map(({ article }) => article);
}
