import { lockTable } from '../../database/lock-table.ts';
import type { Database } from '../../database/types.ts';
import type { MnoteSchema } from '../schema.ts';

/**
 * Puts slides into this order among each other: they share the places that they have, so that all others stay where
 * they are. False, and nothing is changed, when one of them is not there.
 */
export function orderSlides(database: Database<MnoteSchema>, ids: readonly number[]): Promise<boolean> {
  return database.write(async (transaction) => {
    // Two that order at once would share places that are no longer theirs.
    await lockTable(database, transaction, 'notes');
    const rows = await transaction
      .selectFrom('notes')
      .select(['id', 'place'])
      .where('id', 'in', ids)
      .execute();
    if (rows.length !== ids.length) return false;
    const places = rows.map(({ place }) => place).sort((one, other) => other - one);
    const before = new Map(rows.map(({ id, place }) => [id, place]));
    for (const [at, id] of ids.entries()) {
      const place = places[at] ?? 0;
      if (before.get(id) === place) continue;
      await transaction.updateTable('notes').set({ place }).where('id', '=', id).execute();
    }
    return true;
  });
}
