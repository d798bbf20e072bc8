import type { Kysely } from 'kysely';
import type { DocumentCheck } from '../../../../contract/document-check.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { KeptSnapshot } from '../document/answers.ts';
import { selectDocument } from '../document/reads.ts';
import { acceptedIn, stateOf } from '../document/signatory-rules.ts';

const NO_MATCH: DocumentCheck = {
  matches: false,
  number: null,
  version: null,
  isCurrent: false,
  state: null,
  signed: null,
  acknowledged: null,
};

/**
 * Whether a document has or had a version with this hash, and where that stands. Who does not know the hash of a version learns
 * nothing, not even whether there is such a document.
 */
export async function checkVersion(
  read: Kysely<InformatorSchema>,
  id: number,
  hash: string,
): Promise<DocumentCheck> {
  const row = await read.selectFrom('documents').select('hash').where('id', '=', id).executeTakeFirst();
  const present = row?.hash === hash ? await selectDocument(read, id) : null;
  if (present?.hash === hash) {
    const { num: number, version, entries, route } = present;
    return {
      ...{ matches: true, number, version, isCurrent: true },
      state: stateOf(entries, route?.steps),
      signed: acceptedIn(entries, 'acceptor', route?.steps),
      acknowledged: acceptedIn(entries, 'recipient'),
    };
  }
  const version = await keptVersion(read, id, hash);
  if (version === null) return NO_MATCH;
  const document = await read
    .selectFrom('documents')
    .select('num as number')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!document) return { ...NO_MATCH, matches: true, version, state: 'cancelled' };
  return { ...NO_MATCH, matches: true, version, number: document.number };
}

/** The last version with this hash that the history keeps; it outlives the document. */
async function keptVersion(read: Kysely<InformatorSchema>, id: number, hash: string): Promise<number | null> {
  const [row] = await read
    .selectFrom('document_history')
    .select('after')
    .where('document_id', '=', id)
    .where('after', 'like', `%"hash":"${hash}"%`)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  return row?.after ? (JSON.parse(row.after) as KeptSnapshot).version : null;
}
