import type { Generated } from 'kysely';
import type { SignatoryKind } from '../../../contract/decisions.ts';
import type { DocumentEvent, DocumentState } from '../../../contract/docflow.ts';
import type { EditorColumns } from '../../database/editor-columns.ts';
import type { OutboxSchema } from '../../mail/schema.ts';

/** Table rows of the document flow and of its mails; units and formats as in their migrations. */
export interface DocflowSchema extends OutboxSchema {
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
  document_digests: { day: string; at: number };
}

interface DocumentTable extends EditorColumns {
  id: Generated<number>;
  directing_id: number;
  task_id: number;
  num: number;
  author_id: number;
  title: string;
  text_id: number;
  version: number;
  hash: string;
  state: DocumentState;
  revision: number;
  created_at: number;
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

interface HistoryTable extends EditorColumns {
  id: Generated<number>;
  document_id: number;
  event: DocumentEvent;
  instead_uid: string | null;
  instead_name: string;
  instead_email: string;
  before: string | null;
  after: string | null;
}

/** Keys that documents are made and changed under. */
interface CreationKeyTable {
  author_id: number;
  key: string;
  content: string;
  document_id: number | null;
  revision: number | null;
  made_at: number;
}
