import type { Kysely } from 'kysely';
import type { InformatorSchema } from '../../schema.ts';
import type { Listed } from './check-signatories.ts';

/** What of a document a form is checked against before its files are put in place. */
export interface Known {
  readonly listed: readonly Listed[];
  /** How many files it keeps. */
  readonly fileCount: number;
}

/** Whom a document lists now, and how many files it has but for those removed; the change itself looks again, at the document as it stands then. */
export async function selectKnown(
  read: Kysely<InformatorSchema>,
  id: number,
  removed: readonly string[],
): Promise<Known> {
  const listed = await read
    .selectFrom('document_entries')
    .innerJoin('users', 'users.id', 'document_entries.user_id')
    .select(['kind', 'uid'])
    .where('document_id', '=', id)
    .execute();
  const files = await read
    .selectFrom('document_files')
    .select('file_name')
    .where('document_id', '=', id)
    .where('place', 'is not', null)
    .execute();
  const kept = files.filter(({ file_name }) => !removed.includes(file_name));
  return { listed, fileCount: kept.length };
}
