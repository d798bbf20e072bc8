// Records a change of a document: history, words for its search, and whom to notify.
import { savedNow } from '../../platform/database/types.ts';
import { wordsOf } from '../../platform/text/words.ts';
import type { PortalChange } from '../../portal-database/schema.ts';
import { snapshotOf } from '../document/answers.ts';
import type { RecordedChange, StoredDocument } from '../document/document.ts';
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

/** Search words of one document at most: more than a book of its size has. */
const WORDS_MAX = 20_000;
/** Rows of one statement: both databases bind at least twice as many values. */
const AT_ONCE = 1_000;

type FoundBy = Pick<StoredDocument, 'num' | 'title' | 'description'>;

const indexed = ({ num, title, description }: FoundBy): Set<string> =>
  new Set([...new Set(wordsOf(`${num} ${title} ${description}`))].slice(0, WORDS_MAX));

/** Replaces the search words of a document; a deleted document takes its words along. */
export async function indexDocument(transaction: PortalChange, id: number, before: FoundBy | null, after: FoundBy) {
  if (before && before.title === after.title && before.description === after.description) return;
  const known: ReadonlySet<string> = before ? indexed(before) : new Set();
  const wanted = indexed(after);
  for (const words of batches([...known].filter((word) => !wanted.has(word)))) {
    await transaction.deleteFrom('document_words').where('document_id', '=', id).where('word', 'in', words).execute();
  }
  for (const words of batches([...wanted].filter((word) => !known.has(word)))) {
    await transaction
      .insertInto('document_words')
      .values(words.map((word) => ({ word, document_id: id })))
      .execute();
  }
}

function* batches(words: readonly string[]): Generator<string[]> {
  for (let at = 0; at < words.length; at += AT_ONCE) yield words.slice(at, at + AT_ONCE);
}
