import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ACTIONS } from '../../../../contract/access.ts';
import type { Pair } from '../../permissions/permissions.ts';
import type { InformatorSchema } from '../../schema.ts';
import { ACTION_OF, type SignatoryKind } from '../signatory-rules.ts';

/** Roles of two people: values, or columns of the query. */
interface BothRoles {
  readonly absent: unknown;
  readonly acting: unknown;
}

/** The rows of `substitutes` of a day (YYYY-MM-DD), with the people as `absent` and `acting`. */
export const substitutionsOn = (read: Kysely<InformatorSchema>, day: string) =>
  read
    .selectFrom('substitutes')
    .innerJoin('users as absent', 'absent.id', 'substitutes.user_id')
    .innerJoin('users as acting', 'acting.id', 'substitutes.substitute_id')
    .where('from_day', '<=', day)
    .where('to_day', '>=', day);

const PEOPLE: BothRoles = { absent: sql.ref('absent.role_id'), acting: sql.ref('acting.role_id') };

/** That `absent` and `acting` have something in common that one may do for the other. */
export const isSubstitute = (): RawBuilder<boolean> =>
  bothMay(PEOPLE, sql`actions.title IN (${ACTIONS.approve}, ${ACTIONS.acknowledge})`);

/** That `acting` may stand in for `absent` in entries of a kind in documents of a pair. */
export const isSubstituteInPair = (kind: SignatoryKind, { directing, task }: Pair): RawBuilder<boolean> =>
  bothMay(
    PEOPLE,
    sql`actions.title = ${ACTION_OF[kind]} AND theirs.directing_id = ${directing} AND theirs.task_id = ${task}`,
  );

/** That `acting` may stand in for `absent` in the entry called `entry`. */
export const isSubstituteOfSignatory = (): RawBuilder<boolean> => mayDecideForSignatory(PEOPLE);

/** That people of these roles may stand in for each other in the entry called `entry`. */
export const mayDecideForSignatory = (roles: BothRoles): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM documents AS doc WHERE doc.id = entry.document_id AND ${bothMay(
    roles,
    sql`actions.title = CASE entry.kind
        WHEN 'acceptor' THEN ${ACTION_OF.acceptor} WHEN 'recipient' THEN ${ACTION_OF.recipient} END
      AND theirs.directing_id = doc.directing_id AND theirs.task_id = doc.task_id`,
  )} LIMIT 1 OFFSET 0)`;

/**
 * The one condition on which a substitution stands, beside its days and two accounts that are not disabled: the roles of
 * both still allow the action in the pair. `what` says which of `actions`, and which pair of `theirs`.
 */
const bothMay = ({ absent, acting }: BothRoles, what: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM role_tasks AS theirs
    JOIN role_tasks AS own ON own.directing_id = theirs.directing_id AND own.task_id = theirs.task_id
    JOIN actions ON theirs.actions LIKE '%,' || actions.id || ',%' AND own.actions LIKE '%,' || actions.id || ',%'
    WHERE theirs.role_id = ${absent} AND own.role_id = ${acting} AND ${what})`;
