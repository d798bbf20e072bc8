import type { Kysely } from 'kysely';
import { fingerprintOf, type KindOf } from '../../demonstration/records.ts';
import type { InformatorSchema } from '../schema.ts';
import { demoPageFits } from './demo-pages.ts';

const standing = (source: Kysely<InformatorSchema>) =>
  source
    .selectFrom('about_pages')
    .innerJoin('about_versions as state', (join) =>
      join.onRef('state.alias', '=', 'about_pages.alias').onRef('state.version', '=', 'about_pages.version'),
    )
    .select(['state.alias', 'state.version', 'state.md_info', 'state.editor_uid']);

/** Company pages, by their name. */
export const PAGES: KindOf<InformatorSchema> = {
  kind: 'page',
  read: async (source, ids) =>
    (await standing(source).where('about_pages.alias', 'in', ids).orderBy('about_pages.id').execute()).map(
      ({ alias, version, md_info }) => ({
        kind: 'page',
        id: alias,
        name: alias,
        fingerprint: fingerprintOf([version, md_info]),
      }),
    ),
  recognise: async (source) =>
    (await standing(source).where('state.version', '=', 1).where('state.editor_uid', 'is', null).execute())
      .filter(({ alias, md_info }) => demoPageFits(alias, md_info))
      .map(({ alias }) => alias),
};
