import type { Migration } from '../../platform/database/types.ts';
import { MAIL_TEXTS_TO_ERASE } from '../../platform/mail/outbox-schema.ts';

const changes = ["ALTER TABLE users ADD COLUMN search_text TEXT NOT NULL DEFAULT ''", MAIL_TEXTS_TO_ERASE];

/**
 * Accounts are found by name as well. SQLite does not fold Cyrillic letters, so the text is filled by the program
 * (fillSearchTexts). Mails that were given up keep their letter while somebody may still send it by hand.
 */
export const accountSearch: Migration = {
  version: 3,
  name: 'account search',
  sqlite: changes,
  postgres: changes,
};
