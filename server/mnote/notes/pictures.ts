import type { Kysely } from 'kysely';
import type { NoteFile } from '../../../contract/mnote.ts';
import type { Editor } from '../../../contract/versions.ts';
import { savedNow } from '../../database/editor-columns.ts';
import type { Database } from '../../database/types.ts';
import type { MnoteSchema } from '../schema.ts';
import { newest } from './rows.ts';

/** Keeps pictures for texts: they stay whatever becomes of the slides that show them too. */
export async function keepPictures(
  database: Database<MnoteSchema>,
  files: readonly NoteFile[],
  editor: Editor | null,
  now: number,
): Promise<void> {
  if (files.length === 0) return;
  await database.write((transaction) =>
    transaction
      .insertInto('pictures')
      .values(
        files.map(({ fileName, originalName }) => ({
          file_name: fileName,
          original_name: originalName,
          ...savedNow(editor, now),
        })),
      )
      .onConflict((conflict) => conflict.column('file_name').doNothing())
      .execute(),
  );
}

/** Pictures kept for texts and those of the newest slides, each once, the kept ones first; at most `limit` of either. */
export async function listPictures(read: Kysely<MnoteSchema>, limit: number): Promise<NoteFile[]> {
  const kept = await read
    .selectFrom('pictures')
    .select(['file_name', 'original_name'])
    .orderBy('saved_at', 'desc')
    .orderBy('file_name')
    .limit(limit)
    .execute();
  const slides = await newest(read)
    .where('files', '<>', '[]')
    .orderBy('notes.id', 'desc')
    .limit(limit)
    .execute();
  const all = [
    ...kept.map((row) => ({ fileName: row.file_name, originalName: row.original_name })),
    ...slides.flatMap(({ files }) => JSON.parse(files) as NoteFile[]),
  ];
  return [...new Map(all.map((file) => [file.fileName, file])).values()].slice(0, 2 * limit);
}

/** The picture of this name that is kept already, or that a slide shows or once showed; else null. */
export async function findPicture(read: Kysely<MnoteSchema>, fileName: string): Promise<NoteFile | null> {
  const kept = await read
    .selectFrom('pictures')
    .select('original_name')
    .where('file_name', '=', fileName)
    .executeTakeFirst();
  if (kept) return { fileName, originalName: kept.original_name };
  const row = await read
    .selectFrom('note_versions')
    .select('files')
    .where('files', 'like', `%"${fileName}"%`)
    .limit(1)
    .executeTakeFirst();
  const files = row ? (JSON.parse(row.files) as NoteFile[]) : [];
  return files.find((file) => file.fileName === fileName) ?? null;
}
