import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { BODY_MAX, FORM_FIELDS_MAX } from '../../../contract/limits.ts';
import { serve } from '../../support/http-server.ts';

const echo: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: ['POST', 'PATCH', 'DELETE'],
    url: '/echo',
    bodyLimit: BODY_MAX,
    config: { permission: 'anyone' },
    handler: async (request) => ({ body: request.body }),
  });
  app.post('/kept', { config: { permission: 'anyone', keepsNul: true } }, async (request) => ({ body: request.body }));
  app.post('/strict', { config: { permission: 'anyone', refusesUnsafeNames: true } }, async (request) => ({
    body: request.body,
  }));
  app.post(
    '/named',
    {
      bodyLimit: BODY_MAX,
      config: { permission: 'anyone' },
      schema: { body: Type.Object({ title: Type.Optional(Type.Unknown()) }) },
    },
    async (request) => ({ body: request.body }),
  );
  app.get(
    '/query',
    { config: { permission: 'anyone' }, schema: { querystring: Type.Object({ q: Type.Optional(Type.String()) }) } },
    async (request) => ({ query: request.query }),
  );
};

const form = (pairs: readonly (readonly [string, string])[]) => {
  const data = new FormData();
  for (const [name, value] of pairs) data.append(name, value);
  return data;
};
const json = (body: string) => ({ method: 'POST', body, headers: { 'Content-Type': 'application/json' } });

test('one form arrives alike in all three encodings', async () => {
  const server = await serve(echo);
  const pairs = [
    ['title', 'Фильтр масляный'],
    ['task[7][Создать]', '1'],
    ['tag', 'a'],
    ['tag', 'b'],
  ] as const;
  const expected = { title: 'Фильтр масляный', task: { 7: { Создать: '1' } }, tag: ['a', 'b'] };
  const bodies = [
    { method: 'POST', body: form(pairs) },
    { method: 'PATCH', body: new URLSearchParams(pairs.map((pair) => [...pair])) },
    json(JSON.stringify({ title: 'Фильтр масляный', 'task[7][Создать]': '1', tag: ['a', 'b'] })),
  ];
  for (const init of bodies) {
    const answer = await server.fetch('/api/test/echo', init);
    expect(await answer.json()).toEqual({ body: expected });
  }
});

test('a NUL is dropped, or kept for a route that refuses it aloud, in every encoding', async () => {
  const server = await serve(echo);
  const pairs = [['title', 'до\0после']] as const;
  const bodies = () => [
    { method: 'POST', body: form(pairs) },
    { method: 'POST', body: new URLSearchParams({ title: 'до\0после' }) },
    json(JSON.stringify({ title: 'до\0после' })),
  ];
  for (const [path, title] of [
    ['/api/test/echo', 'допосле'],
    ['/api/test/kept', 'до\0после'],
  ] as const) {
    for (const init of bodies()) {
      expect(await (await server.fetch(path, init)).json()).toEqual({ body: { title } });
    }
  }
});

test('no body and a body of another type are an empty form', async () => {
  const server = await serve(echo);
  const plain = { method: 'POST', body: 'title=x', headers: { 'Content-Type': 'text/plain' } };
  for (const init of [{ method: 'DELETE' }, { method: 'POST' }, plain, json('')]) {
    const answer = await server.fetch('/api/test/echo', init);
    expect([answer.status, await answer.json()]).toEqual([200, { body: {} }]);
  }
});

test('malformed JSON is 400 in our own words', async () => {
  const server = await serve(echo);
  for (const body of ['{', '{"a":1}x', "{'a':1}"]) {
    const answer = await server.fetch('/api/test/echo', json(body));
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid json' }]);
  }
});

test('a body of another shape than the schema is 400 in our own words', async () => {
  const server = await serve(echo);
  for (const body of ['[1]', '"text"', '7']) {
    const answer = await server.fetch('/api/test/named', json(body));
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid body' }]);
  }
  const deep = await server.fetch('/api/test/named', json('['.repeat(50_000) + ']'.repeat(50_000)));
  expect([deep.status, await deep.json()]).toEqual([400, { error: 'invalid body' }]);
});

