import type { Kysely, Selectable } from 'kysely';
import type { NoteFile } from '../../../contract/mnote.ts';
import { editorOfRow } from '../../database/editor-columns.ts';
import type { MnoteSchema } from '../schema.ts';
import type { SavedNote } from './note.ts';
import { textOfRow } from './note-text.ts';

type NoteRow = Selectable<MnoteSchema['note_versions']> & { readonly created_at: number };

/** Slides, each in its newest state. */
export const newest = (read: Kysely<MnoteSchema>) =>
  read
    .selectFrom('notes')
    .innerJoin('note_versions', (join) =>
      join
        .onRef('note_versions.note_id', '=', 'notes.id')
        .onRef('note_versions.version', '=', 'notes.version'),
    )
    .selectAll('note_versions')
    .select('notes.created_at');

/** A row as a state. */
export const noteOf = (row: NoteRow): SavedNote => ({
  id: row.note_id,
  ...textOfRow(row),
  files: JSON.parse(row.files) as NoteFile[],
  createdAt: row.created_at,
  version: row.version,
  savedAt: row.saved_at,
  savedBy: editorOfRow(row),
});
