import type { Migration } from '../../platform/database/types.ts';
import { MAIL_TEXTS_TO_ERASE } from '../../platform/mail/mail.ts';

const changes = ["ALTER TABLE users ADD COLUMN search_text TEXT NOT NULL DEFAULT ''", MAIL_TEXTS_TO_ERASE];

/**
 * Accounts get the text that they are searched by (fillSearchTexts). Mails that were given up keep their text while
 * they can still be sent by hand.
 */
export const accountSearch: Migration = { version: 3, name: 'account search', sqlite: changes, postgres: changes };
