import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { ADMIN, startServer, type WholeServer } from '../../support/server.ts';

let server: WholeServer;
let authorization: { Authorization: string };
beforeAll(async () => {
  server = await startServer();
  authorization = { Authorization: `Bearer ${(await server.signIn(ADMIN)).access}` };
});
afterAll(() => server?.close());

/** Texts of the engines and the libraries, which no client may see. */
const INNER_TEXT = /SQL|syntax|sqlite|postgres|fts5|SELECT|node_modules|\.ts:\d|FST_|must be|Unexpected/i;

test.each([
  ['an empty query', ''],
  ['one letter', 'я'],
  ['ten kilobytes', 'фильтр '.repeat(1_500)],
  ['NUL', 'a\0b'],
  ['wildcards', '%_*'],
  ['quotes', `"'\``],
  ['an operator', 'NEAR('],
  ['a column filter', 'title: ^x OR {a b} : c'],
  ['emoji', '🔧🔩'],
  ['marks of direction', '\u202eфильтр\u202c'],
  ['a statement', "'; DROP TABLE positions; --"],
])('security 41: a search for %s is 200, 400 or 404 in our own words', async (_name, query) => {
  const answer = await server.fetch(`/api/bridge/search/?query=${encodeURIComponent(query)}`);
  expect([200, 400, 404]).toContain(answer.status);
  expect(await answer.text()).not.toMatch(INNER_TEXT);
});

test('security 41: a search in broken UTF-8 is 200, 400 or 404', async () => {
  for (const query of ['%FF%FE', '%E0%A4', '%ED%A0%80', '%', '%zz']) {
    const answer = await server.fetch(`/api/bridge/search/?query=${query}`);
    expect([200, 400, 404]).toContain(answer.status);
    expect(await answer.text()).not.toMatch(INNER_TEXT);
  }
});

test.each([
  'limit=-1',
  'limit=1e9',
  'limit=NaN',
  'limit=',
  'last=999999999',
  'last=x',
  'offset=1000000000',
  'offset=-5',
])('security 42: paging by %s is clamped or refused, never a failure', async (paging) => {
  for (const path of [`/api/bridge/search/?query=x&${paging}`, `/api/bridge/card/?${paging}`]) {
    const answer = await server.fetch(path);
    expect([200, 400, 404]).toContain(answer.status);
    expect(await answer.text()).not.toMatch(INNER_TEXT);
  }
});

test('security 18: fields that nobody asked for are never stored', async () => {
  const body =
    '{"title":"Полигон","id":777,"uid":"x","author":"y","rank":"admin","__proto__":{"title":"z"},"constructor":{"prototype":{"title":"z"}}}';
  const made = await server.fetch('/api/bridge/brands/', {
    method: 'POST',
    headers: { ...authorization, 'Content-Type': 'application/json' },
    body,
  });
  const row = (await made.json()) as { id: number };
  expect([made.status, row]).toEqual([201, { id: row.id, title: 'Полигон' }]);
  expect(row.id).not.toBe(777);
  const form = new FormData();
  form.append('title', 'Полигон 2');
  form.append('a[__proto__][title]', 'z');
  form.append('id', '777');
  const changed = await server.fetch(`/api/bridge/brands/${row.id}`, {
    method: 'PATCH',
    headers: authorization,
    body: form,
  });
  expect([changed.status, await changed.json()]).toEqual([200, { id: row.id, title: 'Полигон 2' }]);
});

test('security 39: no answer of the product sets a cookie', async () => {
  const signIn = await server.fetch('/api/mauth/signin', { method: 'POST', body: new URLSearchParams(ADMIN) });
  expect(signIn.status).toBe(200);
  for (const answer of [signIn, await server.fetch('/'), await server.fetch('/api/bridge/card/')]) {
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
});

test('security 40: no address leads to a file outside the site and the photos', async () => {
  for (const path of [
    '/api/bridge/card/photo/..%2f..%2f..%2fmauth.db',
    '/api/bridge/card/photo/%2e%2e%2f%2e%2e%2fmauth.db',
    '/api/bridge/card/photo/..%5c..%5cmauth.db',
    '/api/bridge/card/photo/%2fetc%2fpasswd',
    '/api/bridge/card/photo/x%00.jpg',
    '/api/bridge/card/photo/CON.png',
    '/..%2fmauth.db',
  ]) {
    const answer = await server.fetch(path);
    expect([400, 404]).toContain(answer.status);
    expect(await answer.text()).not.toMatch(/SQLite format|root:/);
  }
});

const ADD_POSITIONS = new URL('../../support/add-positions-job.ts', import.meta.url);

async function addPosition(title: string): Promise<number> {
  const brand = await server.fetch('/api/bridge/brands/', {
    method: 'POST',
    headers: authorization,
    body: new URLSearchParams({ title: 'МАРКА' }),
  });
  const provider = await server.fetch('/api/bridge/providers/', {
    method: 'POST',
    headers: authorization,
    body: new URLSearchParams({ title: 'Поставщик' }),
  });
  const { id: brandId } = (await brand.json()) as { id: number };
  const { id: providerId } = (await provider.json()) as { id: number };
  const { bridge } = server.app.services;
  const position: NewPosition = { article: `A-${brandId}`, title, brandId, providerId };
  const ids = await bridge?.database.runJob<NewPosition[], number[]>(ADD_POSITIONS, [position]);
  return ids?.[0] ?? 0;
}

test('security 24: a photo is served as the picture it is, and nothing can run in it', async () => {
  const id = await addPosition('Фильтр');
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  // A picture with a page behind it, sent under the name of a page.
  const polyglot = Buffer.concat([png, Buffer.from('<html><script>alert(1)</script>')]);
  const body = new FormData();
  body.append('photo', new File([polyglot], 'x.html', { type: 'image/jpeg' }));
  const put = await server.fetch(`/api/bridge/card/${id}/photo`, { method: 'PATCH', headers: authorization, body });
  expect(put.status).toBe(200);
  const { photo } = (await put.json()) as { photo: string };
  const answer = await server.fetch(`/api/bridge/card/photo/${photo}`);
  expect(answer.headers.get('content-type')).toMatch(/^image\/(?:webp|jpeg|png)$/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(Buffer.from(await answer.arrayBuffer()).includes('<script>')).toBe(false);
});

test('security 37: hostile text stays text in every answer of the API', async () => {
  const title = `</script><img src=x onerror=alert(1)> & "кавычки"`;
  const id = await addPosition(title);
  for (const path of [`/api/bridge/card/${id}`, '/api/bridge/search/?query=кавычки']) {
    const answer = await server.fetch(path);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(JSON.stringify(await answer.json())).toContain(JSON.stringify(title).slice(1, -1));
  }
});
