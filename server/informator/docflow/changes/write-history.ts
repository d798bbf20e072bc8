import type { Transaction } from 'kysely';
import { savedNow } from '../../../database/editor-columns.ts';
import type { InformatorSchema } from '../../schema.ts';
import { snapshotOf } from '../document/answers.ts';
import type { StoredDocument } from '../document/document.ts';
import type { RecordedChange } from '../document/recorded-change.ts';

/** Adds an entry to the history of a document inside the transaction of the change. */
export async function writeHistory(
  transaction: Transaction<InformatorSchema>,
  { event, by, insteadOf, at, before, after }: RecordedChange,
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
    })
    .execute();
}

const snapshotText = (document: StoredDocument | null): string | null =>
  document && JSON.stringify(snapshotOf(document));
