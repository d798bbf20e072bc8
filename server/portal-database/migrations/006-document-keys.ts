import type { Migration } from '../../platform/database/types.ts';

/**
 * Keys under which authors created documents, so that a repeated call whose answer was lost creates none. `content` is
 * the SHA-256 of the request. `document_id` is null only inside the transaction that creates the document; the key is
 * removed with it.
 */
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

export const documentKeys: Migration = {
  version: 6,
  name: 'document-keys',
  sqlite: tables('INTEGER'),
  postgres: tables('BIGINT'),
};
