import type { FastifyBaseLogger } from 'fastify';
import type { Generated } from 'kysely';
import type { DemonstrationSchema } from '../platform/database/demonstration-records.ts';
import type { EditorColumns } from '../platform/database/editor-columns.ts';
import type { Database } from '../platform/database/types.ts';
import type { StoredFiles } from '../platform/files/stored-files.ts';
import type { SlideTextColumns } from './slide.ts';

/** What the parts of the notes service work with. */
export interface SlidesContext {
  readonly database: Database<SlidesSchema>;
  /** Pictures of slides. */
  readonly images: StoredFiles;
  /** Where received files lie while they are worked on. */
  readonly incomingFolder: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  /** Called after a commit that changed what visitors see of the slides. */
  readonly onChange: () => void;
}

/** Table rows of the notes service; units as in the first migration. */
export interface SlidesSchema extends DemonstrationSchema {
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

interface NoteVersionTable extends EditorColumns, SlideTextColumns {
  note_id: number;
  version: number;
  length: number;
  /** JSON of NoteFile[]. */
  files: string;
}
