import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import type { ServedMail } from '../../support/imap-server.ts';
import { writeZip } from '../../support/workbooks.ts';
import { addSource, arrivalsOf, check, listText, openImapServer, priceOf, testFolder, withSources } from './sources.ts';

vi.setConfig({ testTimeout: 180_000 });

const USER = 'shop@our.example';
const PASSWORD = 'mailbox secret';

const list = (name: string, price: number) => ({ name, content: Buffer.from(listText(20, price)) });
const mail = (uid: number, wish: Partial<ServedMail> = {}): ServedMail => ({
  uid,
  from: 'price@supplier.example',
  subject: 'Прайс',
  attachments: [],
  ...wish,
});
const settings = (port: number, wish: object = {}) => ({
  host: '127.0.0.1',
  port,
  isSecure: false,
  user: USER,
  sender: 'price@supplier.example',
  subject: 'прайс',
  ...wish,
});

aboveSql('price lists in a mailbox', (open) => {
  test('are taken from new mails of the sender, those in a zip as well, and strangers are counted', async () => {
    const server = await openImapServer(USER, PASSWORD);
    const folder = await testFolder();
    await writeZip(join(folder, 'a.zip'), { 'Прайс.csv': Buffer.from(listText(20, 101)) });
    server.mails = [
      mail(1, { attachments: [list('Прайс.csv', 100)] }),
      mail(2, { subject: 'Счёт', attachments: [list('other.csv', 500)] }),
      mail(3, { from: 'xprice@supplier.example', attachments: [list('other.csv', 500)] }),
      mail(4, { at: new Date(0), attachments: [list('old.csv', 500)] }),
    ];
    await withSources(open, async (shop) => {
      const source = { kind: 'mail', settings: settings(server.port), secret: PASSWORD };
      const { id } = await addSource(shop, source);
      expect(await check(shop, id)).toMatchObject({ problem: null, ignored: 0 });
      const first = [
        { state: 'ignored', fileName: 'Счёт', reason: expect.stringMatching(/в\sтеме нет слов «прайс»/u) },
        { state: 'applied', fileName: 'Прайс.csv' },
      ];
      expect(await arrivalsOf(shop)).toMatchObject(first);
      expect(await priceOf(shop, 'Ф-001')).toBe(10_050);
      await check(shop, id);
      expect(await arrivalsOf(shop)).toHaveLength(2);

      server.mails.push(
        mail(5, { attachments: [{ name: 'price.zip', content: await readFile(join(folder, 'a.zip')) }] }),
        mail(6, { from: 'friend@nobody.example', attachments: [list('other.csv', 500)] }),
        mail(7, { attachments: [{ name: 'logo.png', content: Buffer.from('x') }] }),
        mail(8, { attachments: [{ ...list('huge.xlsx', 1), claimedSize: 280_000_000 }] }),
      );
      expect(await check(shop, id)).toMatchObject({ problem: null, ignored: 1 });
      expect(await arrivalsOf(shop)).toMatchObject([
        { state: 'ignored', fileName: 'huge.xlsx', bytes: 210_000_000, reason: 'Файл слишком велик' },
        { state: 'ignored', fileName: 'Прайс', reason: expect.stringContaining('нет прайса') },
        { state: 'applied', fileName: 'price.zip' },
        ...first,
      ]);
      expect(await priceOf(shop, 'Ф-001')).toBe(10_150);
      const parts = server.heard.filter((line) => line.includes('BODY.PEEK[2]'));
      expect(parts.some((line) => line.startsWith('UID FETCH 8'))).toBe(false);
      // Nothing is marked as read, moved or deleted.
      expect(server.heard.filter((line) => /STORE|COPY|MOVE|EXPUNGE|^SELECT/.test(line))).toEqual([]);
    });
  });

  test('arrive with readable names from raw, decomposed and missing ones', async () => {
    const server = await openImapServer(USER, PASSWORD);
    const nameless = { ...list('', 103), type: 'text/csv' };
    server.mails = [
      mail(1, { rawIn: 'windows-1251', subject: 'Новый прайс на июнь', attachments: [list('Прайс июнь.csv', 101)] }),
      mail(2, { rawIn: 'utf-8', subject: 'Прайс в восьми битах', attachments: [list('Прайс июль.csv', 102)] }),
      mail(3, { subject: 'Свежий прайс'.normalize('NFD'), attachments: [nameless] }),
      mail(4, { rawIn: 'windows-1251', subject: 'Счёт на оплату', attachments: [list('Счёт.csv', 1)] }),
    ];
    await withSources(open, async (shop) => {
      const source = { kind: 'mail', settings: settings(server.port), secret: PASSWORD };
      const { id } = await addSource(shop, source);
      expect(await check(shop, id)).toMatchObject({ problem: null });
      expect(await arrivalsOf(shop)).toMatchObject([
        { state: 'ignored', fileName: 'Счёт на оплату' },
        { state: 'applied', fileName: 'Вложение без имени.csv' },
        { state: 'applied', fileName: 'Прайс июль.csv' },
        { state: 'applied', fileName: 'Прайс июнь.csv' },
      ]);
    });
  });

  test('of 5,000 mails are looked for by the server, and a mailbox that was made anew is read anew', async () => {
    const server = await openImapServer(USER, PASSWORD);
    server.mails = Array.from({ length: 5_000 }, (_, at) => mail(at + 1, { from: `a${at}@nobody.example` }));
    await withSources(open, async (shop) => {
      const source = { kind: 'mail', settings: settings(server.port), secret: PASSWORD };
      const { id } = await addSource(shop, source);
      await check(shop, id);
      expect(server.heard.filter((line) => line.startsWith('UID FETCH'))).toEqual([]);
      server.mails.push(mail(5_001, { attachments: [list('price.csv', 100)] }));
      await check(shop, id);
      expect(server.heard.filter((line) => line.startsWith('UID FETCH 5001')).length).toBeGreaterThan(0);
      expect(await arrivalsOf(shop)).toMatchObject([{ state: 'applied' }]);
      server.uidValidity = 2;
      server.mails = [mail(1, { attachments: [list('again.csv', 101)] })];
      await check(shop, id);
      expect(await arrivalsOf(shop)).toMatchObject([{ fileName: 'again.csv' }, {}]);
    });
  });

  test('security 103: a mail with a stranger among its authors, or with more price lists than anybody sends, is left alone', async () => {
    const server = await openImapServer(USER, PASSWORD);
    server.mails = [
      mail(1, { besides: 'friend@nobody.example', attachments: [list('forged.csv', 500)] }),
      mail(2, { attachments: Array.from({ length: 21 }, (_, at) => list(`${at}.csv`, 500)) }),
      mail(3, { attachments: [list('right.csv', 100)] }),
    ];
    await withSources(open, async (shop) => {
      const source = { kind: 'mail', settings: settings(server.port), secret: PASSWORD };
      const { id } = await addSource(shop, source);
      expect(await check(shop, id)).toMatchObject({ problem: null });
      expect(await arrivalsOf(shop)).toMatchObject([
        { state: 'applied', fileName: 'right.csv' },
        { state: 'ignored', reason: expect.stringContaining('больше 20\u00a0прайсов') },
        { state: 'ignored', reason: expect.stringContaining('другой автор') },
      ]);
    });
  });

  test('security 103: a mail that is described by more than an answer may hold is left out, and the next look takes those behind it', async () => {
    const server = await openImapServer(USER, PASSWORD);
    server.mails = [mail(1, { announced: 300_000_000 }), mail(2, { attachments: [list('right.csv', 100)] })];
    await withSources(open, async (shop) => {
      const source = { kind: 'mail', settings: settings(server.port), secret: PASSWORD };
      const { id } = await addSource(shop, source);
      expect(await check(shop, id)).toMatchObject({ problem: expect.stringContaining('прислал слишком много данных') });
      expect(await check(shop, id)).toMatchObject({ problem: null });
      expect(await arrivalsOf(shop)).toMatchObject([
        { state: 'applied', fileName: 'right.csv' },
        { state: 'ignored', reason: 'Письмо слишком велико' },
      ]);
    });
  });

  test('a wrong password, a missing folder and a server that is away are told in words', async () => {
    const server = await openImapServer(USER, PASSWORD);
    await withSources(open, async (shop) => {
      const told = async (wish: object, secret = PASSWORD) =>
        (await check(shop, (await addSource(shop, { kind: 'mail', settings: settings(server.port, wish), secret })).id))
          .problem;
      expect(await told({}, 'another')).toContain('имя или пароль');
      expect(await told({ mailbox: 'Прайсы' })).toMatch(/нет папки|не\sответил/);
      expect(await told({ port: 1 })).toContain('не\u00a0ответил');
      for (const wish of [{ sender: 'nobody' }, { host: 'a b' }, { port: 70_000 }, { user: '' }])
        await expect(addSource(shop, { kind: 'mail', settings: settings(server.port, wish) })).rejects.toThrow(
          'invalid settings',
        );
    });
  });
});
