import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { PartAnswer } from '../../../contract/catalogue/parts.ts';
import { HOLE_MARK } from '../../../contract/holes.ts';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { ADMIN, startServer, type WholeServer, type WholeServerOptions } from '../../support/server.ts';

const ADD = new URL('../../support/add-positions-job.ts', import.meta.url);

/** A product page as small as can be, with every kind of hole. */
const SHELL = `<!doctype html><html lang="ru"><head><!--fill:meta--><title>Card</title><!--/fill-->
<template data-fill="meta"><title>{{title}} {{article}}</title><link rel="canonical" href="{{address}}"><script type="application/ld+json">{{&product}}</script></template>
<template data-fill="meta-missing"><title>Nothing here</title></template></head>
<body><script>run()</script><!--fill:card-->Loading<!--/fill--><!--fill:data--><!--/fill-->
<template data-fill="card"><h1>{{title}}</h1>{{#photo}}<img src="{{photo}}">{{/photo}}<b>{{price}}</b><i>{{maker}}</i>{{^price}}Ask us{{/price}}{{*offers}}<li>{{stock}}{{#own}} own{{/own}}</li>{{/offers}}{{#partKind}}<nav>{{system}} {{systemPath}} {{partKind}} {{partKindPath}}</nav>{{/partKind}}{{*machines}}<u>{{title}}{{path}}</u>{{/machines}}</template>
<!--fill:crosses--><!--/fill--><template data-fill="crosses">{{#crossesHeading}}<ol>{{*crosses}}<li>{{group}}: {{*best}}{{stock}} {{price}}{{/best}}</li>{{/crosses}}</ol>{{/crossesHeading}}</template>
<template data-fill="card-missing">There is no such part</template>
<template data-fill="data"><script type="application/json" id="given-data">{{&card}}</script></template>
<template data-fill="data-missing"><script type="application/json" id="given-data">null</script></template>
${'<p>Filling.</p>'.repeat(50)}</body></html>`.replaceAll('{{', `{{${HOLE_MARK}`);

let built: string;
let shop: WholeServer;

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'parts-shell-'));
  await mkdir(join(built, 'catalog'));
  await writeFile(join(built, 'catalog/product.html'), SHELL);
  await writeFile(join(built, '404.html'), 'unknown');
  shop = await startServer({ builtSite: built, environment: { PRICE_TTL_DAYS: '0' } });
  const { bridge } = shop.app.services;
  await bridge?.database.write(async (transaction) => {
    const row = { created_at: 0, updated_at: 0 };
    await transaction
      .insertInto('brands')
      .values({ title: 'Бренд', ...row })
      .execute();
    await transaction
      .insertInto('providers')
      .values(['Поставщик', 'Второй', 'Третий'].map((title) => ({ title, ...row })))
      .execute();
  });
});
afterAll(async () => {
  await shop.close();
  await rm(built, { recursive: true, force: true });
});

const add = async (position: NewPosition): Promise<number> => {
  const ids = await shop.app.services.bridge?.database.runJob<NewPosition[], number[]>(ADD, [position]);
  return ids?.[0] ?? 0;
};

const page = async (path: string, init?: RequestInit) => {
  const answer = await shop.fetch(path, { redirect: 'manual', ...init });
  return { answer, html: await answer.text() };
};

const scriptOf = (html: string, kind: string) =>
  JSON.parse(new RegExp(`type="application/${kind}"[^>]*>(.*?)</script>`, 's').exec(html)?.[1] ?? '');

