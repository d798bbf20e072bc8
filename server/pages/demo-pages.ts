/** Company pages of the demonstration. */
import { readFileSync } from 'node:fs';
import { ABOUT_ALIASES } from '../../contract/pages/forms.ts';
import type { AboutPage } from '../../contract/pages/pages.ts';
import { lockTable } from '../platform/database/concurrent-writes.ts';
import { fingerprintOf, type KindOf, recordThings } from '../platform/database/demonstration-records.ts';
import type { PortalSchema, PortalSource } from '../portal-database/schema.ts';
import { type PagesContext, publishAboutPage } from './page-store.ts';

interface Company {
  readonly name: string;
  /** With its preposition: «в Челябинске». */
  readonly town: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly delivery: readonly string[];
}

/** The company pages of an invented shop, from demo-pages/; all names and numbers in them are invented. */
export function demoPages({ name, town, phone, email, address, delivery }: Company): AboutPage[] {
  const facts: Readonly<Record<string, string>> = {
    name,
    town,
    phone: `[${phone}](tel:${phone.replace(/[^\d+]/g, '')})`,
    email: `[${email}](mailto:${email})`,
    address,
    delivery: delivery.map((carrier) => `- ${carrier}`).join('\n'),
  };
  return ABOUT_ALIASES.map((alias) => ({
    alias,
    mdInfo: textOf(alias).replaceAll(PLACE, (place) => facts[place.slice(1, -1)] ?? place),
  }));
}

const PLACE = /\{\w+\}/g;

const textOf = (alias: string): string => readFileSync(new URL(`./demo-pages/${alias}.md`, import.meta.url), 'utf8');

/** Whether a text is a page of the demonstration, whatever the settings of the shop said when it was made. */
function demoPageFits(alias: string, mdInfo: string): boolean {
  if (!ABOUT_ALIASES.some((known) => known === alias)) return false;
  const parts = textOf(alias).split(PLACE).map(RegExp.escape);
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`).test(mdInfo);
}

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
    const saved = await transaction.selectFrom('about_versions').select('alias').limit(1).executeTakeFirst();
    if (saved) return false;
    for (const { alias, mdInfo } of demoPages(company)) await publishAboutPage(transaction, alias, mdInfo, null, now);
    await recordThings(transaction, PAGES, ABOUT_ALIASES);
    return true;
  });
}
