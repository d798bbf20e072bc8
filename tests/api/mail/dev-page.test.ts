import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../../server/operations/config/config.ts';
import { startServer, type WholeServer } from '../../support/server.ts';

let server: WholeServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const status = (port: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/dev/mail', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end();
  });

test('without a mail server the mails are read at /dev/mail on this machine, by nobody else', async () => {
  server = await startServer();
  const body = new URLSearchParams({ email: 'anna@example.ru', password: 'correct horse', name: '<b>Анна' });
  expect((await server.fetch('/api/mauth/signup', { method: 'POST', body })).status).toBe(201);
  await server.app.services.mauth?.outbox.deliver();
  const list = await server.fetch('/dev/mail', { headers: { accept: 'application/json' } });
  const [mail] = (await list.json()) as { to: string; text: string }[];
  expect(mail?.to).toBe('anna@example.ru');
  const link = `${server.origin}/auth/confirm/`;
  expect(mail?.text).toContain(link);
  const page = await (await server.fetch('/dev/mail')).text();
  expect(page).toContain(`href="${link}`);
  expect(page).not.toContain('<b>');

  const { port } = new URL(server.origin);
  expect(await status(port, {})).toBe(200);
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
    expect(await status(port, { [header]: '127.0.0.1' })).toBe(404);
  expect(await status(port, { host: 'rebound.example' })).toBe(404);
});

test('there is no such page in production, on other addresses, or with a mail server', () => {
  expect(readConfig({}).showsMails).toBe(true);
  for (const setting of [{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }, { SMTP_URL: 'smtp://mail.example' }])
    expect(readConfig(setting).showsMails).toBe(false);
});
