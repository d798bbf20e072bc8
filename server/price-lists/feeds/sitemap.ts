import { NAMES_SITEMAP } from '../../../contract/api.ts';
import { SITEMAP_PART } from '../../../contract/limits.ts';
import { IS_SHOWN } from '../../catalogue/context/position.ts';
import type { JobConnection } from '../../platform/database/types.ts';
import { selectRows } from '../price-list/rows.ts';
import { element, positionPages, productAddress, type Shop, XML_HEAD } from './feed-writing.ts';

const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Milliseconds as the date and time of a sitemap (W3C). */
const moment = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;

interface PartRow {
  readonly part: number;
  readonly changed: number;
}

/**
 * The index of sitemaps (https://www.sitemaps.org/protocol.html#index): the prebuilt pages, makers and brands, and the
 * parts of products that hold any. A part is a range of ids, so no row ever moves to another one.
 */
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

/** One part of the products. */
export async function* sitemapProducts(
  connection: JobConnection,
  shop: Shop,
  part: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
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
