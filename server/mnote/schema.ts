import type { Generated } from 'kysely';
import type { EditorColumns } from '../database/editor-columns.ts';
import type { DemonstrationSchema } from '../demonstration/tables.ts';
import type { NoteTextColumns } from './notes/fields.ts';

/** Table rows of the notes service; units as in the first migration. */
export interface MnoteSchema extends DemonstrationSchema {
  notes: NoteTable;
  note_versions: NoteVersionTable;
  pictures: PictureTable;
  note_words: { word: string; note_id: number };
}

interface NoteTable {
  id: Generated<number>;
  /** The newest. */
  version: number;
  is_public: number;
  created_at: number;
  /** The highest stands first. */
  place: Generated<number>;
}

interface PictureTable extends EditorColumns {
  file_name: string;
  original_name: string;
}

interface NoteVersionTable extends EditorColumns, NoteTextColumns {
  note_id: number;
  version: number;
  length: number;
  /** JSON of NoteFile[]. */
  files: string;
}
