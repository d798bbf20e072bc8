import { editorColumns, type Migration } from '../../platform/database/types.ts';

/**
 * Templates of documents, a row for each saved version (`content` as JSON), and the route that a document has taken
 * from one (`documents.route`, JSON, null: flat lists). `document_entries.step` counts from 1 and is null for
 * recipients and flat lists; `due_at` is until when an asked person is expected to decide, null: without a deadline. A
 * round of a step is identified by the moment since which it is asked: `document_alarms` has the notifications of a
 * round, so that each is sent once, `document_escalations` who else may decide in it.
 */
const steps = (big: string): readonly string[] => [
  `CREATE TABLE document_templates (
    directing_id ${big} NOT NULL REFERENCES directings(id) ON DELETE CASCADE,
    task_id ${big} NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
    version ${big} NOT NULL,
    content TEXT NOT NULL,
    ${editorColumns(big)},
    PRIMARY KEY (directing_id, task_id, version)
  )`,
  `ALTER TABLE documents ADD COLUMN route TEXT`,
  `ALTER TABLE document_entries ADD COLUMN step INTEGER`,
  `ALTER TABLE document_entries ADD COLUMN due_at ${big}`,
  `CREATE INDEX document_entries_due ON document_entries (due_at, document_id)
    WHERE is_asked = 1 AND step IS NOT NULL`,
  `CREATE TABLE document_alarms (
    document_id ${big} NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    step INTEGER NOT NULL,
    asked_at ${big} NOT NULL,
    kind TEXT NOT NULL,
    at ${big} NOT NULL,
    PRIMARY KEY (document_id, step, asked_at, kind)
  )`,
  `CREATE TABLE document_escalations (
    document_id ${big} NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    step INTEGER NOT NULL,
    asked_at ${big} NOT NULL,
    user_id ${big} NOT NULL REFERENCES users(id),
    PRIMARY KEY (document_id, step, asked_at, user_id)
  )`,
  `CREATE INDEX document_escalations_user ON document_escalations (user_id, document_id)`,
];

export const documentRoutes: Migration = {
  version: 11,
  name: 'document-routes',
  sqlite: steps('INTEGER'),
  postgres: steps('BIGINT'),
};
