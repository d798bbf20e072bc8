import { ABOUT_ALIASES } from '../../../contract/about-aliases.ts';
import { lockTable } from '../../database/lock-table.ts';
import { recordRead } from '../../demonstration/records.ts';
import type { ContentContext } from './context.ts';
import { type Company, demoPages } from './demo-pages.ts';
import { PAGES } from './recognise.ts';
import { publishAboutPage } from './store.ts';

/** Fills the company pages where none was ever saved; whether it did. */
export function fillDemoPages({ database, clock }: ContentContext, company: Company): Promise<boolean> {
  const now = clock();
  return database.write(async (transaction) => {
    // Another server may have started at the same moment.
    await lockTable(database, transaction, 'about_versions');
    const saved = await transaction.selectFrom('about_versions').select('alias').limit(1).executeTakeFirst();
    if (saved) return false;
    for (const { alias, mdInfo } of demoPages(company))
      await publishAboutPage(transaction, alias, mdInfo, null, now);
    await recordRead(transaction, PAGES, ABOUT_ALIASES);
    return true;
  });
}
