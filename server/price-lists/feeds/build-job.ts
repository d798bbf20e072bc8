// The job that writes a sitemap or the Yandex YML feed of priced positions into a file for search engines.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { PositionRecord } from '../../../contract/catalogue/columns.ts';
import { FEED_VERSION } from '../../catalogue/context/versions.ts';
import type { Job, JobConnection } from '../../platform/database/jobs.ts';
import { selectRows } from '../price-list/rows.ts';
import * as feedWriting from './feed-writing.ts';

/** `index` and `products-<n>` are sitemaps, `yml` is the feed of priced positions. */
export type FeedKind = 'index' | 'yml' | `products-${number}`;

export interface FeedArgs extends YmlArgs {
  readonly kind: FeedKind;
  /** Where the file is written, packed by gzip; its folder exists. */
  readonly path: string;
}

/** `version` is that of what the file shows, as in version.ts. */
export interface BuiltFeed {
  readonly version: number;
}

/** Writes one feed from one snapshot, a page of rows at a time. */
const build: Job<FeedArgs, BuiltFeed> = async (connection, args, _emit, signal) => {
  const [state] = await selectRows<{ version: number }>(connection, FEED_VERSION);
  const text = Readable.from(encoded(textOf(connection, args, signal)), { objectMode: false });
  await pipeline(text, createGzip(), createWriteStream(args.path), { signal });
  return { version: Number(state?.version ?? 0) };
};
export default build;

function textOf(connection: JobConnection, args: FeedArgs, signal: AbortSignal): AsyncGenerator<string> {
  if (args.kind === 'index') return feedWriting.sitemapIndex(connection, args.shop);
  if (args.kind === 'yml') return yml(connection, args, signal);
  return feedWriting.sitemapProducts(connection, args.shop, Number(args.kind.slice('products-'.length)), signal);
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}

/** Lengths that Yandex allows, characters. https://yandex.ru/support/direct/feeds/requirements-yml.html */
const SHOP_NAME_MAX = 20;
const NAME_MAX = 150;
const VENDOR_CODE_MAX = 100;
const DESCRIPTION_MAX = 3_000;

const CURRENCY = 'RUB';
const CATEGORY = { id: 1, title: 'Запчасти' };

const COLUMNS = ['id', 'article', 'title', 'price', 'amount', 'manufacturer', 'brand_id', 'photo', 'alias'] as const;
type OfferRow = Pick<PositionRecord, (typeof COLUMNS)[number]>;

/** `written` is the moment of the feed as YYYY-MM-DD hh:mm in the shop's time zone. */
interface YmlArgs {
  readonly shop: feedWriting.Shop;
  readonly liveDay: number;
  readonly written: string;
}

/** All positions with a price that still counts, as a feed in Yandex's format. */
async function* yml(connection: JobConnection, { shop, liveDay, written }: YmlArgs, signal: AbortSignal) {
  const brands = await selectRows<{ id: number; title: string }>(connection, 'SELECT id, title FROM brands');
  const titles = new Map(brands.map(({ id, title }) => [id, title]));
  yield head(shop, written);
  const priced = `price > 0 AND price_day >= ${liveDay}`;
  for await (const page of feedWriting.positionPages<OfferRow>(connection, COLUMNS.join(', '), priced, signal)) {
    yield page.map((row) => offer(row, titles.get(row.brand_id) ?? '', shop)).join('');
  }
  yield '</offers>\n</shop>\n</yml_catalog>\n';
}

function head(shop: feedWriting.Shop, written: string): string {
  return `${feedWriting.XML_HEAD}<yml_catalog date="${written}">
<shop>
${feedWriting.element('name', cut(shop.name, SHOP_NAME_MAX))}${feedWriting.element('company', shop.name)}${feedWriting.element('url', shop.address)}
<currencies><currency id="${CURRENCY}" rate="1"/></currencies>
<categories><category id="${CATEGORY.id}">${CATEGORY.title}</category></categories>
<offers>
`;
}

/** One position as an offer. The manufacturer is the vendor; without one, the brand. */
function offer(row: OfferRow, brand: string, shop: feedWriting.Shop): string {
  const title = plain(row.title);
  const article = plain(row.article);
  const vendor = plain(row.manufacturer) || plain(brand);
  const description = [title, `Артикул ${article}`, vendor].filter(Boolean).join('. ');
  return [
    `<offer id="${row.id}" available="${row.amount > 0}">`,
    feedWriting.element('url', feedWriting.productAddress(shop, row.alias)),
    feedWriting.element('price', (row.price / 100).toFixed(2)),
    feedWriting.element('currencyId', CURRENCY),
    feedWriting.element('categoryId', CATEGORY.id),
    row.photo ? feedWriting.element('picture', feedWriting.photoAddress(shop, row.photo)) : '',
    feedWriting.element('name', cut(`${title} ${article}`.trim(), NAME_MAX)),
    vendor && feedWriting.element('vendor', vendor),
    feedWriting.element('vendorCode', cut(article, VENDOR_CODE_MAX)),
    feedWriting.element('description', cut(description, DESCRIPTION_MAX)),
    '</offer>\n',
  ].join('');
}

/** One line without control characters. */
const plain = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** At most so many characters; a letter of two units stays whole. */
const cut = (text: string, length: number): string =>
  text.length <= length
    ? text
    : text
        .slice(0, length)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd();
