// The tables of the slides as SQL steps, oldest first; released steps are never changed. Row types are in store.ts.
import { demonstrationTables } from '../platform/database/demonstration-records.ts';
import { editorColumns, type Migration, migration } from '../platform/database/types.ts';

export const slidesMigrations: readonly Migration[] = [
  /** `binary` makes words compare by their bytes, so that those with one beginning lie side by side. */
  /**
   * Slides: every saved state once, and which of them is the newest (`version` and, for the lists, `is_public` of it);
   * the words of its title in the form that the catalogue's search keeps too. `files` is JSON, a list of
   * {fileName, originalName}; `length` counts characters of the message; times are milliseconds since the epoch.
   */
  migration(1, 'notes', ({ growingId, big, binary }) => [
    `CREATE TABLE notes (
      id ${growingId},
      version INTEGER NOT NULL,
      is_public INTEGER NOT NULL,
      created_at ${big} NOT NULL
    )`,
    'CREATE INDEX notes_published ON notes (id) WHERE is_public = 1',
    `CREATE TABLE note_versions (
      note_id ${big} NOT NULL REFERENCES notes(id) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      title TEXT NOT NULL,
      message TEXT NOT NULL,
      length INTEGER NOT NULL,
      is_public INTEGER NOT NULL,
      files TEXT NOT NULL,
      ${editorColumns(big)},
      PRIMARY KEY (note_id, version)
    )`,
    `CREATE TABLE note_words (
      word TEXT${binary} NOT NULL,
      note_id ${big} NOT NULL REFERENCES notes(id) ON DELETE CASCADE,
      PRIMARY KEY (word, note_id)
    )`,
    'CREATE INDEX note_words_by_note ON note_words (note_id)',
  ]),
  /**
   * The order of the slides: the highest place stands first, a new slide gets its id. Pictures that texts show without
   * being of a slide, and such of slides that were chosen for a text: they outlive the slide.
   */
  migration(2, 'places', ({ big }) => [
    `ALTER TABLE notes ADD COLUMN place ${big} NOT NULL DEFAULT 0`,
    'UPDATE notes SET place = id',
    'CREATE INDEX notes_by_place ON notes (place)',
    `CREATE TABLE pictures (
      file_name TEXT PRIMARY KEY,
      original_name TEXT NOT NULL,
      ${editorColumns(big)}
    )`,
    'CREATE INDEX pictures_by_age ON pictures (saved_at)',
  ]),
  /** What the demonstration made, and what the shop has come to. */
  migration(3, 'demonstration', ({ big }) => demonstrationTables(big)),
];
