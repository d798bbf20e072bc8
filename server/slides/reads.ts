import { type Kysely, type Selectable, sql } from 'kysely';
import type { NoteFile } from '../../contract/slides/slides.ts';
import { editorOfRow } from '../platform/database/editor-columns.ts';
import type { WordRange } from '../platform/text/words.ts';
import type { SlidesSchema } from './context.ts';
import { type SavedSlide, textOfRow, type VersionFacts } from './slide.ts';

type Source = Kysely<SlidesSchema>;

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
  read: Source,
  { words, publishedOnly, limit, before }: SlideSearch,
): Promise<SavedSlide[]> {
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

/** A slide, or null. */
export async function findSlide(read: Source, id: number): Promise<SavedSlide | null> {
  const row = await newestSlides(read).where('notes.id', '=', id).executeTakeFirst();
  return row ? slideOf(row) : null;
}

/** Every saved state of a slide, the newest first; empty when there is no such slide. */
export async function listSlideRevisions(read: Source, id: number): Promise<VersionFacts[]> {
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

/** One saved state of a slide, or null. */
export async function findSlideRevision(read: Source, id: number, version: number): Promise<SavedSlide | null> {
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
export const newestSlides = (read: Kysely<SlidesSchema>) =>
  read
    .selectFrom('notes')
    .innerJoin('note_versions', (join) =>
      join.onRef('note_versions.note_id', '=', 'notes.id').onRef('note_versions.version', '=', 'notes.version'),
    )
    .selectAll('note_versions')
    .select('notes.created_at');

/** A row as a state. */
const slideOf = (row: NoteRow): SavedSlide => ({
  id: row.note_id,
  ...textOfRow(row),
  files: JSON.parse(row.files) as NoteFile[],
  createdAt: row.created_at,
  version: row.version,
  savedAt: row.saved_at,
  savedBy: editorOfRow(row),
});
