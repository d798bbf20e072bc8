// Writes sitemaps, and what all feeds for search engines share: addresses, XML texts, pages of visible positions.
import { BRIDGE, NAMES_SITEMAP } from '../../../contract/api.ts';
import { SITEMAP_PART } from '../../../contract/limits.ts';
import { routeLinks } from '../../../rules/routes.ts';
import { IS_SHOWN } from '../../catalogue/context/position.ts';
import type { JobConnection } from '../../platform/database/jobs.ts';
import { selectRows } from '../price-list/rows.ts';

const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Milliseconds as the date and time of a sitemap (W3C). */
const moment = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;

interface PartRow {
  readonly part: number;
  readonly changed: number;
}

/** An index (https://www.sitemaps.org/protocol.html#index). Parts are ranges of ids, so no row moves to another. */
export async function* sitemapIndex(connection: JobConnection, shop: Shop): AsyncGenerator<string> {
  const parts = await selectRows<PartRow>(
    connection,
    `SELECT (id - 1) / ${SITEMAP_PART} AS part, max(updated_at) AS changed FROM positions
     WHERE ${IS_SHOWN} GROUP BY 1 ORDER BY 1`,
  );
  yield `${XML_HEAD}<sitemapindex ${SCHEMA}>\n<sitemap>${element('loc', `${shop.address}/sitemap-pages.xml`)}</sitemap>\n`;
  yield `<sitemap>${element('loc', shop.address + NAMES_SITEMAP)}</sitemap>\n`;
  for (const { part, changed } of parts) {
    const address = `${shop.address}/sitemap-products-${Number(part) + 1}.xml`;
    yield `<sitemap>${element('loc', address)}${element('lastmod', moment(Number(changed)))}</sitemap>\n`;
  }
  yield '</sitemapindex>\n';
}

interface ProductRow {
  readonly id: number;
  readonly alias: string;
  readonly updated_at: number;
}

/** The ids of a part, which counts from 1: greater than `after`, up to `last`. */
export const idsOf = (part: number) => ({ after: (part - 1) * SITEMAP_PART, last: part * SITEMAP_PART });

export async function* sitemapProducts(connection: JobConnection, shop: Shop, part: number, signal: AbortSignal) {
  const { after, last } = idsOf(part);
  yield `${XML_HEAD}<urlset ${SCHEMA}>\n`;
  const columns = 'id, alias, updated_at';
  for await (const page of positionPages<ProductRow>(connection, columns, `id <= ${last}`, signal, after)) {
    yield page
      .map(
        ({ alias, updated_at }) =>
          `<url>${element('loc', productAddress(shop, alias))}${element('lastmod', moment(updated_at))}</url>\n`,
      )
      .join('');
  }
  yield '</urlset>\n';
}

/** What the feeds say of the shop itself; plain values, they travel to the thread that writes the files. */
export interface Shop {
  readonly name: string;
  /** Address of the site, without a slash at the end. */
  readonly address: string;
  /** Where this service is reached from outside, for its pictures. */
  readonly serviceAddress: string;
}

export const productAddress = ({ address }: Shop, alias: string): string => address + routeLinks.product(alias);

export const photoAddress = ({ serviceAddress }: Shop, photo: string): string =>
  `${serviceAddress}${BRIDGE}/card/photo/${encodeURIComponent(photo)}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text as the content of an element or attribute of XML 1.0: markup escaped, what no XML can hold left out. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '');

export const element = (name: string, text: string | number): string => `<${name}>${xml(String(text))}</${name}>`;

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

const PAGE = 5_000;

/** Visible positions by key. `columns` names the id first; `condition` holds no text from outside. */
export async function* positionPages<Row extends { readonly id: number }>(
  connection: JobConnection,
  columns: string,
  condition: string,
  signal: AbortSignal,
  after = 0,
): AsyncGenerator<Row[]> {
  let last = after;
  while (true) {
    signal.throwIfAborted();
    const page = await selectRows<Row>(
      connection,
      `SELECT ${columns} FROM positions WHERE id > ${last} AND ${IS_SHOWN} AND ${condition} ORDER BY id LIMIT ${PAGE}`,
    );
    const end = page.at(-1);
    if (!end) return;
    last = end.id;
    yield page;
  }
}
