// @module-tag deep

import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagePolicy } from '../../../server/platform/built-site/page-policy.ts';
import { startServer, type WholeServer } from '../../support/server.ts';
import { copySources } from '../../support/sources.ts';

/** Whatever a template, a pattern or a parser could take for its own. */
const MARKS = `{{#x}} {{title}} %7B%7Btitle%7D%7D $& $1 $\` "q" 'a' \${x} %s \\n {b} &amp; <script> <!--fill:meta--> </template> </title></script> ]]> -->`;
const SETTINGS = {
  SITE_NAME: `Имя ${MARKS}`,
  COMPANY_PHONE: `+7 000 ${MARKS}`,
  // As much of it as an e-mail address may have.
  COMPANY_EMAIL: `{{#x}}%7B%7Btitle%7D%7D$&$\`'\${x}%s{b}&amp@example.test`,
  COMPANY_ADDRESS: `Адрес ${MARKS}`,
  DELIVERY_COMPANIES: `Перевозчик ${MARKS}, Второй`,
  SITE_HEADLINE: `Заголовок ${MARKS}`,
  COMPANY_TOWN: `в Городе ${MARKS}`,
  SEARCH_EXAMPLES: `пример ${MARKS}, 123-456`,
};

let server: WholeServer;
let root: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ root, remove } = await copySources());
  server = await startServer({ root, environment: { ...SETTINGS, DEMO: 'on' } });
}, 180_000);
afterAll(async () => {
  await server?.close();
  await remove();
});

/** The text that a browser reads where markup has escaped it. */
const read = (html: string) =>
  html.replace(/&(?:lt|gt|quot|apos|amp|#39|#x27);/g, (reference) => REFERENCES[reference] ?? reference);
const REFERENCES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#x27;': "'",
  '&amp;': '&',
};
const text = async (path: string) => (await server.fetch(path)).text();
const titleOf = (html: string) => read(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '');

test('security 37: the name of the shop stands as text in the title of every page', async () => {
  const { bridge } = server.app.services;
  const position = await bridge?.database.read
    .selectFrom('positions')
    .select(['alias', 'title'])
    .executeTakeFirstOrThrow();
  const product = `/catalog/product/${position?.alias}`;
  for (const path of ['/', '/catalog', '/about/company', '/user', '/nothing', product, '/catalog/product/none']) {
    expect(titleOf(await text(path))).toContain(SETTINGS.SITE_NAME);
  }
  const html = await text(product);
  expect(titleOf(html)).toContain(position?.title);
  expect(read(html)).toContain(`<li>${SETTINGS.DELIVERY_COMPANIES.split(',')[0]}</li>`);
  expect(read(html)).toContain(SETTINGS.COMPANY_PHONE);
});

test('security 37: contacts stand as text in structured data', async () => {
  const front = await text('/');
  const [shop] = [...front.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json ?? ''),
  );
  expect(shop).toMatchObject({
    '@type': 'AutoPartsStore',
    name: SETTINGS.SITE_NAME,
    telephone: SETTINGS.COMPANY_PHONE,
    email: SETTINGS.COMPANY_EMAIL,
    address: SETTINGS.COMPANY_ADDRESS,
  });
});

test('security 38: no setting opens the policy of a page, or closes it to its own scripts', async () => {
  const inAttributes = MARKS.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  // The server, which fills these pages, leaves fewer characters as they are than the build does.
  const isFilled = (path: string) => path === '/' || path === '/catalog';
  const filled = inAttributes.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#39;');
  for (const path of ['/', '/about/contact', '/catalog']) {
    const answer = await server.fetch(path);
    const html = await answer.text();
    expect(html).toContain(isFilled(path) ? filled : inAttributes);
    const bare = html.replaceAll(inAttributes, '').replaceAll(filled, '');
    expect(answer.headers.get('content-security-policy')).toBe(pagePolicy(bare));
  }
});

test('security 37: the name of the shop stands as text in feeds', async () => {
  const parser = new XMLParser({ ignoreAttributes: false, processEntities: true });
  const rss = parser.parse(await text('/rss.xml'));
  expect(rss.rss.channel.title).toContain(SETTINGS.SITE_NAME);
  const yml = parser.parse(await text('/yml.xml'));
  expect(yml.yml_catalog.shop.company).toBe(SETTINGS.SITE_NAME);
});

test('the pages name the port that the server listens at', async () => {
  const front = await text('/');
  expect(front).toContain(`<link rel="canonical" href="${server.origin}/">`);
  expect(front).toContain(`<meta property="og:url" content="${server.origin}/">`);
  expect(await text('/robots.txt')).toContain(`\nSitemap: ${server.origin}/sitemap.xml\n`);
});

test('security 37: headline, town and examples stand as text on the front page', async () => {
  const front = await text('/');
  const spaced = (html: string) => read(html).replaceAll('\u00a0', ' ');
  expect(spaced(/<h1>(.*?)<\/h1>/s.exec(front)?.[1] ?? '')).toBe(SETTINGS.SITE_HEADLINE);
  expect(spaced(front)).toContain(`Склад ${SETTINGS.COMPANY_TOWN}, отправка`);
  const [examples = ''] = /<p class="search-examples[^"]*">.*?<\/p>/s.exec(front) ?? [];
  const links = [...examples.matchAll(/<a href="[^"]*"( class="mono")?>(.*?)<\/a>/gs)];
  expect(links.map(([, mono, shown = '']) => [Boolean(mono), read(shown)])).toEqual([
    [false, `«${SETTINGS.SEARCH_EXAMPLES.split(',')[0]}»`],
    [true, '123-456'],
  ]);
});
