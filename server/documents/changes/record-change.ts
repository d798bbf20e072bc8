// Records a change of a document: history, words for its search, and whom to notify.
import { DECISION_UNDO_MS } from '../../../contract/limits.ts';
import { savedNow } from '../../platform/database/types.ts';
import type { PortalChange } from '../../portal-database/schema.ts';
import { type KeptSnapshot, snapshotOf } from '../document/answers.ts';
import type { RecordedChange, StoredDocument } from '../document/document.ts';
import { indexDocument } from '../search/with-words.ts';
import { decisionKeyOf, keyOfDecision, type Notification, notificationOf } from './notification-rules.ts';

/** Records a change inside its transaction, so that both commit or neither. No other code writes these tables. */
export async function recordChange(transaction: PortalChange, change: RecordedChange): Promise<void> {
  const { before, after } = change;
  await addToHistory(transaction, change);
  if (after) await indexDocument(transaction, after.id, before, after);
  const notification = notificationOf(change);
  const isUndone = change.event === 'decision withdrawn' && (await unqueueDecision(transaction, change));
  // What has reached no one needs no correction.
  if (notification && !isUndone) await enqueueNotification(transaction, notification, change);
}

/** Takes back the notification of a withdrawn decision; false: it has left already. */
async function unqueueDecision(transaction: PortalChange, { of, after }: RecordedChange): Promise<boolean> {
  if (!of || !after) return false;
  const gone = await transaction
    .deleteFrom('document_notices')
    .where('decision', '=', keyOfDecision(after, of))
    .returning('id')
    .execute();
  return gone.length > 0;
}

async function addToHistory(
  transaction: PortalChange,
  { event, by, insteadOf, at, before, after, said, handedOver, sentTo }: RecordedChange,
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
      after: snapshotText(after, handedOver && { from: handedOver.from, to: handedOver.to }),
      comment_id: said?.comment ?? null,
      sent_to: sentTo ? JSON.stringify(sentTo) : null,
    })
    .execute();
}

const snapshotText = (
  document: StoredDocument | null,
  handedOver?: NonNullable<KeptSnapshot['handedOver']>,
): string | null => document && JSON.stringify({ ...snapshotOf(document), handedOver } satisfies KeptSnapshot);

/** Enqueues a notification; mails are written from it after the commit, of a decision when it cannot be undone at once. */
export async function enqueueNotification(
  transaction: PortalChange,
  notification: Notification,
  change: RecordedChange | null,
): Promise<void> {
  const decision = change && decisionKeyOf(change);
  await transaction
    .insertInto('document_notices')
    .values({
      facts: JSON.stringify(notification),
      due_at: change && decision ? change.at + DECISION_UNDO_MS : 0,
      decision,
    })
    .execute();
}
