import { type RawBuilder, sql } from 'kysely';
import type { ActionTitle } from '../../contract/access/actions.ts';
import type { PortalSource } from './schema.ts';

/** A pair that a role sees and, where any are named, one of these actions that it allows there. */
export interface RoleCondition {
  readonly pair: Pair;
  readonly oneOf: readonly ActionTitle[];
}

/** The query of the ids of the roles that hold this. */
export const rolesWithPermission = (read: PortalSource, { pair, oneOf }: RoleCondition) =>
  read
    .selectFrom('role_tasks')
    .select('role_id')
    .where('directing_id', '=', pair.directing)
    .where('task_id', '=', pair.task)
    .$if(oneOf.length > 0, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('actions')
            .select('actions.id')
            .where('actions.title', 'in', oneOf)
            .where(sql<boolean>`role_tasks.actions LIKE '%,' || actions.id || ',%'`),
        ),
      ),
    );

/**
 * The query of the ids of the roles that make somebody staff: they see documents of some kind, or may do something as such. Whoever
 * has signed up by himself has no role; a role that allows nothing may be one of customers.
 */
export const rolesOfStaff = (read: PortalSource) =>
  read.selectFrom('role_tasks').select('role_id').union(read.selectFrom('role_actions').select('role_id'));

/** The rows of `substitutes` of a day (YYYY-MM-DD), with the people as `absent` and `acting`. */
export const substitutionsOn = (read: PortalSource, day: string) =>
  read
    .selectFrom('substitutes')
    .innerJoin('users as absent', 'absent.id', 'substitutes.user_id')
    .innerJoin('users as acting', 'acting.id', 'substitutes.substitute_id')
    .where('from_day', '<=', day)
    .where('to_day', '>=', day);

/** Roles of two people: values, or columns of the query. */
export interface BothRoles {
  readonly absent: unknown;
  readonly acting: unknown;
}

/** The roles of the people of `substitutionsOn`. */
export const ROLES_OF_BOTH: BothRoles = {
  absent: sql.ref('absent.role_id'),
  acting: sql.ref('acting.role_id'),
};

/**
 * The one condition on which a substitution stands, beside its days and two accounts that are not disabled: the roles of
 * both still allow the action in the pair. `what` says which of `actions`, and which pair of `theirs`. OFFSET keeps
 * PostgreSQL from walking all pairs of the role instead of looking up the one.
 */
export const bothRolesAllow = ({ absent, acting }: BothRoles, what: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM role_tasks AS theirs
    JOIN role_tasks AS own ON own.directing_id = theirs.directing_id AND own.task_id = theirs.task_id
    JOIN actions ON theirs.actions LIKE '%,' || actions.id || ',%' AND own.actions LIKE '%,' || actions.id || ',%'
    WHERE theirs.role_id = ${absent} AND own.role_id = ${acting} AND ${what} LIMIT 1 OFFSET 0)`;

/** A direction and a task (a type of documents): what a permission is held on. */
export interface Pair {
  readonly directing: number;
  readonly task: number;
}
