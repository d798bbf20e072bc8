import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openLog } from '../../../server/platform/log.ts';
import { readLaidMail } from '../../../server/platform/mail/transports.ts';
import { ADMIN, startServer, type WholeServer } from '../../support/server.ts';
import { USUAL } from '../price-lists/catalogue.ts';

const SENT_ID = 'proxy-7f3c9a12e4';
const WRONG_PASSWORD = 'Неверный пароль 77';
const NEW_PASSWORD = 'Новый пароль покупателя 5';
const NEWCOMER = 'newcomer@parts.example';

let lines: string[] = [];
const destination = new Writable({
  write(line, _encoding, done) {
    lines.push(String(line));
    done();
  },
});

async function startLogged(environment: Record<string, string> = {}): Promise<WholeServer> {
  const server = await startServer({ log: openLog('debug', destination), environment });
  onTestFinished(() => server.close());
  return server;
}

beforeAll(() => {
  lines = [];
});

const form = (values: Record<string, string>) => new URLSearchParams(values);
const linesOf = (id: string) =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.requestId === id);

async function tokensOfMails(server: WholeServer): Promise<string[]> {
  const folder = join(server.dataFolder, 'outbox');
  const mails = await Promise.all(
    (await readdir(folder)).map(async (name) => readLaidMail(name, await readFile(join(folder, name), 'utf8'))),
  );
  return mails.flatMap(({ text }) => text.match(/(?<=\/)[\w-]{16,}(?=\s|$)/gm) ?? []);
}

async function uploadList(server: WholeServer, access: string, id: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${access}` };
  const made = async (path: string, title: string) => {
    const answer = await server.fetch(`/api/bridge/${path}/`, { method: 'POST', headers, body: form({ title }) });
    return String(((await answer.json()) as { id: number }).id);
  };
  const body = new FormData();
  const owners = { brandId: await made('brands', 'КамАЗ'), providerId: await made('providers', 'Склад') };
  for (const [name, value] of Object.entries({ ...USUAL, ...owners })) body.set(name, value);
  body.set('file', new File(['Артикул;Название;Цена;Остаток\n740-1;Поршень;100;3\n'], 'list.csv'));
  return server.fetch('/api/bridge/file/upload/', {
    method: 'POST',
    headers: { ...headers, 'X-Request-Id': id },
    body,
  });
}

test('security 44: no token, password or link of a mail is in the log of a whole flow', async () => {
  const server = await startLogged({ TRUST_PROXY: 'on', SLOW_QUERY_MS: '1', SLOW_REQUEST_MS: '1' });
  const signUp = await server.fetch('/api/mauth/signup', {
    method: 'POST',
    body: form({ email: NEWCOMER, password: NEW_PASSWORD }),
  });
  expect(signUp.status).toBe(201);
  await server.app.services.mauth?.outbox.deliver();
  const [confirmation = ''] = await tokensOfMails(server);
  expect((await server.fetch(`/api/mauth/confirm/${confirmation}`)).status).toBe(200);
  await server.fetch('/api/mauth/forgot', { method: 'PATCH', body: form({ email: NEWCOMER }) });
  await server.app.services.mauth?.outbox.deliver();
  const tokens = await server.signIn(ADMIN);
  await server.fetch('/api/mauth/signin', {
    method: 'POST',
    body: form({ email: ADMIN.email, password: WRONG_PASSWORD }),
  });
  await server.fetch('/api/mauth/refresh', { method: 'POST', headers: { Authorization: `Bearer ${tokens.refresh}` } });
  const upload = await uploadList(server, tokens.access, SENT_ID);
  expect([upload.status, upload.headers.get('x-request-id')]).toEqual([200, SENT_ID]);

  const links = await tokensOfMails(server);
  expect(links.length).toBeGreaterThan(1);
  const log = lines.join('');
  const secrets = [tokens.access, tokens.refresh, ADMIN.password, NEW_PASSWORD, WRONG_PASSWORD, ...links];
  for (const secret of secrets) expect(log).not.toContain(secret);
  expect(linesOf(SENT_ID).map(({ msg }) => msg)).toEqual(expect.arrayContaining(['import run ended', 'slow request']));
  expect(linesOf(SENT_ID).find(({ msg }) => msg === 'import run ended')).toMatchObject({ outcome: 'done', rows: 1 });
  const statements = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const { msg, statement } of statements)
    if (msg === 'slow query') expect(statement).not.toMatch(/КамАЗ|newcomer/);
});

test('an id that nobody trusted has sent, or that could write lines of its own, is not taken', async () => {
  const server = await startLogged();
  const idFor = async (id: string) =>
    (await server.fetch('/health', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id');
  expect(await idFor(SENT_ID)).toMatch(/^[\da-f-]{36}$/);
  const behindProxy = await startLogged({ TRUST_PROXY: 'on' });
  const taken = async (id: string) =>
    (await behindProxy.fetch('/health', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id');
  expect(await taken(SENT_ID)).toBe(SENT_ID);
  for (const id of ['short', 'with a blank in it', `${'x'.repeat(129)}`, 'quote"quote"'])
    expect(await taken(id)).toMatch(/^[\da-f-]{36}$/);
});
