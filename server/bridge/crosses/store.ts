import type { Kysely, Selectable } from 'kysely';
import { CROSS_LIST_MAX } from '../../../contract/limits.ts';
import type { Database } from '../../database/types.ts';
import type { Editor } from '../import/edits/editor.ts';
import type { BridgeSchema, CrossTable } from '../schema.ts';
import { type Replacement, reverseOf } from './said.ts';

/** A row with the name of the file that said it. */
export type CrossRecord = Selectable<CrossTable> & { readonly file_name: string | null };

/** What counts of an article, in either direction and of whatever maker, the oldest first; one more than is told. */
export function crossesOf(read: Kysely<BridgeSchema>, key: string): Promise<CrossRecord[]> {
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
export const sayByHand = (
  database: Database<BridgeSchema>,
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
export const removeCross = (database: Database<BridgeSchema>, id: number): Promise<boolean> =>
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
