import type { Migration } from '../../platform/database/types.ts';

/**
 * What the search reads: article and code keys of each position in stock-first order, the trigrams of distinct keys,
 * one document of tokens for each position, and how many positions hold each word. Only `bridge/search` writes here.
 */
export const searchIndex: Migration = {
  version: 2,
  name: 'search-index',
  sqlite: [
    `CREATE TABLE position_keys (
      in_stock INTEGER NOT NULL,
      key TEXT NOT NULL,
      position_id INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      PRIMARY KEY (in_stock, key, position_id, kind)
    ) WITHOUT ROWID`,
    `CREATE VIRTUAL TABLE key_trigrams USING fts5(
      key, content='', contentless_delete=1, tokenize='trigram case_sensitive 1', detail=none
    )`,
    // The trigger indexes every new key; a key is never changed.
    `CREATE TRIGGER article_key_added AFTER INSERT ON article_keys BEGIN
      INSERT INTO key_trigrams (rowid, key) VALUES (new.id, new.key);
    END`,
    `CREATE VIRTUAL TABLE position_words USING fts5(
      words, content='', contentless_delete=1, tokenize="ascii tokenchars '_#@'", detail=none
    )`,
    // Fewer, larger segments while an import runs.
    "INSERT INTO position_words (position_words, rank) VALUES ('hashsize', 8388608)",
    "INSERT INTO key_trigrams (key_trigrams, rank) VALUES ('hashsize', 4194304)",
    'CREATE TABLE vocabulary (word TEXT PRIMARY KEY, row_count INTEGER NOT NULL) WITHOUT ROWID',
  ],
  // PostgreSQL had tables of its own here; migration 6 drops them where they were made.
  postgres: [],
};
