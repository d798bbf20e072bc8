import type { Kysely } from 'kysely';
import type { Editor } from '../../../contract/versions.ts';
import { editorOfRow } from '../../database/editor-columns.ts';
import type { InformatorSchema } from '../schema.ts';
import type { AboutVersionRow } from './schema.ts';

type Source = Kysely<InformatorSchema>;

/** One saved state of a page. */
export interface SavedPage {
  readonly alias: string;
  readonly mdInfo: string;
  readonly version: number;
  readonly savedAt: number;
  readonly savedBy: Editor | null;
}

/** Every page, in the order they were made. */
export async function listAboutPages(read: Source): Promise<SavedPage[]> {
  return (await current(read).orderBy('about_pages.id').execute()).map(pageOf);
}

/** The page as it is out, or null. */
export async function byAlias(read: Source, alias: string): Promise<SavedPage | null> {
  const row = await current(read).where('about_pages.alias', '=', alias).executeTakeFirst();
  return row ? pageOf(row) : null;
}

/** Every saved state of a page, the newest first, without the texts. */
export function listAboutRevisions(read: Source, alias: string): Promise<Omit<AboutVersionRow, 'md_info'>[]> {
  return read
    .selectFrom('about_versions')
    .select(['alias', 'version', 'length', 'saved_at', 'editor_uid', 'editor_name', 'editor_email'])
    .where('alias', '=', alias)
    .orderBy('version', 'desc')
    .execute();
}

/** One saved state, or null. */
export async function byVersion(read: Source, alias: string, version: number): Promise<SavedPage | null> {
  const row = await read
    .selectFrom('about_versions')
    .selectAll()
    .where('alias', '=', alias)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ? pageOf(row) : null;
}

const current = (read: Source) =>
  read
    .selectFrom('about_pages')
    .innerJoin('about_versions', (join) =>
      join
        .onRef('about_versions.alias', '=', 'about_pages.alias')
        .onRef('about_versions.version', '=', 'about_pages.version'),
    )
    .selectAll('about_versions');

/** A row as a state. */
export const pageOf = (row: AboutVersionRow): SavedPage => ({
  alias: row.alias,
  mdInfo: row.md_info,
  version: row.version,
  savedAt: row.saved_at,
  savedBy: editorOfRow(row),
});
