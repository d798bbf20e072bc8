import type { Transaction } from 'kysely';
import type { InformatorSchema } from '../../schema.ts';
import type { RecordedChange } from '../document/recorded-change.ts';
import { notificationOf } from './notification-rules.ts';

/** Notes inside a change's transaction what its mails will tell: they are written afterwards, out of its way. */
export async function enqueueNotification(
  transaction: Transaction<InformatorSchema>,
  change: RecordedChange,
): Promise<void> {
  const notification = notificationOf(change);
  if (!notification) return;
  await transaction
    .insertInto('document_notices')
    .values({ facts: JSON.stringify(notification) })
    .execute();
}
