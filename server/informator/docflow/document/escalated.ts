import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SignatoryKind } from '../../../../contract/decisions.ts';
import type { InformatorSchema } from '../../schema.ts';
import { mayDecideForSignatory } from './may-substitute.ts';

/** That the escalation called `escalation` is about what the entry called `entry` is asked now. */
const isEscalationOf = (): RawBuilder<boolean> =>
  sql<boolean>`(escalation.document_id = entry.document_id AND escalation.step = entry.step
    AND escalation.asked_at = entry.asked_at AND entry.kind = 'acceptor' AND entry.is_asked = 1)`;

/**
 * That what the entry called `entry` is asked has come to somebody, by the ids of profile and role, whose role allows the
 * decision. The first part finds the few documents by their index.
 */
export const hasCome = ({
  id,
  role,
}: {
  readonly id: number;
  readonly role: number | null;
}): RawBuilder<boolean> =>
  sql<boolean>`(entry.document_id IN (SELECT come.document_id FROM document_escalations AS come WHERE come.user_id = ${id})
    AND EXISTS (SELECT 1 FROM document_escalations AS escalation
      WHERE escalation.user_id = ${id} AND ${isEscalationOf()})
    AND ${mayDecideForSignatory({ absent: role, acting: role })})`;

/**
 * The entries of documents that have come to somebody because their step is overdue or cannot be decided: his own role still
 * allows the decision in the pair. Whether the listed person's does, does not matter any more.
 */
export async function selectEscalated(
  read: Kysely<InformatorSchema>,
  documents: readonly number[],
  uid: string,
): Promise<{ readonly document_id: number; readonly kind: SignatoryKind; readonly uid: string }[]> {
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
