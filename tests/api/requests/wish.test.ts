import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOLE_MARK } from '../../../contract/holes.ts';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import type { Database } from '../../../server/platform/database/types.ts';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { startServer, type WholeServer } from '../../support/server.ts';
import { addOwners } from '../../support/shop-process.ts';

const ADD = new URL('../../support/add-positions-job.ts', import.meta.url);

/** A page of the request as small as can be. */
const PAGE = `<!doctype html><html lang="ru"><head><title>Заявка</title></head>
<body><!--fill:wish-->Write to us<!--/fill-->
<template data-fill="wish">{{#asked}}Without script: {{comment}}{{/asked}}{{^asked}}{{#number}}Number {{number}}{{/number}}{{^number}}<p>{{name}}</p><p>{{comment}}</p>{{#wishIsEmpty}}no wish{{/wishIsEmpty}}{{#invalidPhone}}no phone{{/invalidPhone}}{{#invalidComment}}too long{{/invalidComment}}{{#phoneOrEmailIsNeeded}}unreachable{{/phoneOrEmailIsNeeded}}{{#consentIsNeeded}}no consent{{/consentIsNeeded}}{{/number}}{{/asked}}</template>
</body></html>`.replaceAll('{{', `{{${HOLE_MARK}`);

let built: string;
let shop: WholeServer;

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'parts-wish-'));
  await mkdir(join(built, 'catalog'));
  await writeFile(join(built, 'catalog', 'request.html'), PAGE);
  shop = await startServer({ builtSite: built });
});
afterAll(async () => {
  await shop.close();
  await rm(built, { recursive: true, force: true });
});

const WISH = {
  name: 'Анна Волкова',
  phone: '+7 351 200-00-00',
  email: '',
  comment: 'Насос водяной на ЗИЛ-130, 2 шт',
  consent: 'on',
  website: '',
};

async function send(change: Readonly<Record<string, string>>) {
  const answer = await shop.fetch('/catalog/request', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...WISH, ...change }),
  });
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
}
const kept = async () =>
  (await shop.app.services.bridge?.database.read
    .selectFrom('requests')
    .select(['name', 'phone', 'comment', 'consent_text', 'consent_at'])
    .execute()) ?? [];

test('a form without script is answered by a page with the number of the request, which keeps wish and consent', async () => {
  const { status, html, headers } = await send({});
  expect([status, /Number (\d+)/.exec(html)?.[1]]).toEqual([200, '1']);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toContain("form-action 'self'");
  const [request] = await kept();
  expect(request).toMatchObject({ name: WISH.name, comment: WISH.comment });
  expect(request?.consent_text).not.toBe('');
  expect(request?.consent_at).toBeGreaterThan(0);
});

test('a form that is refused comes back with what was typed and every reason, and makes no request', async () => {
  const before = (await kept()).length;
  const hostile = `<img src=x onerror=alert(1)>`;
  const { status, html } = await send({ name: hostile, phone: '12', comment: '' });
  expect(status).toBe(400);
  expect(html).toContain('&lt;img');
  expect(html).not.toContain(hostile);
  expect(html).toContain('no wish');
  expect(html).toContain('no phone');
  const none = await send({ phone: '', consent: '' });
  expect(none.html).toContain('unreachable');
  expect(none.html).toContain('no consent');
  expect(none.html).toContain(WISH.comment);
  expect((await kept()).length).toBe(before);
});

test('a text that is far too long is answered by the page, with all of it', async () => {
  for (const [letter, count] of [
    ['я', 3_000],
    ['я', 10_000],
    ['x', 60_000],
  ] as const) {
    const { status, html } = await send({ comment: letter.repeat(count) });
    expect([status, html.includes('too long'), html.includes(letter.repeat(count))]).toEqual([400, true, true]);
  }
});

test('a form that a program filled in makes no request', async () => {
  const before = (await kept()).length;
  await send({ website: 'https://spam.example' });
  expect((await kept()).length).toBe(before);
});

test('the offers of an address stand in the form for those without script, as they are called where they were chosen', async () => {
  const database = shop.app.services.bridge?.database as Database<CatalogueSchema>;
  await addOwners(database);
  const [id] = await database.runJob<NewPosition[], number[]>(ADD, [
    { article: 'А-1', title: 'Вал карданный (аналог)', manufacturer: 'ООО «Заря»', price: 1, amount: 5 },
  ]);
  const page = async (items: string) => (await shop.fetch(`/catalog/request?items=${items}`)).text();
  const shown = /Without script: (.* — 2 шт)/;
  await expect
    .poll(async () => shown.exec(await page(`${id}-2`))?.[1])
    .toBe('А-1 Вал карданный (аналог), Заря, Склад № 1 — 2 шт');
  for (const nonsense of ['', '0-1', 'x', '1-0', '999999999-1', '%ff']) {
    const answer = await shop.fetch(`/catalog/request?items=${nonsense}`);
    expect([nonsense, answer.status]).toEqual([nonsense, 200]);
    expect(await answer.text()).not.toMatch(/— \d+ шт/);
  }
});

test('more offers than a wish has room for are named as far as it goes, and the others counted', async () => {
  const database = shop.app.services.bridge?.database as Database<CatalogueSchema>;
  const ids = await database.runJob<NewPosition[], number[]>(
    ADD,
    Array.from({ length: 60 }, (_, at) => ({ article: `Д-${at}`, title: `Деталь очень длинного названия ${at}` })),
  );
  const page = await (await shop.fetch(`/catalog/request?items=${ids.map((id) => `${id}-3`).join(',')}`)).text();
  const wish = /Without script: ([^<{]*)/.exec(page)?.[1] ?? '';
  expect(wish.length).toBeLessThanOrEqual(1_000);
  const named = wish.match(/— 3 шт/g)?.length ?? 0;
  expect(named).toBeGreaterThan(5);
  expect(wish).toMatch(new RegExp(`Не поместились: ${60 - named}.позици`));
});
