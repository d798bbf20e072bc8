import {
  type Generated,
  type GeneratedAlways,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
} from 'kysely';
import type { ActionTitle } from '../../contract/access/actions.ts';
import type { DocumentEvent, DocumentState } from '../../contract/documents/documents.ts';
import type { CommentKind, SignatoryKind } from '../../contract/documents/words.ts';
import type { DemonstrationSchema } from '../platform/database/demonstration-records.ts';
import type { EditorColumns } from '../platform/database/types.ts';
import type { OutboxSchema } from '../platform/mail/mail.ts';

/** Table rows of the info service, whose three parts share one database. */
export interface PortalSchema extends PageTables, PeopleTables, DocumentTables, DemonstrationSchema {}

/** The tables of the portal to be read, in a transaction or without one. */
export type PortalSource = Kysely<PortalSchema>;
/** A transaction on them. */
export type PortalChange = Transaction<PortalSchema>;

/** Table rows of profiles, absence, lists and permissions; units and formats as in their migrations. */
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

/** Columns of all four lists. */
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
/** A user with the bound role. */
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

/** The ids of the roles that make a user staff: they see documents, or have a standing action; those of customers neither. */
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
export const ROLES_OF_BOTH: BothRoles = { absent: sql.ref('absent.role_id'), acting: sql.ref('acting.role_id') };

/**
 * The condition under which a substitution is valid, besides days and accounts: both roles allow the action in the pair.
 * `what` says which of `actions` and which pair of `theirs`. OFFSET keeps PostgreSQL from walking all pairs of the role.
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

/** Table rows of the document flow and of its mails; units and formats as in their migrations. */
export interface DocumentTables extends OutboxSchema {
  document_numbers: { directing_id: number; task_id: number; latest: number };
  documents: DocumentTable;
  document_texts: { id: Generated<number>; text: string };
  document_entries: EntryTable;
  document_people: PersonTable;
  document_files: FileTable;
  document_history: HistoryTable;
  document_keys: CreationKeyTable;
  document_words: { word: string; document_id: number };
  document_notices: { id: Generated<number>; facts: string };
  document_reminders: { document_id: number; at: number };
  document_views: ViewTable;
  document_templates: TemplateTable;
  document_alarms: Round & { kind: AlarmKind; at: number };
  document_escalations: Round & { user_id: number };
  document_comments: CommentTable;
  document_comment_files: CommentFileTable;
  document_mentions: { comment_id: number; user_id: number };
  document_drafts: DraftTable;
  document_waiting_files: WaitingFileTable;
  document_digests: { day: string; at: number };
}

interface DocumentTable extends EditorColumns {
  id: Generated<number>;
  directing_id: number;
  task_id: number;
  num: number;
  author_id: number;
  title: string;
  title_key: GeneratedAlways<string>;
  text_id: number;
  version: number;
  hash: string;
  state: DocumentState;
  revision: number;
  created_at: number;
  /** A `StoredRoute` as JSON; null: flat lists. */
  route: string | null;
}

interface TemplateTable extends EditorColumns {
  directing_id: number;
  task_id: number;
  version: number;
  /** A `TemplateContent` as JSON. */
  content: string;
}

/** A step of a route that is asked since a moment. */
interface Round {
  document_id: number;
  step: number;
  asked_at: number;
}

/** `filter` as JSON. */
interface ViewTable {
  id: Generated<number>;
  user_id: number;
  title: string;
  filter: string;
  is_default: number;
}

interface EntryTable {
  document_id: number;
  kind: SignatoryKind;
  user_id: number;
  place: number;
  accepted_at: number | null;
  accepted_by: number | null;
  declined_at: number | null;
  declined_by: number | null;
  reason: string;
  is_asked: number;
  asked_at: number | null;
  step: number | null;
  due_at: number | null;
}

interface PersonTable {
  user_id: number;
  document_id: number;
  directing_id: number;
  task_id: number;
  state: DocumentState;
  is_listed: number;
}

interface FileTable {
  file_name: string;
  document_id: number;
  /** null: attached to earlier versions only. */
  place: number | null;
  original_name: string;
  type: string;
  size: number;
  sha256: string;
}

/** `content` as JSON. */
interface DraftTable {
  user_id: number;
  id: string;
  document_id: number | null;
  directing_id: number;
  task_id: number;
  etag: string | null;
  content: string;
  saved_at: number;
}

interface WaitingFileTable {
  id: Generated<number>;
  file_name: string;
  user_id: number;
  draft_id: string;
  original_name: string;
  type: string;
  size: number;
  sha256: string;
}

interface CommentTable {
  id: Generated<number>;
  document_id: number;
  author_id: number;
  kind: CommentKind;
  answers: number | null;
  asked_id: number | null;
  text: string;
  version: number;
  made_at: number;
  withdrawn_at: number | null;
  key: string | null;
  content: string;
}

interface CommentFileTable {
  file_name: string;
  comment_id: number;
  place: number;
  original_name: string;
  type: string;
  size: number;
}

interface HistoryTable extends EditorColumns {
  id: Generated<number>;
  document_id: number;
  event: DocumentEvent;
  instead_uid: string | null;
  instead_name: string;
  instead_email: string;
  before: string | null;
  after: string | null;
  comment_id: number | null;
}

/** Keys under which documents are created and changed. */
interface CreationKeyTable {
  author_id: number;
  key: string;
  content: string;
  document_id: number | null;
  revision: number | null;
  made_at: number;
}

/** Notifications about a step, each sent once; `unable`: none of its people can end the step any more. */
export type AlarmKind = 'soon' | 'overdue' | 'escalated' | 'unable';
