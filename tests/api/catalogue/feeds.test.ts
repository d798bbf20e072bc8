import { gunzipSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { SITEMAP_PART } from '../../../contract/limits.ts';
import { buildServer } from '../../../server/platform/http-server/server.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql, type OpenFresh } from '../../support/databases.ts';
import { testIdentity } from '../../support/http-server.ts';
import type { Answer } from '../../support/request.ts';
import { UNHURRIED } from '../../support/unhurried.ts';

const SHOP = {
  name: 'Запчасти & Ко «Уральский склад»',
  address: 'https://parts.example',
  serviceAddress: 'https://api.parts.example',
};
const MANY = ['url', 'offer', 'sitemap'];
const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => MANY.includes(name), parseTagValue: false });

/** What a feed says; fails on anything that is no XML. */
function parsed(text: string) {
  return parser.parse(text, true);
}

interface Shop extends TestBridge {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
}

const withFeeds = (open: OpenFresh, run: (shop: Shop) => Promise<void>) =>
  withBridge(open, async (shop) => {
    const app = await buildServer({
      limits: UNHURRIED,
      services: [{ name: 'feeds', prefix: '', routes: shop.bridge.feeds(() => SHOP) }],
      identity: testIdentity,
    });
    try {
      const get: Shop['get'] = (path, headers = {}) => app.inject({ url: path, headers });
      await run(Object.assign(shop, { get }));
    } finally {
      await app.close();
    }
  });

const HOSTILE = `</script><img src=x onerror=alert(1)>"'&]]>\u0001\u0000\u001f<!--`;

