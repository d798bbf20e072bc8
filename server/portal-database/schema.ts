// Table rows of people and company pages (those of documents are in document-tables.ts), which share one database with
// documents, and queries about roles that several of them need.
import { type Generated, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { ActionTitle } from '../../contract/access/actions.ts';
import type { DemonstrationSchema } from '../platform/database/demonstration-records.ts';
import type { EditorColumns } from '../platform/database/types.ts';
import type { DocumentTables } from './document-tables.ts';

export interface PortalSchema extends PageTables, PeopleTables, DocumentTables, DemonstrationSchema {}

/** The tables of the portal to be read, in a transaction or without one. */
export type PortalSource = Kysely<PortalSchema>;
export type PortalChange = Transaction<PortalSchema>;

/** Table rows of profiles, absence, lists and permissions. Moments are milliseconds since the epoch, days YYYY-MM-DD. */
interface PeopleTables {
  users: UserTable;
  former_uids: { uid: string; user_id: number };
  substitutes: { user_id: number; substitute_id: number; from_day: string; to_day: string };
  roles: ListTable & { changed_version: Generated<number> };
  directings: ListTable;
  /** `ordered` 1: recipients are asked when all acceptors have signed. */
  tasks: ListTable & { ordered: Generated<number> };
  actions: ListTable & { is_protected: Generated<number> };
  role_directings: { role_id: number; directing_id: number };
  role_tasks: { role_id: number; directing_id: number; task_id: number; actions: string };
  role_actions: { role_id: number; action_id: number };
  access_state: { version: number };
  access_changes: ChangeTable;
}

interface ListTable {
  id: Generated<number>;
  title: string;
  title_key: string;
  created_at: number;
  updated_at: number;
}

interface ChangeTable extends EditorColumns {
  id: Generated<number>;
  kind: 'rights' | 'binding';
  /** Of a change of rights; the role may be gone. */
  role_id: number | null;
  subject: string;
  added: string;
  removed: string;
  titles: string;
}

interface UserTable {
  id: Generated<number>;
  uid: string;
  /** As in the account. */
  email: string;
  /** As compared. */
  email_key: string;
  name: string | null;
  photo: string | null;
  role_id: number | null;
  /** 0: wants no mails about documents. */
  document_mails: Generated<number>;
  search_text: string;
  /** 0: prepared by an administrator's role binding; its owner has not signed in yet. */
  created_at: number;
  updated_at: number;
}
export type UserRow = Selectable<UserTable> & { readonly role_title: string | null };

/** Table rows of the company pages; formats as in their migration. */
interface PageTables {
  /** `version`: the published one. */
  about_pages: { id: Generated<number>; alias: string; version: number };
  about_versions: AboutVersionRow;
}

export interface AboutVersionRow extends EditorColumns {
  alias: string;
  version: number;
  md_info: string;
  length: number;
}

/** Ids of actions as a pair is stored with: growing, between commas; empty for none. */
export const actionList = (ids: Iterable<number>): string => {
  const sorted = [...ids].sort((first, second) => first - second);
  return sorted.length === 0 ? '' : `,${sorted.join(',')},`;
};

export const actionIds = (list: string): number[] => (list === '' ? [] : list.slice(1, -1).split(',').map(Number));

/** A pair that a role sees and, where `actions` are named, at least one of these that it allows there. */
export interface RoleCondition {
  readonly pair: Pair;
  readonly oneOf: readonly ActionTitle[];
}

/** The query of the ids of the roles with this permission. */
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

/** The ids of the roles that make a user staff: they see documents, or have a standing action. */
export const rolesOfStaff = (read: PortalSource) =>
  read.selectFrom('role_tasks').select('role_id').union(read.selectFrom('role_actions').select('role_id'));

/** The rows of `substitutes`, with the people as `absent` and `acting`. */
export const substitutions = (read: PortalSource) =>
  read
    .selectFrom('substitutes')
    .innerJoin('users as absent', 'absent.id', 'substitutes.user_id')
    .innerJoin('users as acting', 'acting.id', 'substitutes.substitute_id');

/** Those of a day (YYYY-MM-DD). */
export const substitutionsOn = (read: PortalSource, day: string) =>
  substitutions(read).where('from_day', '<=', day).where('to_day', '>=', day);

/** Roles of two people: values, or columns of the query. */
export interface BothRoles {
  readonly absent: unknown;
  readonly acting: unknown;
}

export const ROLES_OF_BOTH: BothRoles = { absent: sql.ref('absent.role_id'), acting: sql.ref('acting.role_id') };

/**
 * The condition under which a substitution is valid, besides days and accounts: both roles allow the action there.
 * `what` says which of `actions` and which pair of `theirs`. OFFSET keeps PostgreSQL from walking all pairs of a role.
 */
export const bothRolesAllow = ({ absent, acting }: BothRoles, what: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM role_tasks AS theirs
    JOIN role_tasks AS own ON own.directing_id = theirs.directing_id AND own.task_id = theirs.task_id
    JOIN actions ON theirs.actions LIKE '%,' || actions.id || ',%' AND own.actions LIKE '%,' || actions.id || ',%'
    WHERE theirs.role_id = ${absent} AND own.role_id = ${acting} AND ${what} LIMIT 1 OFFSET 0)`;

/** A direction and a task (a type of documents), for which a permission applies. */
export interface Pair {
  readonly directing: number;
  readonly task: number;
}
