import { type Kysely, sql } from 'kysely';
import type { SignatoryKind } from '../../../../contract/decisions.ts';
import type { ListedUid } from '../../../../contract/docflow.ts';
import type { BothRoles } from '../../access-conditions.ts';
import type { InformatorSchema } from '../../schema.ts';
import { selectEscalated } from './escalated.ts';
import { isSubstituteOfSignatory, mayDecideForSignatory } from './may-substitute.ts';
import type { Actor } from './viewer.ts';

type Source = Kysely<InformatorSchema>;

/**
 * The entries of documents that somebody may decide about now, by document: the own ones first, then those of the people whom
 * he substitutes, each in the order they were listed. An entry is his where it is asked, the role of the person listed and
 * his own both allow the decision in the pair, or where an overdue step has come to him: what lists and counters count, and what a decision is held to.
 */
export async function selectDecidable(
  read: Source,
  documents: readonly number[],
  { uid, substituted }: Actor,
): Promise<ReadonlyMap<number, readonly ListedUid[]>> {
  if (documents.length === 0) return new Map();
  const rows = await read
    .selectFrom('document_entries as entry')
    .innerJoin('users as absent', 'absent.id', 'entry.user_id')
    .innerJoin('users as acting', (join) => join.on('acting.uid', '=', uid))
    .select(['entry.document_id', 'entry.kind', 'absent.uid'])
    .where('entry.document_id', 'in', documents)
    .where('entry.is_asked', '=', 1)
    .where('absent.uid', 'in', [uid, ...substituted])
    .where(isSubstituteOfSignatory())
    .orderBy('entry.place')
    .execute();
  const found = new Map<number, ListedUid[]>();
  const own = rows.filter((row) => row.uid === uid);
  const others = rows.filter((row) => row.uid !== uid);
  const escalated = await selectEscalated(read, documents, uid);
  for (const row of [...own, ...others, ...escalated]) {
    const listed = found.get(row.document_id) ?? [];
    found.set(row.document_id, listed);
    if (listed.some((known) => known.uid === row.uid && known.kind === row.kind)) continue;
    listed.push({ uid: row.uid, kind: row.kind });
  }
  return found;
}

/** The role of one person stands for both: whether he may decide for himself. */
const OWN_ROLE: BothRoles = { absent: sql.ref('listed.role_id'), acting: sql.ref('listed.role_id') };

/** Those who are asked in a document, and of them those whose role does not allow the decision any more. */
export async function selectAsked(
  read: Source,
  document: number,
): Promise<{ readonly uid: string; readonly kind: SignatoryKind; readonly may: boolean }[]> {
  const rows = await read
    .selectFrom('document_entries as entry')
    .innerJoin('users as listed', 'listed.id', 'entry.user_id')
    .select(['listed.uid', 'entry.kind'])
    .select(sql<number>`CASE WHEN ${mayDecideForSignatory(OWN_ROLE)} THEN 1 ELSE 0 END`.as('may'))
    .where('entry.document_id', '=', document)
    .where('entry.is_asked', '=', 1)
    .orderBy('entry.place')
    .execute();
  return rows.map(({ uid, kind, may }) => ({ uid, kind, may: Number(may) === 1 }));
}
