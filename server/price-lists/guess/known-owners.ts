// Finds the providers under which the first articles of a guessed price list are known, for the upload page: it then
// does not take the list for one of the provider before.
import type { Kysely } from 'kysely';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import type { GuessAnswer, SheetGuess } from '../../../contract/price-lists/guess.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { articleKey } from '../../platform/text/article-key.ts';

/** Articles that are looked up, and providers that are named. */
const ARTICLES_MAX = 200;
const OWNERS_MAX = 5;

/** How many different articles the first rows have, and the providers that have most of them. */
export async function knownOwners(
  read: Kysely<CatalogueSchema>,
  sheets: readonly SheetGuess[],
): Promise<Pick<GuessAnswer, 'known'>> {
  const keys = [...new Set(sheets.flatMap(articleKeys))].slice(0, ARTICLES_MAX);
  if (keys.length === 0) return {};
  const rows = await read
    .selectFrom('article_keys as k')
    .innerJoin('positions as p', 'p.key_id', 'k.id')
    .innerJoin('providers as v', 'v.id', 'p.provider_id')
    .select(['v.id', 'v.title', ({ fn }) => fn.count<number>('k.id').distinct().as('count')])
    .where('k.key', 'in', keys)
    .where('p.hidden', '<>', HIDDEN.removed)
    .groupBy(['v.id', 'v.title'])
    .orderBy('count', 'desc')
    .orderBy('v.id')
    .limit(OWNERS_MAX)
    .execute();
  const owners = rows.map(({ count, ...owner }) => ({ ...owner, count: Number(count) }));
  return { known: { articles: keys.length, owners } };
}

function articleKeys({ rows, startRow, columns: { article } }: SheetGuess): string[] {
  if (article === null) return [];
  return rows
    .slice(startRow - 1)
    .map((row) => articleKey(row[article - 1] ?? ''))
    .filter((key) => key !== '');
}
