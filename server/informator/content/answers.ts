import type { AboutPage, AboutVersion } from '../../../contract/about.ts';
import type { PublishedPage } from '../../../contract/site.ts';
import type { VersionRow } from '../../../contract/versions.ts';
import { editorOfRow } from '../../database/editor-columns.ts';
import { lengthOf } from '../../text/markup.ts';
import type { SavedPage } from './reads.ts';
import type { AboutVersionRow } from './schema.ts';

/** A page as the API shows it. */
export const pageAnswer = ({ alias, mdInfo }: SavedPage): AboutPage => ({ alias, mdInfo });

/** A page as the site is built from it. */
export const publishedPage = (page: SavedPage): PublishedPage => ({
  ...pageAnswer(page),
  updatedAt: new Date(page.savedAt).toISOString(),
});

/** A saved text in the list of them. */
export const versionRowAnswer = (row: Omit<AboutVersionRow, 'md_info'>): VersionRow => ({
  version: row.version,
  savedAt: new Date(row.saved_at).toISOString(),
  savedBy: editorOfRow(row),
  title: '',
  length: row.length,
});

/** A saved text with all there is of it. */
export const versionAnswer = (page: SavedPage): AboutVersion => ({
  ...pageAnswer(page),
  version: page.version,
  savedAt: new Date(page.savedAt).toISOString(),
  savedBy: page.savedBy,
  title: '',
  length: lengthOf(page.mdInfo),
});
