import type { Transaction } from 'kysely';
import type { Editor } from '../../contract/answers.ts';
import type { NoteFile } from '../../contract/slides/slides.ts';
import { lockTable } from '../platform/database/concurrent-writes.ts';
import { savedNow } from '../platform/database/editor-columns.ts';
import type { Database } from '../platform/database/types.ts';
import { characterCount } from '../platform/text/fold-search.ts';
import { wordsOf } from '../platform/text/words.ts';
import type { SlidesSchema } from './context.ts';
import { findSlide } from './reads.ts';
import { columnsOfText, noteTextOf, type SavedSlide, type SlideContent, sameContent } from './slide.ts';

/** Why nothing was saved. */
export type Refusal =
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'changed meanwhile'; readonly note: SavedSlide };
/** What became of a save. `before` is `note` when nothing changed: such a save makes no version. */
export type Saving = Refusal | { readonly outcome: 'saved'; readonly note: SavedSlide; readonly before: SavedSlide };

/** A deleted slide and the names of all pictures it ever had that no text keeps. */
interface Deletion {
  readonly outcome: 'deleted';
  readonly note: SavedSlide;
  readonly images: readonly string[];
}

/** Who saves when, and whether the state that stands may be replaced. */
export interface Save {
  readonly editor: Editor | null;
  readonly now: number;
  readonly matchesVersion: (note: SavedSlide) => boolean;
}

/** Adds a slide. */
export function createSlide(
  database: Database<SlidesSchema>,
  content: SlideContent,
  { editor, now }: Pick<Save, 'editor' | 'now'>,
): Promise<SavedSlide> {
  return database.write((transaction) => insertSlide(transaction, content, editor, now));
}

/** Adds a slide inside a transaction. */
export async function insertSlide(
  transaction: Transaction<SlidesSchema>,
  content: SlideContent,
  editor: Editor | null,
  now: number,
): Promise<SavedSlide> {
  const { id } = await transaction
    .insertInto('notes')
    .values({ version: 1, is_public: content.isPublic ? 1 : 0, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await transaction.updateTable('notes').set({ place: id }).where('id', '=', id).execute();
  const note = { ...content, id, createdAt: now, version: 1, savedAt: now, savedBy: editor };
  await addVersion(transaction, note);
  return note;
}

/** Replaces the content of a slide by what `next` makes of it; a throw of `next` changes nothing. */
export function changeSlide(
  database: Database<SlidesSchema>,
  id: number,
  next: (before: SavedSlide) => SlideContent,
  { editor, now, matchesVersion: mayReplace }: Save,
): Promise<Saving> {
  return database.write(async (transaction): Promise<Saving> => {
    const before = await locked(database, transaction, id);
    if (!before) return { outcome: 'missing' };
    if (!mayReplace(before)) return { outcome: 'changed meanwhile', note: before };
    const content = next(before);
    if (sameContent(before, content)) return { outcome: 'saved', note: before, before };
    const { files } = content;
    const version = before.version + 1;
    const note = { ...before, ...noteTextOf(content), files, version, savedAt: now, savedBy: editor };
    await addVersion(transaction, note);
    await transaction
      .updateTable('notes')
      .set({ version, is_public: content.isPublic ? 1 : 0 })
      .where('id', '=', id)
      .execute();
    return { outcome: 'saved', note, before };
  });
}

/** Deletes a slide with its history. */
export function removeSlide(
  database: Database<SlidesSchema>,
  id: number,
  mayReplace: Save['matchesVersion'],
): Promise<Refusal | Deletion> {
  return database.write(async (transaction): Promise<Refusal | Deletion> => {
    const note = await locked(database, transaction, id);
    if (!note) return { outcome: 'missing' };
    if (!mayReplace(note)) return { outcome: 'changed meanwhile', note };
    return { outcome: 'deleted', note, images: await deleteSlides(transaction, [id]) };
  });
}

/** Deletes slides with their history; resolves to the names of all pictures they ever had that nothing else shows. */
export async function deleteSlides(transaction: Transaction<SlidesSchema>, ids: readonly number[]): Promise<string[]> {
  const rows = await transaction
    .selectFrom('note_versions')
    .select('files')
    .distinct()
    .where('note_id', 'in', ids)
    .execute();
  await transaction.deleteFrom('notes').where('id', 'in', ids).execute();
  const files = rows.flatMap((row) => JSON.parse(row.files) as NoteFile[]);
  const images = new Set(files.map(({ fileName }) => fileName));
  for (const fileName of await keptAmong(transaction, [...images])) images.delete(fileName);
  return [...images];
}

/** Those of these pictures that texts show. */
async function keptAmong(transaction: Transaction<SlidesSchema>, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await transaction.selectFrom('pictures').select('file_name').where('file_name', 'in', names).execute();
  return rows.map(({ file_name }) => file_name);
}

async function addVersion(transaction: Transaction<SlidesSchema>, note: SavedSlide): Promise<void> {
  await transaction
    .insertInto('note_versions')
    .values({
      note_id: note.id,
      version: note.version,
      ...columnsOfText(note),
      length: characterCount(note.message),
      files: JSON.stringify(note.files),
      ...savedNow(note.savedBy, note.savedAt),
    })
    .execute();
  await transaction.deleteFrom('note_words').where('note_id', '=', note.id).execute();
  const words = titleWords(note.title).map((word) => ({ word, note_id: note.id }));
  if (words.length > 0) await transaction.insertInto('note_words').values(words).execute();
}

async function locked(
  { dialect }: Database<SlidesSchema>,
  transaction: Transaction<SlidesSchema>,
  id: number,
): Promise<SavedSlide | null> {
  if (dialect === 'postgres') {
    await transaction.selectFrom('notes').select('id').where('id', '=', id).forUpdate().execute();
  }
  return findSlide(transaction, id);
}

/**
 * Puts slides into this order among each other: they share the places that they have, so that all others stay where
 * they are. False, and nothing is changed, when one of them is not there.
 */
export function orderSlides(database: Database<SlidesSchema>, ids: readonly number[]): Promise<boolean> {
  return database.write(async (transaction) => {
    // Two that order at once would share places that are no longer theirs.
    await lockTable(database, transaction, 'notes');
    const rows = await transaction.selectFrom('notes').select(['id', 'place']).where('id', 'in', ids).execute();
    if (rows.length !== ids.length) return false;
    const places = rows.map(({ place }) => place).sort((one, other) => other - one);
    const before = new Map(rows.map(({ id, place }) => [id, place]));
    for (const [at, id] of ids.entries()) {
      const place = places[at] ?? 0;
      if (before.get(id) === place) continue;
      await transaction.updateTable('notes').set({ place }).where('id', '=', id).execute();
    }
    return true;
  });
}

/** The words that a title is found by. */
export const titleWords = (title: string): string[] => [...new Set(wordsOf(title))];
