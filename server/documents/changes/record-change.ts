// Records a change of a document: history, words for its search, and whom to notify.
import { savedNow } from '../../platform/database/types.ts';
import type { PortalChange } from '../../portal-database/schema.ts';
import { snapshotOf } from '../document/answers.ts';
import type { RecordedChange, StoredDocument } from '../document/document.ts';
import { indexDocument } from '../search/with-words.ts';
import { type Notification, notificationOf } from './notification-rules.ts';

/** Records a change inside its transaction, so that both commit or neither. No other code writes these tables. */
export async function recordChange(transaction: PortalChange, change: RecordedChange): Promise<void> {
  const { before, after } = change;
  await addToHistory(transaction, change);
  if (after) await indexDocument(transaction, after.id, before, after);
  const notification = notificationOf(change);
  if (notification) await enqueueNotification(transaction, notification);
}

async function addToHistory(
  transaction: PortalChange,
  { event, by, insteadOf, at, before, after, said }: RecordedChange,
): Promise<void> {
  const document = after ?? before;
  if (!document) throw new Error('a change of no document');
  await transaction
    .insertInto('document_history')
    .values({
      document_id: document.id,
      ...savedNow(by, at),
      event,
      instead_uid: insteadOf?.uid ?? null,
      instead_name: insteadOf?.name ?? '',
      instead_email: insteadOf?.email ?? '',
      before: snapshotText(before),
      after: snapshotText(after),
      comment_id: said?.comment ?? null,
    })
    .execute();
}

const snapshotText = (document: StoredDocument | null): string | null =>
  document && JSON.stringify(snapshotOf(document));

/** Enqueues a notification; mails are written from it after the commit. */
export async function enqueueNotification(transaction: PortalChange, notification: Notification): Promise<void> {
  await transaction
    .insertInto('document_notices')
    .values({ facts: JSON.stringify(notification) })
    .execute();
}
