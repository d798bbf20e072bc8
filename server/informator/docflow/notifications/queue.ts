import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../database/types.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { Notification } from './notification-rules.ts';

/** Whether a notice waits. */
export const hasNotification = async (read: Kysely<InformatorSchema>): Promise<boolean> =>
  (await read.selectFrom('document_notices').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Takes the oldest notice that nobody else is at; null when there is none. */
export async function takeNotification(
  { dialect }: Database<InformatorSchema>,
  transaction: Transaction<InformatorSchema>,
): Promise<Notification | null> {
  const row = await transaction
    .selectFrom('document_notices')
    .selectAll()
    .orderBy('id')
    .limit(1)
    .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
    .executeTakeFirst();
  if (!row) return null;
  await transaction.deleteFrom('document_notices').where('id', '=', row.id).execute();
  return JSON.parse(row.facts) as Notification;
}
