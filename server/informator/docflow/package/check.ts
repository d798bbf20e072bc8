import type { Kysely } from 'kysely';
import type { DocumentCheck } from '../../../../contract/document-check.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { KeptSnapshot } from '../document/answers.ts';

const NO_MATCH: DocumentCheck = { matches: false, number: null, version: null, isCurrent: false };

/**
 * Whether a document has or had a version with this hash. Who does not know the hash of a version learns nothing, not even
 * whether there is such a document.
 */
export async function checkVersion(
  read: Kysely<InformatorSchema>,
  id: number,
  hash: string,
): Promise<DocumentCheck> {
  const document = await read
    .selectFrom('documents')
    .select(['num', 'version', 'hash'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!document) return NO_MATCH;
  const { num: number, version } = document;
  if (document.hash === hash) return { matches: true, number, version, isCurrent: true };
  const rows = await read
    .selectFrom('document_history')
    .select('after')
    .where('document_id', '=', id)
    .where('after', 'like', `%"hash":"${hash}"%`)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  const earlier = rows[0]?.after;
  if (!earlier) return NO_MATCH;
  return {
    matches: true,
    number,
    version: (JSON.parse(earlier) as KeptSnapshot).version,
    isCurrent: false,
  };
}
