import type { Transaction } from 'kysely';
import type { InformatorSchema } from '../../schema.ts';
import type { RecordedChange } from '../document/recorded-change.ts';
import { enqueueNotification } from '../notifications/enqueue.ts';
import { indexDocument } from '../search/words.ts';
import { writeHistory } from './write-history.ts';

/**
 * Records a change of a document inside its transaction, so that the record stands if, and only if, the change does: an
 * entry of the history, then the words that the document is found by, then what people are to be told.
 */
export async function recordChange(
  transaction: Transaction<InformatorSchema>,
  change: RecordedChange,
): Promise<void> {
  const { before, after } = change;
  await writeHistory(transaction, change);
  if (after) await indexDocument(transaction, after.id, before, after);
  await enqueueNotification(transaction, change);
}
