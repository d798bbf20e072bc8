import { sql, type Transaction } from 'kysely';
import type { InformatorSchema } from '../schema.ts';

/** Makes recipients of a type's documents wait for the acceptors, or no longer, inside the transaction that says so. */
export async function askInTurn(
  transaction: Transaction<InformatorSchema>,
  task: number,
  ordered: boolean,
): Promise<void> {
  await transaction
    .updateTable('tasks')
    .set({ ordered: ordered ? 1 : 0 })
    .where('id', '=', task)
    .execute();
  const waits = sql<boolean>`EXISTS (SELECT 1 FROM document_entries AS acceptor
    WHERE acceptor.document_id = document_entries.document_id
      AND acceptor.kind = 'acceptor' AND acceptor.accepted_at IS NULL)`;
  await transaction
    .updateTable('document_entries')
    .set({ is_asked: ordered ? 0 : 1 })
    .where('kind', '=', 'recipient')
    .where('accepted_at', 'is', null)
    .where('declined_at', 'is', null)
    .where('document_id', 'in', transaction.selectFrom('documents').select('id').where('task_id', '=', task))
    .where(waits)
    .execute();
}
