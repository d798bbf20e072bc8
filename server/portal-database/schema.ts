import type { Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { DemonstrationSchema } from '../platform/database/demonstration-records.ts';
import type { EditorColumns } from '../platform/database/editor-columns.ts';
import type { DocumentTables } from './document-tables.ts';

/** Table rows of the info service, whose three parts share one database. */
export interface PortalSchema extends PageTables, PeopleTables, DocumentTables, DemonstrationSchema {}

/** The tables of the portal to be read, in a transaction or without one. */
export type PortalSource = Kysely<PortalSchema>;
/** A transaction that changes them. */
export type PortalChange = Transaction<PortalSchema>;

/** Table rows of profiles, absence, lists and permissions; units and formats as in their migrations. */
interface PeopleTables {
  users: UserTable;
  former_uids: FormerUidTable;
  substitutes: { user_id: number; substitute_id: number; from_day: string; to_day: string };
  roles: RoleTable;
  directings: ListTable;
  tasks: TaskTable;
  actions: ActionTable;
  role_directings: { role_id: number; directing_id: number };
  role_tasks: { role_id: number; directing_id: number; task_id: number; actions: string };
  role_actions: { role_id: number; action_id: number };
  access_state: { version: number };
  access_changes: ChangeTable;
}

/** What the four lists have in common. */
interface ListTable {
  id: Generated<number>;
  title: string;
  title_key: string;
  created_at: number;
  updated_at: number;
}

interface RoleTable extends ListTable {
  changed_version: Generated<number>;
}

interface TaskTable extends ListTable {
  /** 1: recipients are asked when all acceptors have signed. */
  ordered: Generated<number>;
}

interface ActionTable extends ListTable {
  is_protected: Generated<number>;
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

interface FormerUidTable {
  uid: string;
  user_id: number;
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
  /** 0: made ahead, by whoever gave a role; its owner was not here yet. */
  created_at: number;
  updated_at: number;
}
/** A user with the role that he is bound to. */
export type UserRow = Selectable<UserTable> & { readonly role_title: string | null };

/** Table rows of the company pages; formats as in their migration. */
interface PageTables {
  about_pages: AboutPageTable;
  about_versions: AboutVersionRow;
}

interface AboutPageTable {
  id: Generated<number>;
  alias: string;
  /** The one that is out. */
  version: number;
}

export interface AboutVersionRow extends EditorColumns {
  alias: string;
  version: number;
  md_info: string;
  length: number;
}
