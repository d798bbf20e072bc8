import type { Transaction } from 'kysely';
import { savedNow } from '../../../database/editor-columns.ts';
import type { InformatorSchema } from '../../schema.ts';
import { snapshotOf } from '../document/answers.ts';
import type { StoredDocument } from '../document/document.ts';
import type { RecordedChange } from '../document/recorded-change.ts';
import { type Notification, notificationOf } from '../notifications/notification-rules.ts';
import { indexDocument } from '../search/words.ts';

type Change = Transaction<InformatorSchema>;

/**
 * Records a change of a document inside its transaction, so that the record stands if, and only if, the change does: an
 * entry of the history, then the words that the document is found by, then what people are to be told. Nothing else
 * writes any of the three.
 */
export async function recordChange(transaction: Change, change: RecordedChange): Promise<void> {
  const { before, after } = change;
  await addToHistory(transaction, change);
  if (after) await indexDocument(transaction, after.id, before, after);
  const notification = notificationOf(change);
  if (notification) await enqueueNotification(transaction, notification);
}

async function addToHistory(
  transaction: Change,
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

/** Notes what mails will tell: they are written after the commit, out of the way of the change. */
export async function enqueueNotification(transaction: Change, notification: Notification): Promise<void> {
  await transaction
    .insertInto('document_notices')
    .values({ facts: JSON.stringify(notification) })
    .execute();
}
