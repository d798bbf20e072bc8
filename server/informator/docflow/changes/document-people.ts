import { sql, type Transaction } from 'kysely';
import type { InformatorSchema } from '../../schema.ts';

/**
 * Makes `document_people` tell who sees a document whatever his role, inside the transaction that changed the document,
 * its state or its entries.
 */
export async function updateDocumentPeople(
  transaction: Transaction<InformatorSchema>,
  document: number,
): Promise<void> {
  const people = sql`(
    SELECT user_id, max(is_listed) AS is_listed FROM (
      SELECT author_id AS user_id, 0 AS is_listed FROM documents WHERE id = ${document}
      UNION ALL SELECT user_id, 1 FROM document_entries WHERE document_id = ${document}
    ) AS part GROUP BY user_id
  )`;
  await sql`DELETE FROM document_people
    WHERE document_id = ${document} AND user_id NOT IN (SELECT user_id FROM ${people} AS person)`.execute(
    transaction,
  );
  await sql`INSERT INTO document_people (user_id, document_id, directing_id, task_id, state, is_listed)
    SELECT person.user_id, documents.id, documents.directing_id, documents.task_id, documents.state, person.is_listed
    FROM ${people} AS person CROSS JOIN documents WHERE documents.id = ${document}
    ON CONFLICT (user_id, document_id) DO UPDATE SET state = excluded.state, is_listed = excluded.is_listed
      WHERE document_people.state <> excluded.state OR document_people.is_listed <> excluded.is_listed`.execute(
    transaction,
  );
}

/** The same where the entries name whom they named before. Most marks leave the state as well: then no row is written. */
export async function updateDocumentState(
  transaction: Transaction<InformatorSchema>,
  document: number,
): Promise<void> {
  const state = sql`(SELECT documents.state FROM documents WHERE documents.id = ${document})`;
  await sql`UPDATE document_people SET state = ${state}
    WHERE document_id = ${document} AND state <> ${state}`.execute(transaction);
}
