import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMailTexts } from '../../../server/accounts/mail-texts.ts';
import { layOutMail } from '../../../server/platform/mail/mail.ts';
import { folderTransport, readLaidMail } from '../../../server/platform/mail/transports.ts';

const HOSTILE = '<script>alert("x")</script>\r\nBcc: all@example.ru & \'q\'';
const CREATED = new Date(Date.UTC(2026, 2, 1, 12));

/** The file that a letter becomes where there is no mail server. */
async function laid(letter: ReturnType<typeof layOutMail>) {
  const folder = await mkdtemp(join(tmpdir(), 'parts-mail-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outbox = join(folder, 'outbox');
  const mail = { ...letter, to: 'anna@example.ru', messageId: 'id', createdAt: CREATED };
  const transport = folderTransport(outbox, 'shop@parts.example');
  await transport.send(mail);
  await transport.send(mail);
  const names = await readdir(outbox);
  expect(names).toEqual(['20260301T120000000Z-id.eml']);
  const file = join(outbox, names[0] ?? '');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  return readFile(file, 'utf8');
}

const headersOf = (source: string) =>
  [...source.slice(0, source.indexOf('\r\n\r\n')).matchAll(/^([\w-]+):/gm)].map(([, name]) => name);

test('security 37: values in a letter are shown, never read as markup', () => {
  const { html, text } = layOutMail(HOSTILE, [HOSTILE, { code: HOSTILE }, { link: HOSTILE, label: HOSTILE }]);
  expect(html).not.toContain('<script');
  expect(html).not.toMatch(/href="[^"]*</);
  expect(text).toContain('<script>alert("x")</script>');
});

test('security 14: nothing in a letter or a subject adds a header', async () => {
  const plain = headersOf(await laid(layOutMail('Тема', ['Слова'])));
  const source = await laid(layOutMail(`Тема ${HOSTILE}`, [HOSTILE]));
  expect(headersOf(source)).toEqual(plain);
  expect(plain).not.toContain('Bcc');
});

test('a laid mail reads back as it was written', async () => {
  const subject = `Подтверждение почты на\u00a0${'длинный-'.repeat(12)}parts.example`;
  const letter = layOutMail(subject, ['Здравствуйте, Анна Ёлкина!', { code: 'aB3' }, 'x'.repeat(3_000)]);
  const mail = readLaidMail('a.eml', await laid(letter));
  expect(mail.subject).toBe(subject);
  expect(mail.text.replaceAll('\r\n', '\n').trim()).toBe(letter.text.trim());
  expect(mail).toMatchObject({ name: 'a.eml', to: 'anna@example.ru', date: 'Sun, 01 Mar 2026 12:00:00 +0000' });
});

test('the letters of accounts lead to pages of the site', () => {
  const letters = createMailTexts({ siteAddress: () => 'https://parts.example', timeZone: 'Asia/Yekaterinburg' });
  expect(letters.confirmation('T', null).text).toContain('\nhttps://parts.example/auth/confirm/T\n');
  expect(letters.recovery('T', 'Анна').text).toContain('\nhttps://parts.example/auth/forgot/T\n');
  expect(letters.mailedPassword('secret', 'Анна').text).toMatch(/^Здравствуйте, Анна![\s\S]*^ {4}secret$/m);
});
