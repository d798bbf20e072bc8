import { NOISE } from '../../../contract/audit.ts';
import { AUDIT_NOISE_MAX } from '../../../contract/limits.ts';
import type { Database } from '../../database/types.ts';
import type { MauthSchema } from '../schema.ts';
import type { Source } from '../user-store.ts';

const DAY = 86_400_000;
/** Rows of one transaction, so that nobody waits long behind it. */
const ROWS_AT_ONCE = 1_000;

/**
 * Removes entries that are older than so many days (0: none is too old), and the oldest noise beyond `noiseMax` rows.
 * Resolves to how many went.
 */
export async function sweepAudit(
  database: Database<MauthSchema>,
  { now, days, noiseMax = AUDIT_NOISE_MAX }: { now: number; days: number; noiseMax?: number },
): Promise<number> {
  const old =
    days === 0
      ? 0
      : await removeAll(database, (source) =>
          idsOf(source)
            .where('at', '<', now - days * DAY)
            .orderBy('at'),
        );
  const newestOver = await noise(database.read)
    .orderBy('id', 'desc')
    .offset(noiseMax)
    .limit(1)
    .executeTakeFirst();
  if (!newestOver) return old;
  return (
    old +
    (await removeAll(database, (source) => noise(source).where('id', '<=', newestOver.id).orderBy('id')))
  );
}

const idsOf = (source: Source) => source.selectFrom('audit_events').select('id');
const noise = (source: Source) => idsOf(source).where('event', 'in', [...NOISE]);

async function removeAll(
  database: Database<MauthSchema>,
  doomed: (source: Source) => ReturnType<typeof idsOf>,
): Promise<number> {
  for (let removed = 0; ; ) {
    // Looked for outside of the writer: it is asked only when there is something to remove.
    const rows = await doomed(database.read).limit(ROWS_AT_ONCE).execute();
    if (rows.length === 0) return removed;
    const ids = rows.map(({ id }) => id);
    await database.write((transaction) =>
      transaction.deleteFrom('audit_events').where('id', 'in', ids).execute(),
    );
    removed += ids.length;
  }
}
