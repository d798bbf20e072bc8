import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { HOLE_MARK } from '../../../contract/holes.ts';
import { createRequestProofs } from '../../../server/platform/secrets.ts';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { goingOn } from '../../support/moment.ts';
import { startServer, type WholeServer } from '../../support/server.ts';

const ADD = new URL('../../support/add-positions-job.ts', import.meta.url);

/** A page of results as small as can be. */
const PAGE = `<!doctype html><html lang="ru"><head><!--fill:meta--><title>All</title><!--/fill-->
<template data-fill="meta"><title>{{query}}</title></template></head>
<body><!--fill:results-->Loading<!--/fill--><!--fill:data--><!--/fill-->
<template data-fill="results"><h2>{{found}}</h2>{{#clear}}<a href="{{clear}}">clear</a>{{/clear}}{{*makerOptions}}<option value="{{value}}">{{text}}</option>{{/makerOptions}}{{*parts}}<li>{{*title}}{{text}}{{/title}} {{price}}{{*best}}<b>{{stock}}</b>{{/best}}</li>{{/parts}}<p>{{none}}</p></template>
<template data-fill="results-missing">Ask for something</template>
<template data-fill="data"><script type="application/json" id="given-data">{{&answer}}</script></template>
<template data-fill="data-missing"><script type="application/json" id="given-data">null</script></template>
</body></html>`.replaceAll('{{', `{{${HOLE_MARK}`);

const HOSTILE = `</script><img src=x onerror=alert(1)>"'&`;

let built: string;
let shop: WholeServer;

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'parts-results-'));
  await writeFile(join(built, 'catalog.html'), PAGE);
  shop = await startServer({ builtSite: built, environment: { PRICE_TTL_DAYS: '0' } });
  const { database } = shop.app.services.bridge ?? {};
  await database?.write(async (transaction) => {
    const row = { title: 'Первый', created_at: 0, updated_at: 0 };
    await transaction.insertInto('brands').values(row).execute();
    await transaction
      .insertInto('providers')
      .values([row, { ...row, title: 'Второй' }])
      .execute();
  });
  const positions: NewPosition[] = [
    { article: 'A-1', title: 'Фильтр', manufacturer: 'MANN', price: 123_450, amount: 2, alias: 'a_1' },
    { article: 'A 1', title: 'Фильтр', manufacturer: 'MANN', providerId: 2, price: 100_000, amount: 0, alias: 'a_1_2' },
    { article: 'B-1', title: `Фильтр ${HOSTILE}`, manufacturer: HOSTILE, alias: 'b_1' },
  ];
  await database?.runJob(ADD, positions);
  // The first question starts the thread that searches: on a busy machine a page goes out without waiting for it.
  await shop.fetch('/api/bridge/parts/?query=a');
});
afterAll(async () => {
  await shop.close();
  await rm(built, { recursive: true, force: true });
});

const page = async (path: string) => {
  const answer = await shop.fetch(path, { redirect: 'manual' });
  return { answer, html: await answer.text() };
};

test('a page of results holds its parts with their offers, its filters with counts, and the answer as data', async () => {
  const { answer, html } = await page(`/catalog?query=${encodeURIComponent('фильтр')}`);
  expect(answer.status).toBe(200);
  expect(html).toContain('<title>фильтр</title>');
  expect(html).toContain('<h2>Найдено\u00a02\u00a0детали</h2>');
  expect(html).toContain('<option value="MANN">MANN\u00a0(1)</option>');
  expect(html).toContain('<li>Фильтр от\u00a01\u00a0234,50\u00a0₽<b>Склад № 1</b><b>Склад № 2</b></li>');
  expect(html).not.toMatch(/<template|{{|Loading|>clear</);
  const data = JSON.parse(/given-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
  expect(data.parts).toHaveLength(2);
});

test('security 37: hostile texts stand in a page of results as text', async () => {
  const { html } = await page(`/catalog?query=${encodeURIComponent('фильтр')}&maker=${encodeURIComponent(HOSTILE)}`);
  expect(html).not.toContain('<img');
  expect(html.match(/<\/script>/g)).toHaveLength(1);
});

test('filters of an address leave what passes them, and can be taken back', async () => {
  const { html } = await page(`/catalog/?query=${encodeURIComponent('фильтр')}&maker=mann&inStock=1`);
  expect(html).toContain('<h2>Найдена\u00a01\u00a0деталь</h2>');
  expect(html).toContain(`<a href="/catalog?query=${encodeURIComponent('фильтр')}">clear</a>`);
  expect(html).toContain('1\u00a0234,50\u00a0₽<b>Склад № 1</b></li>');
});

test('whoever asks for nothing is told what to ask for, whoever finds nothing what to do', async () => {
  for (const path of ['/catalog', '/catalog/', '/catalog?query=', '/catalog?order=price&utm=1']) {
    const { html } = await page(path);
    expect([path, html.includes('Ask for something'), html.includes('"given-data">null')]).toEqual([path, true, true]);
  }
  const { answer, html } = await page('/catalog?query=zzz777');
  expect(answer.status).toBe(200);
  expect(html).toContain('По\u00a0запросу «zzz777» товары не найдены.');
});

test('no address of results is too odd to answer', async () => {
  for (const query of [
    'query=%',
    'query=%00',
    'query=%ED%A0%80',
    `query=${'x'.repeat(5_000)}`,
    'query=a&cursor=nonsense',
    'brandId=-1&providerId=1e9',
    'priceFrom=abc&query=a',
    'query=a&query=b',
    '?query=a?b',
  ]) {
    expect([query, (await page(`/catalog?${query}`)).answer.status]).toEqual([query, 200]);
  }
});

test('a catalogue service that does not answer leaves the page to the browser', async () => {
  const front = await startServer({
    builtSite: built,
    environment: { SERVICES: 'mauth,informator', PUBLIC_BRIDGE_URL: 'http://127.0.0.1:9' },
  });
  onTestFinished(() => front.close());
  const answer = await front.fetch('/catalog?query=a');
  expect([answer.status, (await answer.text()).includes('Loading')]).toEqual([200, true]);
});

test('a page that another service fills is asked for under the id that its answer has', async () => {
  const named: { id: string; proof: string }[] = [];
  const bridge = createServer(({ headers }, response) => {
    named.push({ id: String(headers['x-request-id']), proof: String(headers['x-request-proof']) });
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => bridge.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void bridge.close());
  const { port } = bridge.address() as AddressInfo;
  const secret = 'a secret of the whole installation';
  const server = await startServer({
    builtSite: built,
    environment: {
      ...{ JWT_SECRET: secret, SERVICES: 'mauth', TRUST_PROXY: 'on' },
      PUBLIC_BRIDGE_URL: `http://127.0.0.1:${port}`,
    },
  });
  onTestFinished(() => server.close());
  const id = 'named-by-the-proxy';
  const answer = await server.fetch('/catalog?query=A-1', { headers: { 'X-Request-Id': id } });
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, id]);
  expect(named.map((each) => each.id)).toEqual([id]);
  const proofs = createRequestProofs([secret], goingOn);
  expect(proofs.knows({ id, traceparent: '' }, named[0]?.proof ?? '')).toBe(true);
});
