import type { AuditDetails } from '../../../contract/journal/events.ts';
import type { Shop } from '../accounts/shop.ts';

/** The journal as it is stored, oldest first, once everything reported is written. */
export async function journal(shop: Shop) {
  await shop.mauth.trail.flush();
  const rows = await shop.database.read.selectFrom('audit_events').selectAll().orderBy('id').execute();
  return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details ?? '{}') as AuditDetails }));
}

/** The rows of one event. */
export const journalOf = async (shop: Shop, event: string) =>
  (await journal(shop)).filter((row) => row.event === event);
