import type { Kysely } from 'kysely';
import type { InformatorSchema } from '../../schema.ts';
import type { Listed } from './check-signatories.ts';

/** What of a document a form is checked against before its files are put in place. */
export interface Known {
  readonly listed: readonly Listed[];
  readonly fileCount: number;
}

/** Whom a document lists now, and how many files it has; the change itself looks again, at the document as it stands then. */
export async function selectKnown(read: Kysely<InformatorSchema>, id: number): Promise<Known> {
  const listed = await read
    .selectFrom('document_entries')
    .innerJoin('users', 'users.id', 'document_entries.user_id')
    .select(['kind', 'uid'])
    .where('document_id', '=', id)
    .execute();
  const { count } = await read
    .selectFrom('document_files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('document_id', '=', id)
    .where('place', 'is not', null)
    .executeTakeFirstOrThrow();
  return { listed, fileCount: Number(count) };
}
