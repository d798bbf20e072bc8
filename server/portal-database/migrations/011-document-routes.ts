import { editorColumns } from '../../platform/database/editor-columns.ts';
import type { Migration } from '../../platform/database/types.ts';

/** SQLite and PostgreSQL differ here only in how a 64-bit number is declared. */
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

/**
 * Templates of documents, a row for each saved version (`content` as JSON, see docflow/routes/template.ts), and the route
 * that a document has taken from one (`documents.route`, JSON, null: flat lists). `document_entries.step` counts from 1 and
 * is null for recipients and flat lists; `due_at` is until when an asked person is expected to decide, null: no matter when.
 * A round of a step is told by the moment since which it is asked: `document_alarms` holds what was told of a round, so that
 * it is told once, `document_escalations` who besides may decide in it.
 */
export const documentRoutes: Migration = {
  version: 11,
  name: 'document-routes',
  sqlite: steps('INTEGER'),
  postgres: steps('BIGINT'),
};
