import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { oneFileUpTo, receiveForm } from '../../../server/platform/http/upload.ts';
import { serve } from '../../support/http-server.ts';

/** A log that keeps its lines. */
function keptLog() {
  const lines: { level: number; msg: string; err?: { code?: string } }[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { lines, log: pino({ level: 'trace' }, stream) };
}

const boundary = 'multipart/form-data; boundary=b';
const filePart = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n';
const fieldPart = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n';

test.each([
  ['a file', 'file', boundary, filePart + 'x'.repeat(300_000)],
  ['a file in its first bytes', 'file', boundary, '--b\r\nCont'],
  ['a field beside files', 'file', boundary, `${fieldPart}half`],
  ['a form', 'form', boundary, `${fieldPart}half`],
  ['JSON', 'form', 'application/json', '{"a":'],
  ['an urlencoded form', 'form', 'application/x-www-form-urlencoded', 'a=b&'],
])('security 62: a client that goes away in the middle of %s is no error of ours', async (_name, path, type, text) => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-aborted-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const ended = Promise.withResolvers<void>();
  const routes: FastifyPluginAsyncTypebox = async (app) => {
    app.post('/form', { config: { permission: 'signed-in' } }, async () => ({ ok: true }));
    app.post('/file', { config: { permission: 'signed-in', files: oneFileUpTo(10_000_000) } }, async (request) => {
      try {
        const form = await receiveForm(request, { folder });
        await form.remove();
        return {};
      } finally {
        ended.resolve();
      }
    });
  };
  const { lines, log } = keptLog();
  const server = await serve(routes, { log });
  for (const leaving of ['destroy', 'resetAndDestroy'] as const) {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    socket.write(
      `POST /api/test/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer user-token\r\nContent-Type: ${type}\r\n` +
        `Content-Length: ${text.length + 1_000}\r\n\r\n${text}`,
    );
    await pause(200);
    socket[leaving]();
    await pause(200);
  }
  if (path === 'file') await ended.promise;
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});
