import type { Migration } from '../../platform/database/types.ts';

/**
 * The people who see a document whatever their role, once each: its author and those listed in it (`is_listed`, for
 * whom a substitute sees it as well). Pair and state are those of the document.
 */

/**
 * Both databases answer lists and counters from an index alone: SQLite keeps the whole row in the key of a table
 * without row ids, PostgreSQL includes the other columns.
 */
const tables = (big: string, taken: string, plain: string): readonly string[] => [
  `CREATE TABLE document_people (
    user_id ${big} NOT NULL REFERENCES users(id),
    document_id ${big} NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    directing_id ${big} NOT NULL,
    task_id ${big} NOT NULL,
    state TEXT NOT NULL,
    is_listed INTEGER NOT NULL,
    PRIMARY KEY (user_id, document_id)${taken}
  )${plain}`,
  `INSERT INTO document_people (user_id, document_id, directing_id, task_id, state, is_listed)
    SELECT person.user_id, documents.id, documents.directing_id, documents.task_id, documents.state, max(person.is_listed)
    FROM documents JOIN (
      SELECT author_id AS user_id, id AS document_id, 0 AS is_listed FROM documents
      UNION ALL SELECT user_id, document_id, 1 FROM document_entries
    ) AS person ON person.document_id = documents.id
    GROUP BY person.user_id, documents.id, documents.directing_id, documents.task_id, documents.state`,
  'CREATE INDEX document_people_document ON document_people (document_id)',
  `CREATE INDEX document_people_pair
    ON document_people (user_id, directing_id, task_id, document_id, state, is_listed)`,
];

export const documentPeople: Migration = {
  version: 7,
  name: 'document-people',
  sqlite: tables('INTEGER', '', ' WITHOUT ROWID'),
  postgres: tables('BIGINT', ' INCLUDE (directing_id, task_id, state, is_listed)', ''),
};
