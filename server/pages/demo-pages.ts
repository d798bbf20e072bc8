/** Company pages of the demonstration: fills them in, and finds them again for their removal. */
import { PRIVACY_PAGE } from '../../contract/pages/forms.ts';
import { lockTable } from '../platform/database/concurrent-writes.ts';
import { fingerprintOf, type KindOf, recordThings } from '../platform/database/demonstration-records.ts';
import type { PortalSchema, PortalSource } from '../portal-database/schema.ts';
import { type Company, DEMO_PAGES, demoPageFits, demoPages } from './demo-texts.ts';
import { type PagesContext, publishAboutPage } from './page-store.ts';

const currentPages = (source: PortalSource) =>
  source
    .selectFrom('about_pages')
    .innerJoin('about_versions as state', (join) =>
      join.onRef('state.alias', '=', 'about_pages.alias').onRef('state.version', '=', 'about_pages.version'),
    )
    .select(['state.alias', 'state.version', 'state.md_info', 'state.editor_uid']);

export const PAGES: KindOf<PortalSchema> = {
  kind: 'page',
  read: async (source, ids) =>
    (await currentPages(source).where('about_pages.alias', 'in', ids).orderBy('about_pages.id').execute()).map(
      ({ alias, version, md_info }) => ({
        kind: 'page',
        id: alias,
        name: alias,
        fingerprint: fingerprintOf([version, md_info]),
      }),
    ),
  recognise: async (source) =>
    (await currentPages(source).where('state.version', '=', 1).where('state.editor_uid', 'is', null).execute())
      .filter(({ alias, md_info }) => demoPageFits(alias, md_info))
      .map(({ alias }) => alias),
};

/** Fills the company pages where none was ever saved; whether it did. */
export function fillDemoPages({ database, clock }: PagesContext, company: Company): Promise<boolean> {
  const now = clock();
  return database.write(async (transaction) => {
    // Another server may have started at the same moment.
    await lockTable(database, transaction, 'about_versions');
    const versions = transaction.selectFrom('about_versions').select('alias');
    const saved = await versions.where('alias', '<>', PRIVACY_PAGE).limit(1).executeTakeFirst();
    if (saved) return false;
    for (const { alias, mdInfo } of demoPages(company)) await publishAboutPage(transaction, alias, mdInfo, null, now);
    await recordThings(transaction, PAGES, DEMO_PAGES);
    return true;
  });
}
