import type { Migration } from '../../platform/database/types.ts';

/**
 * The code that adds a key now writes its trigrams too (`articleKeyIds`): a trigger made every new key open a
 * savepoint, at which FTS5 writes out all it has gathered, and an import of new articles spent a fifth of its time
 * there.
 */
export const keysWithoutTrigger: Migration = {
  version: 3,
  name: 'keys-without-trigger',
  sqlite: ['DROP TRIGGER article_key_added'],
  postgres: [],
};
