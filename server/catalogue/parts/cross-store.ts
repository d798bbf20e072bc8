import type { Kysely, Selectable } from 'kysely';
import type { SaidCross } from '../../../contract/catalogue/crosses.ts';
import { CROSS_LIST_MAX } from '../../../contract/limits.ts';
import type { Database } from '../../platform/database/types.ts';
import { isoTime } from '../../platform/text/day.ts';
import type { Editor } from '../context/context.ts';
import type { CatalogueSchema, CrossTable } from '../context/schema.ts';
import { type Replacement, reverseOf } from './replacements.ts';

/** A row with the name of the file that said it. */
type CrossRecord = Selectable<CrossTable> & { readonly file_name: string | null };

/** What counts of an article, in either direction and of whatever maker, the oldest first; one more than is told. */
export function crossesOf(read: Kysely<CatalogueSchema>, key: string): Promise<CrossRecord[]> {
  return read
    .selectFrom('crosses as c')
    .leftJoin('import_runs as r', 'r.id', 'c.run_id')
    .selectAll('c')
    .select('r.file_name')
    .where('c.removed_by', 'is', null)
    .where(({ or, eb }) => or([eb('c.article_key', '=', key), eb('c.replaced_key', '=', key)]))
    .orderBy('c.id')
    .limit(2 * CROSS_LIST_MAX + 1)
    .execute();
}

/** Says it by hand; what counts already stays as it was said. Answers whether anything is new. */
export const addReplacements = (
  database: Database<CatalogueSchema>,
  replacements: readonly Replacement[],
  { uid, who }: Editor,
  now: number,
): Promise<boolean> =>
  database.write(async (transaction) => {
    let isNew = false;
    for (const replacement of replacements) {
      const said = { ...replacement, uid, who, saved_at: now, run_id: null, removed_by: null };
      const written = await transaction
        .insertInto('crosses')
        .values(said)
        .onConflict((conflict) =>
          conflict.column('identity').doUpdateSet(said).where('crosses.removed_by', 'is not', null),
        )
        .returning('id')
        .executeTakeFirst();
      isNew ||= written !== undefined;
    }
    return isNew;
  });

/** Takes a cross away in both directions; false when there is none. */
export const removeCross = (database: Database<CatalogueSchema>, id: number): Promise<boolean> =>
  database.write(async (transaction) => {
    const known = await transaction
      .selectFrom('crosses')
      .selectAll()
      .where('id', '=', id)
      .where('removed_by', 'is', null)
      .executeTakeFirst();
    if (!known) return false;
    await transaction
      .deleteFrom('crosses')
      .where('identity', 'in', [known.identity, reverseOf(known)])
      .execute();
    return true;
  });

/** The crosses of a part by the rows of its article, the oldest first: what names another maker than its own is none of it. */
export function listCrosses(
  rows: readonly CrossRecord[],
  { key, maker }: { readonly key: string; readonly maker: string },
): { crosses: SaidCross[]; isCut: boolean } {
  const mayBeOwn = (other: string) => other === '' || maker === '' || other === maker;
  const said = new Map<string, SaidCross>();
  for (const row of rows) {
    const isReplacing = row.article_key === key && mayBeOwn(row.manufacturer_key);
    const isReplaced = row.replaced_key === key && mayBeOwn(row.replaced_manufacturer_key);
    if (!isReplacing && !isReplaced) continue;
    const reverse = said.get(reverseOf(row));
    if (reverse) said.set(reverseOf(row), { ...reverse, way: 'both' });
    else said.set(row.identity, findCross(row, isReplacing));
  }
  const crosses = [...said.values()];
  return {
    crosses: crosses.slice(0, CROSS_LIST_MAX),
    isCut: crosses.length > CROSS_LIST_MAX || rows.length > 2 * CROSS_LIST_MAX,
  };
}

const findCross = (row: CrossRecord, isReplacing: boolean): SaidCross => ({
  id: row.id,
  way: isReplacing ? 'replaces' : 'replaced',
  article: isReplacing ? row.replaced_article : row.article,
  maker: (isReplacing ? row.replaced_manufacturer : row.manufacturer) || null,
  run: row.run_id === null ? null : { id: row.run_id, fileName: row.file_name ?? '' },
  who: row.who,
  savedAt: isoTime(row.saved_at),
});
