import type { Migration } from '../../platform/database/types.ts';

/** SQLite and PostgreSQL differ here only in 64-bit numbers. */
const tables = (big: string): readonly string[] => [
  `CREATE TABLE document_keys (
    author_id ${big} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    content TEXT NOT NULL,
    document_id ${big} REFERENCES documents(id) ON DELETE CASCADE,
    made_at ${big} NOT NULL,
    PRIMARY KEY (author_id, key)
  )`,
  'CREATE INDEX document_keys_document ON document_keys (document_id)',
  'CREATE INDEX document_keys_made ON document_keys (made_at)',
];

/**
 * Keys that authors made documents under, so that a call whose answer was lost makes none when it is repeated. `content`
 * is the SHA-256 of what was sent, see docflow/creation-keys.ts. `document_id` is null only inside the transaction that
 * makes the document; the key goes with it.
 */
export const documentKeys: Migration = {
  version: 6,
  name: 'document-keys',
  sqlite: tables('INTEGER'),
  postgres: tables('BIGINT'),
};
