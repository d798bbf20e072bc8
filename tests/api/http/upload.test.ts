import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { oneFile, oneFileUpTo, receiveForm, shownFileName } from '../../../server/platform/http/upload.ts';
import { serve } from '../../support/http-server.ts';

const MAX_BYTES = 1_000_000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-upload-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.post('/file', { config: { permission: 'anyone', files: oneFileUpTo(MAX_BYTES) } }, async (request) => {
    const form = await receiveForm(request, { folder });
    try {
      const { originalName, declaredType, bytes, path } = oneFile(form, 'file');
      return { fields: form.fields, originalName, declaredType, bytes, text: await readFile(path, 'utf8') };
    } finally {
      await form.remove();
    }
  });
};

const file = (content: string, name = 'прайс № 7.xlsx') => new File([content], name, { type: 'text/X-Test' });
const form = (...parts: [string, string | File][]) => {
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value);
  return { method: 'POST', body };
};

test('a form with a file arrives with its fields on both sides of the file and leaves nothing behind', async () => {
  const server = await serve(routes);
  const init = form(['brandId', '1'], ['file', file('артикул;цена')], ['columns[price]', 'C']);
  const answer = await server.fetch('/api/test/file', init);
  expect(await answer.json()).toEqual({
    fields: { brandId: '1', columns: { price: 'C' } },
    originalName: 'прайс № 7.xlsx',
    declaredType: 'text/x-test',
    bytes: 23,
    text: 'артикул;цена',
  });
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['Прайс %22Урал%22.csv', 'Прайс "Урал".csv'],
  ['%D0%9F%D1%80%D0%B0%D0%B9%D1%81%20%D0%B8%D1%8E%D0%BD%D1%8C.csv', 'Прайс июнь.csv'],
  ['скидка 100%.csv', 'скидка 100%.csv'],
  ['Прайс%20июнь.csv', 'Прайс%20июнь.csv'],
])('the name %s of a form arrives as %s', async (name, arrives) => {
  const server = await serve(routes);
  const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nx\r\n--b--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const answer = await server.fetch('/api/test/file', { method: 'POST', body, headers });
  expect(await answer.json()).toMatchObject({ originalName: arrives });
});

test('a name of the extended form arrives', async () => {
  const server = await serve(routes);
  const name = "filename*=UTF-8''%D0%9F%D1%80%D0%B0%D0%B9%D1%81.csv";
  const body = `--b\r\nContent-Disposition: form-data; name="file"; ${name}\r\n\r\nx\r\n--b--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const answer = await server.fetch('/api/test/file', { method: 'POST', body, headers });
  expect(await answer.json()).toMatchObject({ originalName: 'Прайс.csv' });
});

test.each([
  ['an empty file part', form(['file', file('')]), 'файл Excel не получен'],
  ['a file input without a choice', form(['file', new File([], '')]), 'файл Excel не получен'],
  ['another encoding', { method: 'POST', body: new URLSearchParams({ file: 'x' }) }, 'file not uploaded'],
  ['no body', { method: 'POST' }, 'file not uploaded'],
  ['files in two fields', form(['file', file('a')], ['photo', file('b')]), 'more than one file received'],
  ['no file', form(['brandId', '1']), 'field name "file" is empty'],
  ['a file in another field', form(['photo', file('a')]), 'field name "file" is empty'],
  [
    'two files in the field',
    form(['file', file('a')], ['file', file('b')]),
    'more than 1 file received by field "file"',
  ],
])('%s is 400 in the words of the API', async (_name, init, error) => {
  const server = await serve(routes);
  const answer = await server.fetch('/api/test/file', init);
  expect([answer.status, await answer.json()]).toEqual([400, { error }]);
  expect(await readdir(folder)).toEqual([]);
});

test('a file over the limit is 413 and leaves nothing behind', async () => {
  const server = await serve(routes);
  for (const size of [MAX_BYTES + 1, MAX_BYTES * 5]) {
    const answer = await server.fetch('/api/test/file', form(['file', file('x'.repeat(size))]));
    expect([answer.status, await answer.json()]).toEqual([413, { error: 'request entity too large' }]);
  }
  expect(await readdir(folder)).toEqual([]);
});

test('a client that goes away in the middle leaves nothing behind', async () => {
  const server = await serve(routes);
  const socket = connect(server.port, '127.0.0.1');
  socket.write(
    'POST /api/test/file HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000\r\n\r\n' +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nhalf of it',
  );
  await expect.poll(() => readdir(folder)).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => readdir(folder)).toEqual([]);
});

test.each([
  ['..\\..\\x.xlsx', 'x.xlsx'],
  ['/etc/passwd', 'passwd'],
  ['a\0b\u202e.jpg', 'ab.jpg'],
  ['й'.normalize('NFD'), 'й'],
  [`${'я'.repeat(300)}.xlsx`, `${'я'.repeat(250)}.xlsx`],
  ['', ''],
])('security 24: a file called %j is shown as %j', (name, shown) => {
  expect(shownFileName(name)).toBe(shown);
});
