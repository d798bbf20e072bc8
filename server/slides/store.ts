// SQL of the slides of the home page: reading, search, saving with history, and order; types of their table rows.
import type { FastifyBaseLogger } from 'fastify';
import { type Generated, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Editor } from '../../contract/answers.ts';
import type { NoteFile } from '../../contract/slides/slides.ts';
import { lockTable } from '../platform/database/concurrent-writes.ts';
import type { DemonstrationSchema } from '../platform/database/demonstration-records.ts';
import { type Database, type EditorColumns, editorOfRow, savedNow } from '../platform/database/types.ts';
import type { StoredFiles } from '../platform/files/stored-files.ts';
import { characterCount } from '../platform/text/fold-search.ts';
import type { WordRange } from '../platform/text/words.ts';
import * as slides from './slide.ts';

export type SlidesDatabase = Database<SlidesSchema>;
export type SlidesSource = Kysely<SlidesSchema>;
type SlidesChange = Transaction<SlidesSchema>;

export interface SlidesContext {
  readonly database: SlidesDatabase;
  readonly images: StoredFiles;
  readonly incomingFolder: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  /** Called after a commit that changed what visitors see of the slides. */
  readonly onChange: () => void;
}

/** Times are milliseconds since the epoch, `length` counts characters of the message. */
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

interface NoteVersionTable extends EditorColumns, slides.SlideTextColumns {
  note_id: number;
  version: number;
  length: number;
  /** JSON of NoteFile[]. */
  files: string;
}

export type Refusal =
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'changed meanwhile'; readonly note: slides.SavedSlide };
/** What became of a save. `before` is `note` when nothing changed: such a save makes no version. */
export type Saving =
  | Refusal
  | { readonly outcome: 'saved'; readonly note: slides.SavedSlide; readonly before: slides.SavedSlide };

/** A deleted slide and the names of all pictures it ever had that no text keeps. */
interface Deletion {
  readonly outcome: 'deleted';
  readonly note: slides.SavedSlide;
  readonly images: readonly string[];
}

/** Who saves when, and whether the state that stands may be replaced. */
export interface Save {
  readonly editor: Editor | null;
  readonly now: number;
  readonly matchesVersion: (note: slides.SavedSlide) => boolean;
}

export function createSlide(
  database: SlidesDatabase,
  content: slides.SlideContent,
  { editor, now }: Pick<Save, 'editor' | 'now'>,
): Promise<slides.SavedSlide> {
  return database.write((transaction) => insertSlide(transaction, content, editor, now));
}

export async function insertSlide(
  transaction: SlidesChange,
  content: slides.SlideContent,
  editor: Editor | null,
  now: number,
): Promise<slides.SavedSlide> {
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
  database: SlidesDatabase,
  id: number,
  next: (before: slides.SavedSlide) => slides.SlideContent,
  { editor, now, matchesVersion: mayReplace }: Save,
): Promise<Saving> {
  return database.write(async (transaction): Promise<Saving> => {
    const before = await locked(database, transaction, id);
    if (!before) return { outcome: 'missing' };
    if (!mayReplace(before)) return { outcome: 'changed meanwhile', note: before };
    const content = next(before);
    if (slides.sameContent(before, content)) return { outcome: 'saved', note: before, before };
    const { files } = content;
    const version = before.version + 1;
    const note = { ...before, ...slides.noteTextOf(content), files, version, savedAt: now, savedBy: editor };
    await addVersion(transaction, note);
    await transaction
      .updateTable('notes')
      .set({ version, is_public: content.isPublic ? 1 : 0 })
      .where('id', '=', id)
      .execute();
    return { outcome: 'saved', note, before };
  });
}