test('security 18: unknown fields and names of prototypes never reach a route', async () => {
  const server = await serve(echo);
  const body = '{"title":"x","rank":"admin","__proto__":{"rank":"admin"},"constructor":{"prototype":{"id":1}}}';
  expect(await (await server.fetch('/api/test/named', json(body))).json()).toEqual({ body: { title: 'x' } });
  const sent = form([
    ['title', 'x'],
    ['a[__proto__][rank]', 'admin'],
    ['rank', 'admin'],
  ]);
  const answer = await server.fetch('/api/test/named', { method: 'POST', body: sent });
  expect(await answer.json()).toEqual({ body: { title: 'x' } });
  const direct = { method: 'POST', body: form([['__proto__', 'x']]) };
  expect(await (await server.fetch('/api/test/echo', direct)).json()).toEqual({ body: {} });
});

test('security 18: a route where less in a form takes something away refuses names of prototypes aloud', async () => {
  const server = await serve(echo);
  const bodies = [
    json('{"a":{"constructor":{"b":1}}}'),
    { method: 'POST', body: form([['a[constructor][b]', '1']]) },
    { method: 'POST', body: new URLSearchParams({ 'a[__proto__]': '1' }) },
  ];
  for (const init of bodies) {
    const answer = await server.fetch('/api/test/strict', init);
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid body' }]);
  }
});

test('too large a body is 413 in every encoding', async () => {
  const server = await serve(echo);
  const long = 'x'.repeat(BODY_MAX + 1);
  const many = Array.from({ length: FORM_FIELDS_MAX + 1 }, (_, index) => [`f${index}`, ''] as const);
  const bodies = [
    json(JSON.stringify({ long })),
    { method: 'POST', body: new URLSearchParams({ long }) },
    { method: 'POST', body: form([['long', long]]) },
    { method: 'POST', body: new URLSearchParams(many.map((pair) => [...pair])) },
    { method: 'POST', body: form(many) },
    { method: 'POST', body: long, headers: { 'Content-Type': 'text/plain' } },
  ];
  for (const init of bodies) {
    const answer = await server.fetch('/api/test/echo', init);
    expect([answer.status, await answer.json()]).toEqual([413, { error: 'request entity too large' }]);
  }
});

test('a multipart body of unknown length is 413 as soon as it is too large', async () => {
  const server = await serve(echo);
  const body = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(Buffer.alloc(BODY_MAX / 4, 'x'));
      sent += 1;
      if (sent === 20) controller.close();
    },
  });
  let sent = 0;
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
  const answer = await server.fetch('/api/test/echo', init);
  expect([answer.status, await answer.json()]).toEqual([413, { error: 'request entity too large' }]);
});

test('a route may take a very large form', async () => {
  const many: FastifyPluginAsyncTypebox = async (app) => {
    const config = { permission: 'anyone', fieldsMax: 20_000 } as const;
    app.post('/boxes', { config, bodyLimit: 8 * BODY_MAX }, async (request) => ({
      count: Object.keys((request.body as { box: object }).box).length,
    }));
  };
  const server = await serve(many);
  const boxes = Array.from({ length: 20_000 }, (_, index) => [`box[x${index}]`, '1'] as const);
  for (const body of [form(boxes), new URLSearchParams(boxes.map((pair) => [...pair]))]) {
    const answer = await server.fetch('/api/test/boxes', { method: 'POST', body });
    expect(await answer.json()).toEqual({ count: 20_000 });
  }
});

test('a multipart body that is none is 400', async () => {
  const server = await serve(echo);
  const types = ['multipart/form-data', 'multipart/form-data; boundary=x'];
  for (const type of types) {
    const answer = await server.fetch('/api/test/echo', {
      method: 'POST',
      body: '--y\r\nrubbish',
      headers: { 'Content-Type': type },
    });
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid form' }]);
  }
});

test('a file on a plain form is read away', async () => {
  const server = await serve(echo);
  const body = form([['title', 'x']]);
  body.append('photo', new File(['content'], 'x.jpg'));
  body.append('after', 'y');
  const answer = await server.fetch('/api/test/echo', { method: 'POST', body });
  expect(await answer.json()).toEqual({ body: { title: 'x', after: 'y' } });
});

test('security 41: a query with NUL, broken UTF-8 or a repeated name reaches no engine', async () => {
  const server = await serve(echo);
  const clean = await server.fetch('/api/test/query?q=a%00b%FF%F0&unknown=1&__proto__=x');
  expect(await clean.json()).toEqual({ query: { q: 'ab\ufffd\ufffd' } });
  const twice = await server.fetch('/api/test/query?q=a&q=b');
  expect([twice.status, await twice.json()]).toEqual([400, { error: 'invalid query' }]);
});