aboveSql('feeds for search engines', (open) => {
  test('the index names the pages and a part for each range of ids that holds products, with the last change', () =>
    withFeeds(open, async ({ add, bridge, get }) => {
      const [, moved] = await add({ article: 'A-1' }, { article: 'A-2' });
      const far = SITEMAP_PART * 2 + 7;
      await bridge.database.write((transaction) =>
        sql`UPDATE positions SET id = ${sql.lit(far)}, updated_at = 1800000000000 WHERE id = ${sql.lit(moved)}`.execute(
          transaction,
        ),
      );
      const answer = await get('/sitemap.xml');
      expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
      expect(parsed(answer.body).sitemapindex.sitemap).toEqual([
        { loc: 'https://parts.example/sitemap-pages.xml' },
        { loc: 'https://parts.example/sitemap-names.xml' },
        { loc: 'https://parts.example/sitemap-products-1.xml', lastmod: '2023-11-14T22:13:20Z' },
        { loc: 'https://parts.example/sitemap-products-3.xml', lastmod: '2027-01-15T08:00:00Z' },
      ]);
      expect(parsed((await get('/sitemap-products-3.xml')).body).urlset.url).toHaveLength(1);
      expect((await get('/sitemap-products-2.xml')).statusCode).toBe(404);
    }));

  test('a part names every product once, under its present address', () =>
    withFeeds(open, async ({ add, get }) => {
      await add({ article: 'A-1', alias: 'a_1' }, { article: 'A-2', alias: 'a&2', price: 0, amount: 0 });
      expect(parsed((await get('/sitemap-products-1.xml')).body).urlset.url).toEqual([
        { loc: 'https://parts.example/catalog/product/a_1', lastmod: '2023-11-14T22:13:20Z' },
        { loc: 'https://parts.example/catalog/product/a%262', lastmod: '2023-11-14T22:13:20Z' },
      ]);
    }));

  test.each([
    '/sitemap-products-0.xml',
    '/sitemap-products-2.xml',
    '/sitemap-products-1',
    '/sitemap-products-x.xml',
    '/sitemap-products-999999999999999999.xml',
    '/sitemap-products--1.xml',
  ])('%s is no part', (path) =>
    withFeeds(open, async ({ add, get }) => {
      await add({ article: 'A-1' });
      const answer = await get(path);
      expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'not found' }]);
    }),
  );

  test('an empty catalogue has an index of pages and names alone and a feed without offers', () =>
    withFeeds(open, async ({ get }) => {
      expect(parsed((await get('/sitemap.xml')).body).sitemapindex.sitemap).toHaveLength(2);
      expect(parsed((await get('/yml.xml')).body).yml_catalog.shop.offers).toBe('');
    }));

  test('the feed of Yandex holds the positions whose price is known and still counts, and only them', () =>
    withFeeds(open, async ({ add, get }) => {
      const ids = await add(
        {
          article: '6205-2RS',
          title: 'Подшипник',
          manufacturer: 'SKF',
          price: 123_450,
          amount: 3,
          photo: 'a1.webp',
          alias: 'b1',
        },
        { article: 'B-2', title: 'Болт', price: 100, amount: 0, alias: 'b2' },
        { article: 'B-3', title: 'Без цены', price: 0, alias: 'b3' },
        { article: 'B-4', title: 'Старая цена', price: 100, priceDay: 19_000, alias: 'b4' },
      );
      const { yml_catalog } = parsed((await get('/yml.xml')).body);
      expect(yml_catalog['@_date']).toBe('2024-10-04 17:00');
      const { shop } = yml_catalog;
      expect(Object.keys(shop)).toEqual(['name', 'company', 'url', 'currencies', 'categories', 'offers']);
      expect(shop).toMatchObject({
        name: 'Запчасти & Ко «Ураль',
        company: SHOP.name,
        url: ['https://parts.example'],
        currencies: { currency: { '@_id': 'RUB', '@_rate': '1' } },
        categories: { category: { '@_id': '1', '#text': 'Запчасти' } },
      });
      expect(shop.offers.offer).toEqual([
        {
          '@_id': String(ids[0]),
          '@_available': 'true',
          url: ['https://parts.example/catalog/product/b1'],
          price: '1234.50',
          currencyId: 'RUB',
          categoryId: '1',
          picture: 'https://api.parts.example/api/bridge/card/photo/a1.webp',
          name: 'Подшипник 6205-2RS',
          vendor: 'SKF',
          vendorCode: '6205-2RS',
          description: 'Подшипник. Артикул 6205-2RS. SKF',
        },
        expect.objectContaining({ '@_id': String(ids[1]), '@_available': 'false', price: '1.00', vendor: 'ТЕСТ' }),
      ]);
    }));

  test('security 37: hostile texts come out of the feeds as text, control characters and markup do not break them', () =>
    withFeeds(open, async ({ add, get, bridge }) => {
      const text = bridge.database.dialect === 'postgres' ? HOSTILE.replaceAll('\u0000', '') : HOSTILE;
      await add({ article: `7${text}`, title: text, manufacturer: `\u001b${text}`, alias: `x"'<>&` });
      const shown = `</script><img src=x onerror=alert(1)>"'&]]> <!--`;
      const { body } = await get('/yml.xml');
      expect(parsed(body).yml_catalog.shop.offers.offer[0]).toMatchObject({
        name: `${shown} 7${shown}`,
        vendor: shown,
        vendorCode: `7${shown}`,
      });
      expect(body).not.toContain('<img');
      expect(parsed((await get('/sitemap-products-1.xml')).body).urlset.url[0].loc).toBe(
        "https://parts.example/catalog/product/x%22'%3C%3E%26",
      );
    }));

  test('long texts are cut to what Yandex takes, never inside a letter', () =>
    withFeeds(open, async ({ add, get }) => {
      await add({ article: '1'.repeat(300), title: '🚜'.repeat(4_000), alias: 'l' });
      const [offer] = parsed((await get('/yml.xml')).body).yml_catalog.shop.offers.offer;
      expect(offer.name).toBe('🚜'.repeat(75));
      expect(offer.vendorCode).toHaveLength(100);
      expect(offer.description).toBe('🚜'.repeat(1_500));
    }));

  test('a feed is packed for who reads gzip, plain for others, and answers 304 to its tag until the catalogue changes', () =>
    withFeeds(open, async ({ add, get }) => {
      await add({ article: 'A-1', alias: 'first' });
      const plain = await get('/yml.xml');
      const packed = await get('/yml.xml', { 'accept-encoding': 'gzip, br' });
      expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
      expect(packed.headers.etag).not.toBe(plain.headers.etag);
      for (const [answer, headers] of [
        [plain, {}],
        [packed, { 'accept-encoding': 'gzip' }],
      ] as const) {
        const again = await get('/yml.xml', { ...headers, 'if-none-match': String(answer.headers.etag) });
        expect([again.statusCode, again.body]).toEqual([304, '']);
      }
      await add({ article: 'A-2', alias: 'second' });
      const changed = await get('/yml.xml', { 'if-none-match': String(plain.headers.etag) });
      expect([changed.statusCode, changed.body.includes('second')]).toEqual([200, true]);
    }));

  test('a new photo is in the feed and moves its product in the sitemap at once; the price list stays as it is', () =>
    withFeeds(open, async ({ add, call, get }) => {
      const [id = 0] = await add({ article: 'A-1', photo: 'old.webp' });
      const before = await get('/yml.xml');
      expect(before.body).toContain('/old.webp</picture>');
      expect((await get('/sitemap-products-1.xml')).body).toContain('<lastmod>2023-');
      const priceList = (await call('GET', '/file/download', { as: null })).headers.etag;
      const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } });
      const form = new FormData();
      form.append('photo', new Blob([(await picture.png().toBuffer()) as BlobPart], { type: 'image/png' }), 'x.png');
      const { photo } = (await call('PATCH', `/card/${id}/photo`, { form })).json<{ photo: string }>();
      const after = await get('/yml.xml', { 'if-none-match': String(before.headers.etag) });
      expect([after.statusCode, after.body.includes(`/${photo}</picture>`)]).toEqual([200, true]);
      expect((await get('/sitemap-products-1.xml')).body).toContain('<lastmod>2024-');
      expect((await call('GET', '/file/download', { as: null })).headers.etag).toBe(priceList);
    }));

  test('a price that expires over night leaves the feed with the day', () =>
    withFeeds(open, async (shop) => {
      await shop.add({ article: 'A-1', priceDay: 19_970 });
      expect((await shop.get('/yml.xml')).body).toContain('<offer ');
      shop.now += 86_400_000;
      expect((await shop.get('/yml.xml')).body).not.toContain('<offer ');
    }));
});