test('a product page holds its title, card, data and JSON-LD, under the alias and under the number', async () => {
  const id = await add({
    article: 'A-1',
    title: 'Фильтр',
    manufacturer: 'MANN',
    price: 123_450,
    amount: 2,
    alias: 'a_1',
  });
  for (const path of ['/catalog/product/a_1', '/catalog/product/a_1/', `/catalog/${id}`, `/catalog/${id}/?utm=1`]) {
    const { answer, html } = await page(path);
    expect(answer.status).toBe(200);
    expect(html).toContain('<title>Фильтр A-1</title>');
    expect(html).toContain('<h1>Фильтр</h1><b>1\u00a0234,50\u00a0₽</b><i>MANN</i>');
    expect(html).toContain(`<link rel="canonical" href="${shop.origin}/catalog/product/a_1">`);
    expect(html).not.toMatch(/<template|{{|Loading/);
    expect(scriptOf(html, 'json')).toMatchObject({
      position: { id, alias: 'a_1', price: '1234.50' },
      offers: [{ id }],
    });
    expect(scriptOf(html, 'ld\\+json')).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Фильтр',
      url: `${shop.origin}/catalog/product/a_1`,
      sku: 'A-1',
      mpn: 'A-1',
      brand: { '@type': 'Brand', name: 'Бренд' },
      manufacturer: { '@type': 'Organization', name: 'MANN' },
      offers: {
        '@type': 'Offer',
        url: `${shop.origin}/catalog/product/a_1`,
        price: '1234.50',
        priceCurrency: 'RUB',
        availability: 'https://schema.org/InStock',
      },
    });
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy.match(/'sha256-/g)).toHaveLength(1);
  }
});

test('a page says which kind of part it is and which machines its title names; what one offer leaves out another says', async () => {
  const part = { article: 'A-77', manufacturer: 'SKF' };
  const id = await add({ ...part, title: 'Насос водяной ЯМЗ-236', alias: 'a_77' });
  await add({ ...part, title: 'A-77', providerId: 2, alias: 'a_77_2' });
  for (const alias of ['a_77', 'a_77_2']) {
    const { html } = await page(`/catalog/product/${alias}`);
    expect(html).toContain(
      `<nav>Охлаждение /catalog/kinds#охлаждение Насос водяной /catalog/kind/${encodeURIComponent('насос-водяной')}</nav>`,
    );
    expect(html).toContain(`<u>ЯМЗ-236/catalog/machine/${encodeURIComponent('ямз-236')}</u>`);
    expect(scriptOf(html, 'json').reading).toMatchObject({ kind: 'насос водяной', system: 'охлаждение' });
  }
  const answer = await shop.fetch(`/api/bridge/card/${id}/part`);
  expect(((await answer.json()) as PartAnswer).reading.machines).toContain('ЯМЗ-236');
});

test('without a price there is no offer, without a manufacturer the brand stands for it', async () => {
  await add({ article: 'A-2', title: 'Болт', price: 0, amount: 0, alias: 'a_2' });
  const { html } = await page('/catalog/product/a_2');
  expect(html).toContain('<b></b><i>Бренд</i>Ask us');
  const data = scriptOf(html, 'ld\\+json');
  expect(data).not.toHaveProperty('offers');
  expect(data).not.toHaveProperty('manufacturer');
  expect(data).not.toHaveProperty('image');
});

test('a page lists every offer of its part, marks its own and tells search engines of them together', async () => {
  const part = { article: 'A-8', title: 'Вал', manufacturer: 'SKF' };
  await add({ ...part, price: 30_000, amount: 0, alias: 'a_8' });
  await add({ ...part, article: 'A 8', providerId: 2, price: 20_050, amount: 3, alias: 'a_8_2' });
  await add({ ...part, article: 'a8', providerId: 3, price: 0, amount: 1, alias: 'a_8_3' });
  const { html } = await page('/catalog/product/a_8');
  expect(html.match(/<li>.*?<\/li>/g)).toEqual(['<li>Склад № 2</li>', '<li>Склад № 3</li>', '<li>Склад № 1 own</li>']);
  expect(scriptOf(html, 'ld\\+json').offers).toEqual({
    '@type': 'AggregateOffer',
    url: `${shop.origin}/catalog/product/a_8`,
    lowPrice: '200.50',
    highPrice: '300.00',
    offerCount: 2,
    priceCurrency: 'RUB',
    availability: 'https://schema.org/InStock',
  });
});

test('a page lists what replaces its part, with offers, and leaves it out of what is handed to the browser', async () => {
  const id = await add({ article: 'A-9', title: 'Поршень', manufacturer: 'SKF', alias: 'a_9' });
  await add({ article: 'B-9', title: 'Поршень', price: 5_000, amount: 1, alias: 'b_9' });
  const { access } = await shop.signIn(ADMIN);
  const said = { article: 'A-9', maker: 'SKF', crossArticle: 'B-9', crossMaker: '', way: 'replaced' };
  expect((await page('/catalog/product/a_9')).html).not.toContain('<ol>');
  const answer = await shop.fetch('/api/bridge/crosses', {
    method: 'POST',
    headers: { Authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify(said),
  });
  expect(answer.status).toBe(200);
  const { html } = await page(`/catalog/${id}`);
  expect(html).toContain('<ol><li>Замена для\u00a0A-9 SKF: Склад № 1 50,00\u00a0₽</li></ol>');
  expect(scriptOf(html, 'json')).not.toHaveProperty('crosses');
  const front = await withoutCatalogue({ PUBLIC_BRIDGE_URL: shop.origin });
  expect(await (await front.fetch('/catalog/product/a_9')).text()).toContain('<li>Замена для');
});

test('what can be ordered but is not in stock is on back order', async () => {
  await add({ article: 'A-3', price: 100, amount: 0, alias: 'a_3' });
  const { html } = await page('/catalog/product/a_3');
  expect(scriptOf(html, 'ld\\+json').offers.availability).toBe('https://schema.org/BackOrder');
});

test('security 37: hostile texts of a price list stand in the page as text', async () => {
  const text = `</script><img src=x onerror=alert(1)>"'&]]><!--{{&position}}`;
  await add({ article: `9${text}`, title: text, manufacturer: text, alias: 'hostile' });
  const { html } = await page('/catalog/product/hostile');
  expect(html).not.toContain('<img');
  expect(html).not.toMatch(/<!--[^f]/);
  expect(html.match(/<\/script>/g)).toHaveLength(3);
  expect(scriptOf(html, 'ld\\+json')).toMatchObject({ name: text, sku: `9${text}` });
  expect(scriptOf(html, 'json')).toMatchObject({ position: { title: text, manufacturer: text } });
});

test('a product that does not exist is a real 404 with a page of its own, whatever its address looks like', async () => {
  for (const path of [
    '/catalog/product/nobody',
    '/catalog/product/nobody/',
    '/catalog/999999999',
    '/catalog/0',
    '/catalog/product/%D0%BD%D0%B5%D1%82',
    '/catalog/product/a%2Fb',
    `/catalog/product/${'x'.repeat(3_000)}`,
    '/catalog/product/%252e%252e',
  ]) {
    const { answer, html } = await page(path);
    expect([path.slice(0, 40), answer.status]).toEqual([path.slice(0, 40), 404]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('There is no such part');
    expect(html).toContain('id="given-data">null</script>');
  }
  for (const path of ['/catalog/product/%', '/catalog/product/a%00b', '/catalog/9999999999999999'])
    expect((await page(path)).answer.status).not.toBe(500);
});

test('a former, a mistyped and a twice encoded alias lead to the present one for good, with the query', async () => {
  const id = await add({ article: 'A-4', alias: 'now_4' });
  await shop.app.services.bridge?.database.write((transaction) =>
    transaction.insertInto('alias_redirects').values({ alias: 'then_4', position_id: id }).execute(),
  );
  for (const path of ['then_4', 'then_4/', 'NOW_4', 'THEN_4', '%256Eow_4']) {
    const { answer } = await page(`/catalog/product/${path}?utm=1`);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/catalog/product/now_4?utm=1']);
  }
});

test('a page comes compressed as the client can read it, answers 304 to its tag, and HEAD without a body', async () => {
  await add({ article: 'A-5', alias: 'a_5' });
  const tags = new Set<string>();
  const { html: plain } = await page('/catalog/product/a_5', { headers: { 'Accept-Encoding': 'identity' } });
  for (const coding of ['br', 'gzip', 'identity']) {
    const headers = { 'Accept-Encoding': coding };
    const { answer, html } = await page('/catalog/product/a_5', { headers });
    expect(html).toBe(plain);
    expect(answer.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const tag = answer.headers.get('etag') ?? '';
    tags.add(tag);
    const again = await page('/catalog/product/a_5', { headers: { ...headers, 'If-None-Match': tag } });
    expect([again.answer.status, again.html]).toEqual([304, '']);
  }
  expect(tags.size).toBe(3);
  const head = await page('/catalog/product/a_5', { method: 'HEAD' });
  expect([head.answer.status, head.html]).toEqual([200, '']);
  const missing = await page('/catalog/product/nobody', { method: 'HEAD' });
  expect([missing.answer.status, missing.html]).toEqual([404, '']);
});

test('a new photo, price or brand shows with the next request', async () => {
  const id = await add({ article: 'A-6', title: 'Насос', price: 100, alias: 'a_6' });
  const path = '/catalog/product/a_6';
  const first = await page(path);
  expect(first.html).not.toContain('<img');
  const { access } = await shop.signIn(ADMIN);
  const form = new FormData();
  const picture = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  form.set('photo', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png');
  const saved = await shop.fetch(`/api/bridge/card/${id}/photo`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${access}` },
    body: form,
  });
  expect([saved.status, await saved.json()]).toEqual([200, expect.objectContaining({ id })]);
  const second = await page(path, { headers: { 'If-None-Match': first.answer.headers.get('etag') ?? '' } });
  expect(second.answer.status).toBe(200);
  const photo = /<img src="([^"]+)"/.exec(second.html)?.[1] ?? '';
  expect((await shop.fetch(photo)).status).toBe(200);
  expect(scriptOf(second.html, 'ld\\+json').image).toBe(shop.origin + photo);
  await shop.app.services.bridge?.database.write((transaction) =>
    transaction.updateTable('positions').set({ price: 200 }).where('id', '=', id).execute(),
  );
  expect((await page(path)).html).toContain('<b>2,00\u00a0₽</b>');
});

const withoutCatalogue = async (environment: WholeServerOptions['environment']) => {
  const front = await startServer({ builtSite: built, environment: { SERVICES: 'mauth,informator', ...environment } });
  onTestFinished(() => front.close());
  return front;
};

test('a server without the catalogue fills its pages from the one that has it', async () => {
  await add({ article: 'A-7', title: 'Ремень', alias: 'a_7' });
  const front = await withoutCatalogue({ PUBLIC_BRIDGE_URL: shop.origin, SITE_URL: 'https://parts.example' });
  const answer = await front.fetch('/catalog/product/a_7');
  const html = await answer.text();
  expect(html).toContain('<h1>Ремень</h1>');
  expect(html).toContain('href="https://parts.example/catalog/product/a_7"');
  expect((await front.fetch('/catalog/product/nobody')).status).toBe(404);
  for (const path of ['/sitemap.xml', '/sitemap-products-1.xml', '/yml.xml'])
    expect((await front.fetch(path)).headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const moved = await front.fetch('/catalog/product/A_7', { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/catalog/product/a_7']);
});

test('a catalogue service that does not answer leaves the page to the browser', async () => {
  const front = await withoutCatalogue({ PUBLIC_BRIDGE_URL: 'http://127.0.0.1:9' });
  const answer = await front.fetch('/catalog/product/a_7');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Loading');
});
