import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { readSite } from '../../../settings/site.ts';
import { feedText, publicPages, robotsText, sitemapXml } from '../../../src/lib/platform/search-engines.ts';
import { shopData, siteData, trail } from '../../../src/lib/platform/structured-data.ts';

test('the shop is told to search engines with the contacts that somebody has set, and no invented ones', () => {
  expect(shopData(readSite({ SITE_URL: 'https://shop.test' }))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'AutoPartsStore',
    '@id': 'https://shop.test/#shop',
    name: 'Запчасти',
    url: 'https://shop.test/',
    image: 'https://shop.test/og.png',
  });
  const stated = readSite({
    SITE_NAME: 'Урал',
    COMPANY_PHONE: '+7 (351) 200-00-00',
    COMPANY_EMAIL: 'a@shop.test',
    COMPANY_ADDRESS: 'г. Челябинск',
  });
  expect(shopData(stated)).toMatchObject({
    name: 'Урал',
    telephone: '+7 (351) 200-00-00',
    email: 'a@shop.test',
    address: 'г. Челябинск',
  });
});

test('search engines learn how the catalogue is searched', () => {
  expect(siteData({ url: 'https://shop.test', name: 'Урал' }).potentialAction).toEqual({
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: 'https://shop.test/catalog?query={search_term_string}' },
    'query-input': 'required name=search_term_string',
  });
});

test('the way to a page begins at the front page and counts from one', () => {
  const { itemListElement } = trail([{ name: 'Каталог', path: '/catalog' }], 'https://shop.test');
  expect(itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Главная', item: 'https://shop.test/' },
    { '@type': 'ListItem', position: 2, name: 'Каталог', item: 'https://shop.test/catalog' },
  ]);
});

test('the sitemap of pages has every public page, without a slash at the end, and the last change where it is known', () => {
  const slide = (id: number, updatedAt: string) => ({ id, updatedAt }) as never;
  const content = {
    about: [
      { alias: 'contact', mdInfo: 'x', updatedAt: '2026-02-01T10:00:00.000Z' },
      { alias: 'company', mdInfo: 'x' },
      { alias: 'mainPage', mdInfo: 'x', updatedAt: '2026-03-01T12:00:00.000Z' },
    ],
    slides: [slide(2, '2026-03-02T10:00:00.000Z'), slide(1, '2026-03-01T10:00:00.000Z')],
  };
  const text = sitemapXml('https://shop.test', publicPages(content));
  const { url } = new XMLParser().parse(text, true).urlset;
  expect(url[0]).toEqual({ loc: 'https://shop.test/', lastmod: '2026-03-02T10:00:00.000Z' });
  expect(url.slice(1).map(({ loc }: { loc: string }) => loc.replace('https://shop.test', ''))).toEqual([
    '/catalog',
    '/catalog/makers',
    '/catalog/brands',
    '/catalog/machines',
    '/catalog/kinds',
    '/catalog/list',
    '/catalog/download/price',
    '/about/contact',
    '/about/company',
    '/about/credential',
    '/about/delivery',
    '/about/garanty',
    '/about/privacy',
  ]);
  expect(url.filter(({ lastmod }: { lastmod?: string }) => lastmod)).toEqual([
    url[0],
    { loc: 'https://shop.test/about/contact', lastmod: '2026-02-01T10:00:00.000Z' },
  ]);
  const edited = { about: [{ alias: 'mainPage', mdInfo: 'x', updatedAt: '2026-03-03T00:00:00.000Z' }] };
  expect(publicPages({ ...content, ...edited })[0]?.changed).toBe('2026-03-03T00:00:00.000Z');
});

test('robots.txt names the sitemap and closes what needs an account, or everything', () => {
  const open = robotsText({ robots: 'index', url: 'https://shop.test' });
  expect(open).toContain('\nSitemap: https://shop.test/sitemap.xml\n');
  for (const path of ['/auth', '/user', '/setting', '/docflow', '/newsLine', '/catalog/edit/', '/api/'])
    expect(open).toContain(`\nDisallow: ${path}\n`);
  expect(robotsText({ robots: 'noindex', url: 'https://shop.test' })).toBe('User-agent: *\nDisallow: /\n');
});

test('37: a control character that somebody pasted into a slide leaves the feed well-formed', () => {
  const pasted = 'Насос\u0001\u0008\u000b\u001f\u0085\ufffe\uffff\ud800 🚜\n\tвторая строка';
  expect(feedText(pasted)).toBe('Насос\ufffd 🚜\n\tвторая строка');
});
