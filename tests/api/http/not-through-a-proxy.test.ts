import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildServer } from '../../../server/platform/http-server/server.ts';
import { devMailRoutes } from '../../../server/platform/mail/dev-page.ts';
import { serve, testIdentity } from '../../support/http-server.ts';
import { rawRequest } from '../../support/raw-request.ts';

/** Marks of proxies that are in use; each alone is enough. */
const MARKS = [
  'Forwarded',
  'Via',
  'X-Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Port',
  'X-Forwarded-Server',
  'X-Real-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'CDN-Loop',
  'Fastly-Client-IP',
];

/** fetch sets the Host itself. */
const statusOf = (port: number, path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end();
  });

const laidMails = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-mails-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, '1.eml'), 'To: a@b.example\r\nSubject: s\r\n\r\ntext\r\n');
  return folder;
};

test('security 57: /metrics and /dev/mail are for this machine only, never for what came through a proxy', async () => {
  const folder = await laidMails();
  const server = await serve(async () => {}, {
    services: [{ name: 'mail', prefix: '', routes: devMailRoutes(folder) }],
  });
  for (const [path, refusal] of [
    ['/metrics', 403],
    ['/dev/mail', 404],
  ] as const) {
    for (const host of ['localhost', `localhost:${server.port}`, '127.0.0.1', '127.0.0.53:80', '[::1]:8080'])
      expect(await statusOf(server.port, path, { host })).toBe(200);
    for (const host of ['parts.example', '10.0.0.1', 'localhost.parts.example', '127.0.0.1.parts.example'])
      expect([host, await statusOf(server.port, path, { host })]).toEqual([host, refusal]);
    for (const mark of MARKS)
      expect([mark, await statusOf(server.port, path, { [mark]: '127.0.0.1' })]).toEqual([mark, refusal]);
  }
});

test('security 57: a proxy that adds nothing is known by its HTTP/1.0', async () => {
  const folder = await laidMails();
  const server = await serve(async () => {}, {
    services: [{ name: 'mail', prefix: '', routes: devMailRoutes(folder) }],
  });
  for (const [path, version, status] of [
    ['/metrics', '1.0', 403],
    ['/dev/mail', '1.0', 404],
    ['/dev/mail', '1.1', 200],
  ] as const) {
    const answer = await rawRequest(server.port, path, { version, host: `127.0.0.1:${server.port}` });
    expect([path, version, Number(answer.split(' ')[1])]).toEqual([path, version, status]);
  }
});

test('security 57: from another machine /dev/mail needs an administrator, and a proxy cannot be one', async () => {
  const folder = await laidMails();
  const app = await buildServer({
    identity: testIdentity,
    services: [{ name: 'mail', prefix: '', routes: devMailRoutes(folder) }],
  });
  onTestFinished(() => app.close());
  const ask = async (token: string | null, headers: Record<string, string> = {}) => {
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
    const from = { remoteAddress: '192.0.2.7', headers: { host: 'parts.example', ...authorization, ...headers } };
    return (await app.inject({ url: '/dev/mail', ...from })).statusCode;
  };
  expect([await ask(null), await ask('user-token'), await ask('admin-token')]).toEqual([404, 404, 200]);
  expect(await ask('admin-token', { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
});

test('security 57: the page of mails obeys a policy without exceptions', async () => {
  const folder = await laidMails();
  const server = await serve(async () => {}, {
    services: [{ name: 'mail', prefix: '', routes: devMailRoutes(folder) }],
  });
  const answer = await server.fetch('/dev/mail');
  const page = await answer.text();
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(page).not.toMatch(/ style=| on\w+=|<script/);
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
});
