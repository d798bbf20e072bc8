import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { expect, onTestFinished, test } from 'vitest';
import {
  ANONYMOUS_BODY_MAX,
  BODY_MAX,
  FORM_FIELDS_MAX,
  REQUEST_BODY_MAX,
  WISH_BODY_MAX,
} from '../../../contract/limits.ts';
import { oneFileUpTo, receiveForm } from '../../../server/platform/http/upload.ts';
import { isAnonymous } from '../../../server/platform/http-server/guards.ts';
import { serve } from '../../support/http-server.ts';
import { startServer } from '../../support/server.ts';

const forms: FastifyPluginAsyncTypebox = async (app) => {
  const handler = async () => ({ ok: true });
  app.post('/open', { config: { permission: 'anyone' } }, handler);
  app.post('/refresh', { config: { permission: 'refresh-token' } }, handler);
  app.post('/form', { config: { permission: 'signed-in' } }, handler);
  app.post('/many', { config: { permission: 'signed-in', fieldsMax: 5_000 } }, handler);
};

const headers = { Authorization: 'Bearer user-token' };
const json = (value: unknown) => ({
  method: 'POST',
  body: JSON.stringify(value),
  headers: { ...headers, 'Content-Type': 'application/json' },
});
const TOO_LARGE = [413, { error: 'request entity too large' }];

/** As many names, each with a value. */
const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]));

test('security 52: a form has as many fields as JSON as in any other encoding, at every level together', async () => {
  const server = await serve(forms);
  const statusOf = async (path: string, value: unknown) => {
    const answer = await server.fetch(`/api/test/${path}`, json(value));
    return [answer.status, await answer.json()];
  };
  expect(await statusOf('form', named(FORM_FIELDS_MAX))).toEqual([200, { ok: true }]);
  for (const value of [
    named(FORM_FIELDS_MAX + 1),
    { a: named(FORM_FIELDS_MAX) },
    { a: Array(FORM_FIELDS_MAX).fill(0) },
    Array(FORM_FIELDS_MAX + 1).fill(0),
    named(100_000),
  ])
    expect(await statusOf('form', value)).toEqual(TOO_LARGE);
  expect(await statusOf('many', named(5_000))).toEqual([200, { ok: true }]);
  expect(await statusOf('many', named(5_001))).toEqual(TOO_LARGE);
});

test('security 52: a body nested too deep is refused before anything is made of it', async () => {
  const server = await serve(forms);
  for (const text of ['[', '{"a":']) {
    const init = { ...json(0), body: text.repeat(50_000) };
    const answer = await server.fetch('/api/test/form', init);
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid body' }]);
  }
});

test('security 103: a boundary is as long as the standard lets it be', async () => {
  const server = await serve(forms);
  const send = async (length: number) => {
    const boundary = 'b'.repeat(length);
    const answer = await server.fetch('/api/test/form', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--${boundary}--\r\n`,
    });
    return [answer.status, await answer.json()];
  };
  expect(await send(70)).toEqual([200, { ok: true }]);
  expect(await send(71)).toEqual([400, { error: 'invalid form' }]);
});

test('security 52: what anyone may call takes 8 KB in every encoding, announced or not', async () => {
  const server = await serve(forms);
  const text = 'x'.repeat(ANONYMOUS_BODY_MAX + 1);
  const form = new FormData();
  form.append('a', text);
  for (const path of ['open', 'refresh']) {
    for (const init of [
      json({ a: text }),
      { method: 'POST', body: new URLSearchParams({ a: text }) },
      { method: 'POST', body: form },
      { method: 'POST', body: text },
      { ...json(0), body: new Blob([JSON.stringify({ a: text })]).stream(), duplex: 'half' } as RequestInit,
    ]) {
      const answer = await server.fetch(`/api/test/${path}`, init);
      expect([answer.status, await answer.json()]).toEqual(TOO_LARGE);
    }
    const fitting = json({ a: 'x'.repeat(ANONYMOUS_BODY_MAX - 20) });
    expect((await server.fetch(`/api/test/${path}`, fitting)).status).toBe(200);
  }
  expect((await server.fetch('/api/test/form', json({ a: 'x'.repeat(BODY_MAX - 20) }))).status).toBe(200);
});

test('security 52: no call of the product that anyone may make takes more than 8 KB, a request of many offers 16 KB, one without script 64 KB', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const open = server.app.routes.filter(({ permission }) => isAnonymous(permission));
  expect(open.length).toBeGreaterThan(20);
  expect(open.filter(({ largestBody, takesFiles }) => !takesFiles && largestBody !== ANONYMOUS_BODY_MAX)).toMatchObject(
    [
      { method: 'POST', url: '/api/bridge/requests', largestBody: REQUEST_BODY_MAX },
      { method: 'POST', url: '/catalog/request', largestBody: WISH_BODY_MAX },
    ],
  );
});

test('security 52: fields beside files are limited together, those that call themselves JSON by what is in them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-fields-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = await serve(async (app) => {
    app.post('/file', { config: { permission: 'signed-in', files: oneFileUpTo(100 * BODY_MAX) } }, async (request) => {
      const form = await receiveForm(request, { folder });
      await form.remove();
      return { fields: Object.keys(form.fields).length };
    });
  });
  const send = async (...parts: readonly (readonly [string, string | Blob])[]) => {
    const lines = await Promise.all(
      parts.map(async ([name, value]) => {
        const type = typeof value === 'string' ? '' : `Content-Type: ${value.type}\r\n`;
        const text = typeof value === 'string' ? value : await value.text();
        return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${type}\r\n${text}\r\n`;
      }),
    );
    const answer = await server.fetch('/api/test/file', {
      method: 'POST',
      body: `${lines.join('')}--b--\r\n`,
      headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    return [answer.status, await answer.json()];
  };
  const half = 'x'.repeat(BODY_MAX / 2);
  expect(await send(['a', half], ['b', 'x'])).toEqual([200, { fields: 2 }]);
  expect(await send(['a', half], ['b', half], ['c', 'x'])).toEqual(TOO_LARGE);
  const asJson = (count: number) => new Blob([JSON.stringify(named(count))], { type: 'application/json' });
  expect(await send(['a', asJson(FORM_FIELDS_MAX - 1)])).toEqual([200, { fields: 1 }]);
  expect(await send(['a', asJson(FORM_FIELDS_MAX)])).toEqual(TOO_LARGE);
  expect(await readdir(folder)).toEqual([]);
});
