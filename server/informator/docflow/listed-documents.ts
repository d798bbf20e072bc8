import { sql, type Transaction } from 'kysely';
import type { InformatorSchema } from '../schema.ts';

type Change = Transaction<InformatorSchema>;

/** Documents as rows of the lists of directions and tasks hold them, inside the transaction that changes such a row. */
export const listedDocuments = { count, askInTurn };

/** How many documents stand under a direction or a task. */
async function count(transaction: Change, list: 'directings' | 'tasks', id: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(list === 'directings' ? 'directing_id' : 'task_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Makes recipients of a task's documents wait for the acceptors, or no longer. */
async function askInTurn(transaction: Change, task: number, ordered: boolean, now: number): Promise<void> {
  const waits = sql<boolean>`EXISTS (SELECT 1 FROM document_entries AS acceptor
    WHERE acceptor.document_id = document_entries.document_id
      AND acceptor.kind = 'acceptor' AND acceptor.accepted_at IS NULL)`;
  await transaction
    .updateTable('document_entries')
    .set({ is_asked: ordered ? 0 : 1, asked_at: ordered ? null : now })
    .where('kind', '=', 'recipient')
    .where('accepted_at', 'is', null)
    .where('declined_at', 'is', null)
    .where(
      'document_id',
      'in',
      // Recipients of a route wait for its steps, whatever the type says.
      transaction.selectFrom('documents').select('id').where('task_id', '=', task).where('route', 'is', null),
    )
    .where(waits)
    .execute();
}
