import type { Transaction } from 'kysely';
import type { DocumentEvent } from '../../../../contract/docflow.ts';
import type { Editor } from '../../../../contract/versions.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { StoredDocument } from '../document.ts';
import { indexDocument } from '../search/words.ts';
import { notificationOf } from './notification-rules.ts';
import { enqueueNotification } from './notification-store.ts';

/** A change of a document: `before` is null for a new one, `after` for a deleted one. */
export interface DocumentChanged {
  readonly event: DocumentEvent;
  readonly by: Editor;
  /** The listed person in whose stead `by` has acted; null: in his own. */
  readonly insteadOf: Editor | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
}

/** Told of each change inside its transaction: what is written here stands if, and only if, the change does. */
export async function notify(
  transaction: Transaction<InformatorSchema>,
  changed: DocumentChanged,
): Promise<void> {
  const { before, after } = changed;
  if (!after) return;
  await indexDocument(transaction, after.id, before, after);
  const notice = notificationOf(changed);
  if (notice) await enqueueNotification(transaction, notice);
}
