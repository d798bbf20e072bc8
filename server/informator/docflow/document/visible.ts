import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../database/types.ts';
import type { Pair } from '../../pair.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { StoredDocument } from './document.ts';
import { selectDocuments } from './reads.ts';
import { type Viewer, visibleTo } from './viewer.ts';

type Source = Kysely<InformatorSchema>;

/** A document that somebody sees; null when there is none of this id, or he does not. */
export async function selectVisibleDocument(
  read: Source,
  id: number,
  viewer: Viewer,
): Promise<StoredDocument | null> {
  return (await selectDocuments(read, [id], viewer))[0] ?? null;
}

/** The same, kept from other changes until the transaction ends. */
export async function lockVisibleDocument(
  { dialect }: Database<InformatorSchema>,
  transaction: Transaction<InformatorSchema>,
  id: number,
  viewer: Viewer,
): Promise<StoredDocument | null> {
  if (dialect === 'postgres') {
    const row = transaction.selectFrom('documents').innerJoin('tasks', 'tasks.id', 'documents.task_id');
    const found = row.select('documents.id').where('documents.id', '=', id);
    await found.forUpdate('documents').forShare('tasks').execute();
  }
  return selectVisibleDocument(transaction, id, viewer);
}

/** The pair of a document that somebody sees, which never changes; null as above. */
export async function selectVisiblePair(read: Source, id: number, viewer: Viewer): Promise<Pair | null> {
  const row = await read
    .selectFrom('documents')
    .select(['directing_id as directing', 'task_id as task'])
    .where('documents.id', '=', id)
    .where(visibleTo(viewer))
    .executeTakeFirst();
  return row ?? null;
}