export function removeSlide(
  database: SlidesDatabase,
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
export async function deleteSlides(transaction: SlidesChange, ids: readonly number[]): Promise<string[]> {
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
async function keptAmong(transaction: SlidesChange, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await transaction.selectFrom('pictures').select('file_name').where('file_name', 'in', names).execute();
  return rows.map(({ file_name }) => file_name);
}

async function addVersion(transaction: SlidesChange, note: slides.SavedSlide): Promise<void> {
  await transaction
    .insertInto('note_versions')
    .values({
      note_id: note.id,
      version: note.version,
      ...slides.columnsOfText(note),
      length: characterCount(note.message),
      files: JSON.stringify(note.files),
      ...savedNow(note.savedBy, note.savedAt),
    })
    .execute();
  await transaction.deleteFrom('note_words').where('note_id', '=', note.id).execute();
  const words = slides.titleWords(note.title).map((word) => ({ word, note_id: note.id }));
  if (words.length > 0) await transaction.insertInto('note_words').values(words).execute();
}

async function locked(
  { dialect }: SlidesDatabase,
  transaction: SlidesChange,
  id: number,
): Promise<slides.SavedSlide | null> {
  if (dialect === 'postgres') {
    await transaction.selectFrom('notes').select('id').where('id', '=', id).forUpdate().execute();
  }
  return findSlide(transaction, id);
}

/** Puts slides into this order in the places they share; false, and nothing changes, when one of them is gone. */
export function orderSlides(database: SlidesDatabase, ids: readonly number[]): Promise<boolean> {
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

interface SlideSearch {
  /** Words that the title has to hold; null: any title. */
  readonly words: readonly WordRange[] | null;
  readonly publishedOnly: boolean;
  readonly limit: number;
  /** Slides behind this one only. */
  readonly before?: number | undefined;
}

/** Slides in their order, a new one first. */
export async function searchSlides(
  read: SlidesSource,
  { words, publishedOnly, limit, before }: SlideSearch,
): Promise<slides.SavedSlide[]> {
  // Only marks were typed: no title is found by them.
  if (words?.length === 0) return [];
  let query = newestSlides(read).orderBy('notes.place', 'desc').limit(limit);
  if (publishedOnly) query = query.where('notes.is_public', '=', 1);
  if (before !== undefined) {
    // One that is gone meanwhile stood where its id says, unless it was moved.
    const place = sql<number>`COALESCE((SELECT place FROM notes WHERE id = ${before}), ${before})`;
    query = query.where('notes.place', '<', place);
  }
  for (const [from, to] of words ?? []) {
    const holding = read.selectFrom('note_words').select('note_id').where('word', '>=', from).where('word', '<=', to);
    query = query.where('notes.id', 'in', holding);
  }
  return (await query.execute()).map(slideOf);
}

export async function findSlide(read: SlidesSource, id: number): Promise<slides.SavedSlide | null> {
  const row = await newestSlides(read).where('notes.id', '=', id).executeTakeFirst();
  return row ? slideOf(row) : null;
}

/** Every saved state of a slide, the newest first; empty when there is no such slide. */
export async function listSlideRevisions(read: SlidesSource, id: number): Promise<slides.VersionFacts[]> {
  const rows = await read
    .selectFrom('note_versions')
    .select(['version', 'title', 'length', 'saved_at', 'editor_uid', 'editor_name', 'editor_email'])
    .where('note_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  return rows.map((row) => ({
    version: row.version,
    title: row.title,
    length: row.length,
    savedAt: row.saved_at,
    savedBy: editorOfRow(row),
  }));
}

export async function findSlideRevision(
  read: SlidesSource,
  id: number,
  version: number,
): Promise<slides.SavedSlide | null> {
  const row = await read
    .selectFrom('note_versions')
    .innerJoin('notes', 'notes.id', 'note_versions.note_id')
    .selectAll('note_versions')
    .select('notes.created_at')
    .where('note_id', '=', id)
    .where('note_versions.version', '=', version)
    .executeTakeFirst();
  return row ? slideOf(row) : null;
}

type NoteRow = Selectable<SlidesSchema['note_versions']> & { readonly created_at: number };

/** Slides, each in its newest state. */
export const newestSlides = (read: SlidesSource) =>
  read
    .selectFrom('notes')
    .innerJoin('note_versions', (join) =>
      join.onRef('note_versions.note_id', '=', 'notes.id').onRef('note_versions.version', '=', 'notes.version'),
    )
    .selectAll('note_versions')
    .select('notes.created_at');

const slideOf = (row: NoteRow): slides.SavedSlide => ({
  id: row.note_id,
  ...slides.textOfRow(row),
  files: JSON.parse(row.files) as NoteFile[],
  createdAt: row.created_at,
  version: row.version,
  savedAt: row.saved_at,
  savedBy: editorOfRow(row),
});
