import type { Generated } from 'kysely';
import type { DocumentEvent, DocumentState } from '../../../contract/docflow.ts';
import type { EditorColumns } from '../../database/editor-columns.ts';
import type { SignatoryKind } from './signatory-rules.ts';

/** Table rows of the document flow; units and formats as in their migration. */
export interface DocflowSchema {
  document_numbers: { directing_id: number; task_id: number; latest: number };
  documents: DocumentTable;
  document_texts: { id: Generated<number>; text: string };
  document_entries: EntryTable;
  document_people: PersonTable;
  document_files: FileTable;
  document_history: HistoryTable;
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
