// SQL of who may decide: signatories, their substitutes, and people to whom a step was escalated.
import { type RawBuilder, sql } from 'kysely';
import type { ListedUid } from '../../../contract/documents/documents.ts';
import { ACTION_OF, SIGNATORY_KINDS, type SignatoryKind } from '../../../contract/documents/words.ts';
import * as portal from '../../portal-database/schema.ts';
import type { Actor } from './document.ts';

/**
 * The entries that a user may decide now, by document, own before substituted ones; lists, counters and decisions use
 * it. Each is asked and both roles allow the decision in the pair, or its overdue step was escalated.
 */
export async function selectDecidable(
  read: portal.PortalSource,
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

/** One role for both: whether the signatory may decide themselves. */
export const OWN_ROLE: portal.BothRoles = { absent: sql.ref('listed.role_id'), acting: sql.ref('listed.role_id') };

/** The signatories asked in a document, and whether their role still allows the decision. */
export async function selectAsked(read: portal.PortalSource, document: number) {
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

/** The people among these whom a user substitutes on a day as signatories of a kind in a pair. */
export async function selectSubstitutedInPair(
  read: portal.PortalSource,
  { uid, among, day }: { readonly uid: string; readonly among: ReadonlySet<string>; readonly day: string },
  kind: SignatoryKind,
  pair: portal.Pair,
): Promise<ReadonlySet<string>> {
  if (among.size === 0) return among;
  const rows = await portal
    .substitutionsOn(read, day)
    .select('absent.uid')
    .where('acting.uid', '=', uid)
    .where('absent.uid', 'in', [...among])
    .where(isSubstituteInPair(kind, pair))
    .execute();
  return new Set(rows.map((row) => row.uid));
}

export interface EntryInstead {
  readonly uid: string;
  readonly kind: SignatoryKind;
  readonly acting: string;
}

export async function selectSubstitutes(
  read: portal.PortalSource,
  document: number,
  uids: readonly string[],
  day: string,
): Promise<EntryInstead[]> {
  if (uids.length === 0) return [];
  return portal
    .substitutionsOn(read, day)
    .innerJoin('document_entries as entry', 'entry.user_id', 'absent.id')
    .select(['absent.uid', 'entry.kind', 'acting.uid as acting'])
    .where('entry.document_id', '=', document)
    .where('absent.uid', 'in', uids)
    .where(isSubstituteOfSignatory())
    .orderBy('absent.id')
    .execute();
}

/** Counts pending entries by substitute on a day; only for `acting` when given. */
export async function countAskedInstead(read: portal.PortalSource, day: string, acting?: string) {
  const rows = await portal
    .substitutionsOn(read, day)
    .innerJoin('document_entries as entry', 'entry.user_id', 'absent.id')
    .select(({ fn }) => ['absent.uid', 'entry.kind', 'acting.uid as acting', fn.countAll<number>().as('count')])
    .where('entry.is_asked', '=', 1)
    .where(isSubstituteOfSignatory())
    .$if(acting !== undefined, (query) => query.where('acting.uid', '=', acting ?? ''))
    .groupBy(['absent.id', 'absent.uid', 'entry.kind', 'acting.uid'])
    .orderBy('absent.id')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** That the escalation called `escalation` is about what the entry called `entry` is asked now. */
export const isEscalationOf = (): RawBuilder<boolean> =>
  sql<boolean>`(escalation.document_id = entry.document_id AND escalation.step = entry.step
    AND escalation.asked_at = entry.asked_at AND entry.kind = 'acceptor' AND entry.is_asked = 1)`;

/** The condition that the step of `entry` was escalated to a user whose role allows it; begins with an index. */
export const isEscalatedTo = ({ id, role }: { readonly id: number; readonly role: number | null }) =>
  sql<boolean>`(entry.document_id IN (SELECT come.document_id FROM document_escalations AS come WHERE come.user_id = ${id})
    AND EXISTS (SELECT 1 FROM document_escalations AS escalation
      WHERE escalation.user_id = ${id} AND ${isEscalationOf()})
    AND ${mayDecideForSignatory({ absent: role, acting: role })})`;

/** The entries of documents escalated to a user whose own role allows the decision; the signatory's does not matter. */
export async function selectEscalated(read: portal.PortalSource, documents: readonly number[], uid: string) {
  if (documents.length === 0) return [];
  const role = sql.ref('acting.role_id');
  return read
    .selectFrom('document_escalations as escalation')
    .innerJoin('users as acting', 'acting.id', 'escalation.user_id')
    .innerJoin('document_entries as entry', 'entry.document_id', 'escalation.document_id')
    .innerJoin('users as absent', 'absent.id', 'entry.user_id')
    .select(['entry.document_id', 'entry.kind', 'absent.uid'])
    .where('escalation.document_id', 'in', documents)
    .where('acting.uid', '=', uid)
    .where(isEscalationOf())
    .where(mayDecideForSignatory({ absent: role, acting: role }))
    .orderBy('entry.place')
    .execute();
}

/** That `acting` may stand in for `absent` in entries of a kind in documents of a pair. */
const isSubstituteInPair = (kind: SignatoryKind, { directing, task }: portal.Pair): RawBuilder<boolean> =>
  portal.bothRolesAllow(
    portal.ROLES_OF_BOTH,
    sql`actions.title = ${ACTION_OF[kind]} AND theirs.directing_id = ${directing} AND theirs.task_id = ${task}`,
  );

/** That `acting` may stand in for `absent` in the entry called `entry`. */
const isSubstituteOfSignatory = (): RawBuilder<boolean> => mayDecideForSignatory(portal.ROLES_OF_BOTH);

const ACTION_OF_KIND = sql.join(
  SIGNATORY_KINDS.map((kind) => sql`WHEN ${sql.lit(kind)} THEN ${ACTION_OF[kind]}`),
  sql` `,
);

/** That people of these roles may stand in for each other in the entry called `entry`. */
export const mayDecideForSignatory = (roles: portal.BothRoles): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM documents AS doc WHERE doc.id = entry.document_id AND ${portal.bothRolesAllow(
    roles,
    sql`actions.title = CASE entry.kind ${ACTION_OF_KIND} END
      AND theirs.directing_id = doc.directing_id AND theirs.task_id = doc.task_id`,
  )} LIMIT 1 OFFSET 0)`;
