import { editorColumns, type Migration } from '../../platform/database/types.ts';

const steps = (big: string): readonly string[] => [
  `ALTER TABLE notes ADD COLUMN place ${big} NOT NULL DEFAULT 0`,
  'UPDATE notes SET place = id',
  'CREATE INDEX notes_by_place ON notes (place)',
  `CREATE TABLE pictures (
    file_name TEXT PRIMARY KEY,
    original_name TEXT NOT NULL,
    ${editorColumns(big)}
  )`,
  'CREATE INDEX pictures_by_age ON pictures (saved_at)',
];

/**
 * The order of the slides: the highest place stands first, a new slide gets its id. Pictures that texts show without
 * being of a slide, and such of slides that were chosen for a text: they outlive the slide.
 */
export const places: Migration = { version: 2, name: 'places', sqlite: steps('INTEGER'), postgres: steps('BIGINT') };
