/** Tables of company pages: reading, saving and history. */
import { sql } from 'kysely';
import type { Editor } from '../../contract/answers.ts';
import { type Database, editorOfRow, savedNow } from '../platform/database/types.ts';
import { characterCount } from '../platform/text/fold-search.ts';
import type { AboutVersionRow, PortalChange, PortalSchema, PortalSource } from '../portal-database/schema.ts';

type PagesDatabase = Database<PortalSchema>;

export interface PagesContext {
  readonly database: PagesDatabase;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Called after a commit that changed what visitors see of the company pages. */
  readonly onChange: () => void;
}

/** What became of a save. `changed`: whether it made a version; a save of the same text makes none. */
export type Saving =
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'changed meanwhile'; readonly page: SavedPage }
  | { readonly outcome: 'saved'; readonly page: SavedPage; readonly changed: boolean };

/** Who saves what when, and whether the state that stands may be replaced. */
export interface Save {
  readonly editor: Editor | null;
  readonly now: number;
  readonly matchesVersion: (page: SavedPage) => boolean;
}

/** Makes a page; null when there is one of this name. The versions of a removed one are counted on. */
export function createAboutPage(
  database: PagesDatabase,
  alias: string,
  mdInfo: string,
  { editor, now }: Pick<Save, 'editor' | 'now'>,
): Promise<SavedPage | null> {
  return database.write(async (transaction) => {
    if (await lockedPage(database, transaction, alias)) return null;
    return publishAboutPage(transaction, alias, mdInfo, editor, now);
  });
}

export function changeAboutPage(database: PagesDatabase, alias: string, mdInfo: string, save: Save): Promise<Saving> {
  return database.write(async (transaction): Promise<Saving> => {
    const page = await lockedPage(database, transaction, alias);
    return page ? replaceText(transaction, page, { alias, mdInfo }, save) : { outcome: 'missing' };
  });
}

/** Makes an earlier text the newest one; brings a removed page back. */
export function restoreAboutPage(database: PagesDatabase, alias: string, version: number, save: Save): Promise<Saving> {
  return database.write(async (transaction): Promise<Saving> => {
    const page = await lockedPage(database, transaction, alias);
    const earlier = await findPageRevision(transaction, alias, version);
    return earlier ? replaceText(transaction, page, earlier, save) : { outcome: 'missing' };
  });
}

/** Publishes a text over a locked page, unless that was changed meanwhile or has this text already. */
async function replaceText(
  transaction: PortalChange,
  page: SavedPage | null,
  { alias, mdInfo }: Pick<SavedPage, 'alias' | 'mdInfo'>,
  { editor, now, matchesVersion }: Save,
): Promise<Saving> {
  if (page && !matchesVersion(page)) return { outcome: 'changed meanwhile', page };
  if (page?.mdInfo === mdInfo) return { outcome: 'saved', page, changed: false };
  return { outcome: 'saved', page: await publishAboutPage(transaction, alias, mdInfo, editor, now), changed: true };
}

/** Takes a page away; its versions stay. */
export function removeAboutPage(
  database: PagesDatabase,
  alias: string,
  mayReplace: Save['matchesVersion'],
): Promise<Saving> {
  return database.write(async (transaction): Promise<Saving> => {
    const page = await lockedPage(database, transaction, alias);
    if (!page) return { outcome: 'missing' };
    if (!mayReplace(page)) return { outcome: 'changed meanwhile', page };
    await transaction.deleteFrom('about_pages').where('alias', '=', alias).execute();
    return { outcome: 'saved', page, changed: true };
  });
}

/** Saves a text as the newest of its page, which is made when there is none. */
export async function publishAboutPage(
  transaction: PortalChange,
  alias: string,
  mdInfo: string,
  editor: Editor | null,
  now: number,
): Promise<SavedPage> {
  const { last } = await transaction
    .selectFrom('about_versions')
    .select(({ fn }) => fn.max('version').as('last'))
    .where('alias', '=', alias)
    .executeTakeFirstOrThrow();
  const version = Number(last ?? 0) + 1;
  const row = { alias, version, md_info: mdInfo, length: characterCount(mdInfo), ...savedNow(editor, now) };
  await transaction.insertInto('about_versions').values(row).execute();
  await transaction
    .insertInto('about_pages')
    .values({ alias, version })
    .onConflict((conflict) => conflict.column('alias').doUpdateSet({ version }))
    .execute();
  return toSavedPage(row);
}

/** The page as it is out, for a change in this transaction: saves of one page follow one another. */
async function lockedPage({ dialect }: PagesDatabase, change: PortalChange, alias: string): Promise<SavedPage | null> {
  // By name and not by row: a page that is made, or brought back, has no row yet.
  if (dialect === 'postgres') {
    await sql`SELECT pg_advisory_xact_lock(hashtext(${`about page ${alias}`}))`.execute(change);
  }
  return findPage(change, alias);
}

export interface SavedPage {
  readonly alias: string;
  readonly mdInfo: string;
  readonly version: number;
  readonly savedAt: number;
  readonly savedBy: Editor | null;
}

/** Every page, in the order they were made. */
export async function listAboutPages(read: PortalSource): Promise<SavedPage[]> {
  return (await current(read).orderBy('about_pages.id').execute()).map(toSavedPage);
}

export async function findPage(read: PortalSource, alias: string): Promise<SavedPage | null> {
  const row = await current(read).where('about_pages.alias', '=', alias).executeTakeFirst();
  return row ? toSavedPage(row) : null;
}

/** Every saved state of a page, the newest first, without the texts. */
export function listAboutRevisions(read: PortalSource, alias: string): Promise<Omit<AboutVersionRow, 'md_info'>[]> {
  return read
    .selectFrom('about_versions')
    .select(['alias', 'version', 'length', 'saved_at', 'editor_uid', 'editor_name', 'editor_email'])
    .where('alias', '=', alias)
    .orderBy('version', 'desc')
    .execute();
}

export async function findPageRevision(read: PortalSource, alias: string, version: number): Promise<SavedPage | null> {
  const row = await read
    .selectFrom('about_versions')
    .selectAll()
    .where('alias', '=', alias)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ? toSavedPage(row) : null;
}

const current = (read: PortalSource) =>
  read
    .selectFrom('about_pages')
    .innerJoin('about_versions', (join) =>
      join
        .onRef('about_versions.alias', '=', 'about_pages.alias')
        .onRef('about_versions.version', '=', 'about_pages.version'),
    )
    .selectAll('about_versions');

const toSavedPage = (row: AboutVersionRow): SavedPage => ({
  alias: row.alias,
  mdInfo: row.md_info,
  version: row.version,
  savedAt: row.saved_at,
  savedBy: editorOfRow(row),
});
