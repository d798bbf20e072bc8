import { type RawBuilder, sql } from 'kysely';
import { ACTION_OF, type SignatoryKind } from '../../../../contract/decisions.ts';
import { type BothRoles, bothMay, ROLES_OF_BOTH } from '../../access-conditions.ts';
import type { Pair } from '../../pair.ts';

/** That `acting` may stand in for `absent` in entries of a kind in documents of a pair. */
export const isSubstituteInPair = (kind: SignatoryKind, { directing, task }: Pair): RawBuilder<boolean> =>
  bothMay(
    ROLES_OF_BOTH,
    sql`actions.title = ${ACTION_OF[kind]} AND theirs.directing_id = ${directing} AND theirs.task_id = ${task}`,
  );

/** That `acting` may stand in for `absent` in the entry called `entry`. */
export const isSubstituteOfSignatory = (): RawBuilder<boolean> => mayDecideForSignatory(ROLES_OF_BOTH);

/** That people of these roles may stand in for each other in the entry called `entry`. */
export const mayDecideForSignatory = (roles: BothRoles): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM documents AS doc WHERE doc.id = entry.document_id AND ${bothMay(
    roles,
    sql`actions.title = CASE entry.kind
        WHEN 'acceptor' THEN ${ACTION_OF.acceptor} WHEN 'recipient' THEN ${ACTION_OF.recipient} END
      AND theirs.directing_id = doc.directing_id AND theirs.task_id = doc.task_id`,
  )} LIMIT 1 OFFSET 0)`;
