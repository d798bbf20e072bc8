// Types of the table rows of documents. Moments are milliseconds since the epoch, days YYYY-MM-DD; the SQL of the
// tables is in migrations.ts.
import type { Generated, GeneratedAlways } from 'kysely';
import type { DocumentState } from '../../contract/documents/documents.ts';
import type { CommentKind, DocumentEvent, SignatoryKind } from '../../contract/documents/words.ts';
import type { EditorColumns } from '../platform/database/types.ts';
import type { OutboxSchema } from '../platform/mail/mail.ts';

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
  document_notices: NoticeTable;
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
  document_seals: SealTable;
  document_packages: PackageTable;
  document_digests: { day: string; at: number };
}

/** `binned`: in the bin, seen by no search and no route but those of the bin. */
type StoredState = DocumentState | 'binned';

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
  state: StoredState;
  revision: number;
  created_at: number;
  /** When it was cancelled or binned, and a `Closing` as JSON; null: neither. */
  closed_at: Generated<number | null>;
  closing: Generated<string | null>;
  /** A `StoredRoute` as JSON; null: flat lists. */
  route: string | null;
}

/** `facts` as JSON; it may leave from `due_at` on. `decision`: the undoable one of which it reports. */
interface NoticeTable {
  id: Generated<number>;
  facts: string;
  due_at: number;
  decision: string | null;
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
  /** A `DecidedAs` as JSON; null: not decided. */
  decided_as: string | null;
}

interface PersonTable {
  user_id: number;
  document_id: number;
  directing_id: number;
  task_id: number;
  state: StoredState;
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
  sent_to: string | null;
}

interface SealTable {
  id: Generated<number>;
  certificate: string;
  private_key: string;
  made_at: number;
}

interface PackageTable {
  id: Generated<number>;
  document_id: number;
  version: number;
  state: string;
  sha256: string;
  made_at: number;
  /** A uid. */
  made_by: string;
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
