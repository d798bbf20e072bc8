import type { Migration } from '../../platform/database/types.ts';

/**
 * When a decision was asked of a signatory (`asked_at`, null where none is), for queues that begin with the oldest; of
 * older entries only the last change of their document is known. Documents without signatories are `none`: they counted
 * as done. `document_keys.revision` is the state after a change under the key; null: the key created the document.
 */
const steps = (big: string): readonly string[] => [
  `ALTER TABLE document_entries ADD COLUMN asked_at ${big}`,
  `UPDATE document_entries SET asked_at = (
    SELECT CASE WHEN document_entries.kind = 'acceptor' AND documents.version = 1
      THEN documents.created_at ELSE documents.saved_at END
    FROM documents WHERE documents.id = document_entries.document_id
  ) WHERE is_asked = 1`,
  `CREATE INDEX document_entries_queue ON document_entries (user_id, asked_at, document_id) WHERE is_asked = 1`,
  `UPDATE documents SET state = 'none'
    WHERE NOT EXISTS (SELECT 1 FROM document_entries WHERE document_entries.document_id = documents.id)`,
  `UPDATE document_people SET state = 'none'
    WHERE document_id IN (SELECT id FROM documents WHERE state = 'none')`,
  `ALTER TABLE document_keys ADD COLUMN revision ${big}`,
  `CREATE INDEX documents_author_state ON documents (author_id, state, id)`,
];

export const documentQueue: Migration = {
  version: 9,
  name: 'document-queue',
  sqlite: steps('INTEGER'),
  postgres: steps('BIGINT'),
};
