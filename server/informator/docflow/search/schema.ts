import type { Generated } from 'kysely';
import type { OutboxSchema } from '../../../mail/schema.ts';

/** Table rows of finding documents, of absence and of mails; formats as in their migration. */
export interface SearchSchema extends OutboxSchema {
  substitutes: { user_id: number; substitute_id: number; from_day: string; to_day: string };
  document_notices: { id: Generated<number>; facts: string };
  document_reminders: { document_id: number; at: number };
  document_digests: { day: string; at: number };
  document_words: { word: string; document_id: number };
}
