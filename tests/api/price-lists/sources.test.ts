import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ImportSource } from '../../../contract/price-lists/sources.ts';
import { exclusiveDecision } from '../../../server/price-lists/sources/exclusive-decision.ts';
import { claimReceivedFile } from '../../../server/price-lists/sources/received-files.ts';
import { prepareSources } from '../../../server/price-lists/sources/scheduler.ts';
import { claimSource, findSource, passwordOf, sealsOf } from '../../../server/price-lists/sources/source.ts';
import { aboveSql } from '../../support/databases.ts';
import { writeBook } from '../../support/workbooks.ts';
import { addSource, arrivalsOf, check, listText, priceOf, testFolder, withSources } from './sources.ts';

vi.setConfig({ testTimeout: 180_000 });

const DAY = 86_400_000;
const FOLDER = { kind: 'folder', settings: { folder: 'a' } };

aboveSql('the secret of a source', (open) => {
  const MAIL = { host: 'imap.example', port: 993, isSecure: true, user: 'price', sender: '@maker.example' };
  const PLACES = [
    [
      'mail',
      MAIL,
      [{ host: 'evil.example' }, { port: 994 }, { isSecure: false }, { user: 'other' }],
      { subject: 'Прайс' },
    ],
    [
      'address',
      { url: 'https://maker.example/a.csv', user: 'buyer' },
      [
        { url: 'https://evil.example/a.csv' },
        { url: 'https://maker.example:8443/a.csv' },
        { url: 'http://maker.example/a.csv' },
        { user: 'other' },
      ],
      { url: 'https://maker.example/b.csv' },
    ],
  ] as const;

  for (const [kind, settings, elsewhere, same] of PLACES) {
    test(`security 97: of kind ${kind} is forgotten with another host, port, protocol or user, and stays with the rest`, () =>
      withSources(open, async (shop) => {
        for (const change of elsewhere) {
          const { id } = await addSource(shop, { kind, settings, secret: 'secret word' });
          const path = `/import/sources/${id}`;
          const kept = await shop.call('PATCH', path, { json: { settings: same } });
          expect(kept.json()).toMatchObject({ hasSecret: true });
          const moved = await shop.call('PATCH', path, { json: { settings: change } });
          expect([change, moved.statusCode, moved.json()]).toMatchObject([change, 200, { hasSecret: false }]);
          const anew = await shop.call('PATCH', path, { json: { settings, secret: 'another' } });
          expect(anew.json()).toMatchObject({ hasSecret: true });
        }
      }));
  }

  test('security 97: is set, changed, removed or forgotten only by who gave the password lately', () =>
    withSources(open, async (shop) => {
      const settings = { url: 'https://maker.example/a.csv', user: 'buyer' };
      const place = { kind: 'address', settings };
      const { id } = await addSource(shop, { ...place, secret: 'secret word' });
      const as = 'long-ago-token';
      const change = (json: object) => shop.call('PATCH', `/import/sources/${id}`, { as, json });
      const refused = [
        await shop.call('POST', '/import/sources', {
          as,
          json: { title: 'Прайс', providerId: 1, brandId: 1, ...place, secret: 'x' },
        }),
        await change({ secret: 'x' }),
        await change({ secret: '' }),
        await change({ settings: { url: 'https://evil.example/a.csv' } }),
      ];
      for (const answer of refused)
        expect([answer.statusCode, answer.json()]).toEqual([403, { error: 'confirm password' }]);
      const { sources } = (await shop.call('GET', '/import/sources')).json<{ sources: ImportSource[] }>();
      expect(sources).toMatchObject([{ id, hasSecret: true, settings }]);
      expect((await change({ title: 'Другой', isEnabled: false })).statusCode).toBe(200);
    }));
});

aboveSql('sources of price lists', (open) => {
  test('are added, changed and removed; nonsense is refused by name', { tags: ['store'] }, () =>
    withSources(open, async (shop) => {
      const { call } = shop;
      const mail = { host: 'imap.example', user: 'u', sender: 'A@b.example' };
      const source = await addSource(shop, { kind: 'mail', settings: mail, secret: 'word', presetId: '' });
      expect(source).toMatchObject({
        settings: { ...mail, sender: 'a@b.example', port: 993, isSecure: true, mailbox: 'INBOX', subject: '' },
        limits: { failedShare: 0.05, skippedShare: 0.3, priceFactor: 3 },
        hasSecret: true,
        everyMinutes: 60,
        isEnabled: true,
        presetId: null,
        checkedAt: null,
      });
      const path = `/import/sources/${source.id}`;
      const json = { settings: { port: 143, isSecure: false }, isEnabled: false, secret: '', title: 'Почта' };
      const changed = (await call('PATCH', path, { json })).json<ImportSource>();
      expect(changed).toMatchObject({
        title: 'Почта',
        hasSecret: false,
        isEnabled: false,
        settings: { host: 'imap.example', port: 143, isSecure: false },
      });
      for (const [wish, error] of [
        [{ title: '' }, 'invalid title'],
        [{ settings: { host: '' } }, 'invalid settings'],
        [{ settings: [] }, 'invalid settings'],
        [{ settings: { subject: 'я'.repeat(501) } }, 'invalid settings'],
        [{ limits: { failedShare: 2, skippedShare: 0, priceFactor: 3 } }, 'invalid limits'],
        [{ limits: 'none' }, 'invalid limits'],
        [{ everyMinutes: 0 }, 'invalid minutes'],
        [{ quietDays: -1 }, 'invalid days'],
        [{ isEnabled: 'perhaps' }, 'invalid enabled'],
        [{ secret: 5 }, 'invalid secret'],
        [{ presetId: 77 }, 'preset not found'],
      ] as const)
        expect((await call('PATCH', path, { json: wish })).json()).toEqual({ error });
      for (const [wish, error] of [
        [{ ...FOLDER, kind: 'pigeon' }, 'invalid kind'],
        [{ ...FOLDER, providerId: 77 }, 'provider not found'],
        [{ ...FOLDER, brandId: 'x' }, 'brand not found'],
      ] as const)
        await expect(addSource(shop, wish)).rejects.toThrow(error);
      const whole = 'я'.repeat(500);
      const kept = await call('PATCH', path, { json: { settings: { subject: whole } } });
      expect(kept.json<ImportSource>().settings).toMatchObject({ subject: whole });
      expect((await call('DELETE', path)).statusCode).toBe(200);
      for (const method of ['DELETE', 'PATCH'] as const)
        expect((await call(method, path, { json: {} })).statusCode).toBe(404);
      expect((await call('POST', `${path}/check`)).statusCode).toBe(404);
      expect((await call('POST', '/import/arrivals/1/apply')).statusCode).toBe(404);
    }),
  );

  test('are looked at when they are due, by one process at a time, and told when they are quiet', async () => {
    const importFolder = await testFolder();
    await mkdir(join(importFolder, 'a'));
    await withSources(
      open,
      async (shop) => {
        const { id } = await addSource(shop, { ...FOLDER, everyMinutes: 30, quietDays: 2 });
        await addSource(shop, { ...FOLDER, isEnabled: false });
        const { database } = shop.bridge;
        const list = async () =>
          (await shop.call('GET', '/import/sources')).json<{ sources: ImportSource[] }>().sources;
        const round = () => shop.bridge.arrivals?.scheduler.round();
        await round();
        const [first, second] = await list();
        expect(first?.checkedAt).not.toBeNull();
        expect(second?.checkedAt).toBeNull();

        await writeFile(join(importFolder, 'a', 'price.csv'), listText(20, 100));
        shop.now += 29 * 60_000;
        await round();
        expect(await arrivalsOf(shop)).toEqual([]);
        shop.now += 60_000;
        const claim = { now: shop.now, lasts: 60_000 };
        expect(await claimSource(database, id, claim)).toBe(true);
        expect(await claimSource(database, id, claim)).toBe(false);
        // A lease of a clock that was set back since blocks no process; it is put back for what follows.
        expect(await claimSource(database, id, { ...claim, now: shop.now - DAY })).toBe(true);
        expect(await claimSource(database, id, claim)).toBe(true);
        await round();
        expect(await arrivalsOf(shop)).toEqual([]);
        shop.now += 60_000;
        await round();
        expect(await arrivalsOf(shop)).toMatchObject([{ state: 'applied' }]);
        expect((await list())[0]).toMatchObject({ isQuiet: false, isChecking: false });
        shop.now += 2 * DAY + 1;
        expect((await list())[0]).toMatchObject({ isQuiet: true });
        const notices = async () => (await shop.call('GET', '/import/notices')).json();
        expect(await notices()).toMatchObject({ held: 0, quiet: 1 });
        await shop.call('PATCH', `/import/sources/${id}`, { json: { isEnabled: false } });
        expect((await list())[0]).toMatchObject({ isQuiet: false });
        expect(await notices()).toMatchObject({ held: 0, quiet: 0 });
      },
      { importFolder },
    );
  });

  test('hold what no preset and no certain guess reads, and read by a preset that is given', async () => {
    const importFolder = await testFolder();
    const home = join(importFolder, 'a');
    await mkdir(home);
    await withSources(
      open,
      async (shop) => {
        const { id } = await addSource(shop, FOLDER);
        const bare = listText(20, 100).replace(/^[^\n]*\n/, '');
        await writeFile(join(home, 'price.csv'), bare);
        await check(shop, id);
        const [held] = await arrivalsOf(shop);
        expect(held).toMatchObject({ state: 'held', reason: expect.stringContaining('неуверенно') });
        expect((await shop.call('GET', '/import/notices')).json()).toMatchObject({ held: 1, quiet: 0 });
        const path = `/import/arrivals/${held?.id}`;
        const file = await shop.call('GET', `${path}/file`);
        expect(file.payload).toBe(bare);
        expect(file.headers['content-disposition']).toBe(
          'attachment; filename="price.csv"; filename*=UTF-8\'\'price.csv',
        );
        const fields = { article: '1', title: '2', price: '3', amount: '4', addNewPositionMode: 'on' };
        const json = { providerId: 1, name: 'А', fields: JSON.stringify(fields), headers: '[]' };
        const { id: presetId } = (await shop.call('POST', '/import/presets', { json })).json<{ id: number }>();
        await shop.call('PATCH', `/import/sources/${id}`, { json: { presetId } });
        const answers = await Promise.all([1, 2].map(() => shop.call('POST', `${path}/apply`)));
        const applied = answers.find(({ statusCode }) => statusCode === 200);
        expect(answers.find((answer) => answer !== applied)?.json()).toEqual({ error: 'arrival is settled' });
        for (const [method, what] of [
          ['GET', 'file'],
          ['POST', 'reject'],
        ] as const)
          expect((await shop.call(method, `${path}/${what}`)).statusCode).toBe(409);
        expect(applied?.json()).toMatchObject({ state: 'applied', runId: expect.any(Number) });
        const count = await shop.bridge.database.read.selectFrom('positions').select('id').execute();
        expect(count).toHaveLength(20);
      },
      { importFolder },
    );
  });

  test('take every sheet that is surely a list, and are held where another one is not understood', async () => {
    const importFolder = await testFolder();
    const home = join(importFolder, 'a');
    await mkdir(home);
    const head = ['Артикул', 'Наименование', 'Цена', 'Остаток'];
    const goods = (mark: string, count = 15) =>
      Array.from({ length: count }, (_, at) => [`${mark}-${at}01`, `Фильтр масляный ${at}`, 100 + at, 2]);
    const cover = { name: 'Условия', rows: [['Прайс ООО «Склад»'], ['Доставка по договорённости']] };
    const oils = { name: 'Масла', rows: [head, ...goods('М')] };
    const filters = { name: 'Фильтры', rows: [['№', ...head], ...goods('Ф').map((row, at) => [at + 1, ...row])] };
    await withSources(
      open,
      async (shop) => {
        const { id } = await addSource(shop, FOLDER);
        await writeBook(join(home, 'book.xlsx'), { sheets: [cover, oils, filters] });
        await check(shop, id);
        const [whole] = await arrivalsOf(shop);
        expect(whole).toMatchObject({ state: 'applied', plan: { rows: 30 } });
        const articles = await shop.bridge.database.read.selectFrom('positions').select('article').execute();
        expect(articles).toHaveLength(30);

        const few = { name: 'Акция', rows: [['Скидки'], ...goods('А', 2).map((row) => row.slice(0, 3))] };
        await writeBook(join(home, 'few.xlsx'), { sheets: [cover, oils, filters, few] });
        await check(shop, id);
        const [applied] = await arrivalsOf(shop);
        expect(applied).toMatchObject({ state: 'applied', plan: { counts: { unchanged: 30 } } });

        const unclear = { name: 'Прочее', rows: goods('П').map((row) => row.slice(0, 3)) };
        await writeBook(join(home, 'unclear.xlsx'), { sheets: [cover, oils, filters, unclear] });
        await check(shop, id);
        const [held] = await arrivalsOf(shop);
        expect(held?.state).toBe('held');
        expect(held?.reason?.replaceAll('\u00a0', ' ')).toContain('Не взяты листы, которые читаются плохо: «Прочее»');
        expect(held?.plan?.rows).toBe(45);
      },
      { importFolder },
    );
  });

  test('are read by their preset wherever its headings stand now, and held where one of them is gone', async () => {
    const importFolder = await testFolder();
    const home = join(importFolder, 'a');
    await mkdir(home);
    const row = (price: number) => (_: unknown, at: number) => [`Ф-${at}01`, `Фильтр масляный ${at}`, price + at, 2];
    const rows = (price: number) => Array.from({ length: 20 }, row(price));
    const HEAD = ['Артикул', 'Наименование', 'Цена', 'Остаток'];
    await withSources(
      open,
      async (shop) => {
        const columns = { article: '1', title: '2', price: '3', amount: '4' };
        const sheets = JSON.stringify([{ name: 'Шины', startRow: 2, ...columns, headers: HEAD }]);
        const presetOf = async (name: string, fields: object) => {
          const said = JSON.stringify({ ...fields, markup: '0-:10', addNewPositionMode: 'on' });
          const json = { providerId: 1, name, fields: said, headers: JSON.stringify(HEAD) };
          return (await shop.call('POST', '/import/presets', { json })).json<{ id: number }>().id;
        };
        const comes = async (name: string, sheet: string, lines: readonly (readonly (string | number)[])[]) => {
          await writeBook(join(home, `${name}.xlsx`), { sheets: [{ name: sheet, rows: lines }] });
          await check(shop, id);
          return (await arrivalsOf(shop))[0];
        };
        const presetId = await presetOf('Опт', { ...columns, startRow: '2', sheet: 'Прайс 1.05' });
        const { id } = await addSource(shop, { ...FOLDER, presetId });
        expect(await comes('1', 'Прайс 1.05', [HEAD, ...rows(100)])).toMatchObject({ state: 'applied' });
        expect(await priceOf(shop, 'Ф-001')).toBe(11_000);

        // The sheet has another title, a line stands above, and the columns have changed their places.
        const turned = [HEAD, ...rows(101)].map(([article, title, price, stock]) => ['', stock, price, title, article]);
        const moved = await comes('2', 'Прайс 8.05', [['Прайс'], ...turned] as (string | number)[][]);
        expect(moved).toMatchObject({ state: 'applied', plan: { rows: 20, counts: { priceUp: 20, stockChanged: 0 } } });
        expect(await priceOf(shop, 'Ф-001')).toBe(11_110);
        const lost = [
          ['Артикул', 'Наименование', 'Остаток', 'Опт, руб.'],
          ...rows(102).map(([a, t, p, s]) => [a, t, s, p]),
        ];
        const held = await comes('3', 'Прайс 15.05', lost as (string | number)[][]);
        expect(held).toMatchObject({ state: 'held', plan: { counts: { priceUp: 20 } } });
        expect(held?.reason?.replaceAll('\u00a0', ' ')).toContain('Заголовки файла не те, что у настроек «Опт»');

        const several = await presetOf('Листы', { sheets });
        await shop.call('PATCH', `/import/sources/${id}`, { json: { presetId: several } });
        const wheels = [HEAD, ...rows(103)].map(([article, title, price, stock]) => [title, article, stock, price]);
        expect(await comes('4', 'Шины', wheels as (string | number)[][])).toMatchObject({ state: 'applied' });
        expect(await priceOf(shop, 'Ф-001')).toBe(11_330);
      },
      { importFolder },
    );
  });

  test('are held where their preset was deleted', { tags: ['store'] }, async () => {
    const importFolder = await testFolder();
    const home = join(importFolder, 'a');
    await mkdir(home);
    await withSources(
      open,
      async (shop) => {
        const fields = { article: '1', title: '2', price: '3', amount: '4', addNewPositionMode: 'on' };
        const json = { providerId: 1, name: 'А', fields: JSON.stringify(fields), headers: '[]' };
        const preset = (await shop.call('POST', '/import/presets', { json })).json<{ id: number }>();
        const { id } = await addSource(shop, { ...FOLDER, presetId: preset.id });
        await shop.call('DELETE', `/import/presets/${preset.id}`);
        await writeFile(join(home, 'price.csv'), listText(20, 100));
        await check(shop, id);
        const [held] = await arrivalsOf(shop);
        expect(held?.state).toBe('held');
        expect(held?.reason?.replaceAll('\u00a0', ' ')).toContain('Сохранённых настроек этого источника больше нет');
        expect(await shop.bridge.database.read.selectFrom('positions').select('id').execute()).toEqual([]);
      },
      { importFolder },
    );
  });

  test('are decided about by one server at a time', { tags: ['store'] }, async () => {
    const importFolder = await testFolder();
    const home = join(importFolder, 'a');
    await mkdir(home);
    await withSources(
      open,
      async (shop) => {
        const { id } = await addSource(shop, FOLDER);
        await writeFile(join(home, 'price.csv'), listText(20, 100).replace(/^[^\n]*\n/, ''));
        await check(shop, id);
        const [held] = await arrivalsOf(shop);
        const path = `/import/arrivals/${held?.id}`;
        const { database, clock } = shop.bridge.context;
        // Another server has begun, and dies: its claim ends by itself, or with the only server of an embedded database.
        const arrivalId = held?.id ?? 0;
        expect(await claimReceivedFile(database, arrivalId, { now: clock(), lasts: 60_000 })).toBe(true);
        for (const what of ['apply', 'reject'] as const) {
          const refused = await shop.call('POST', `${path}/${what}`);
          expect([refused.statusCode, refused.json()]).toEqual([409, { error: 'arrival is settled' }]);
        }
        expect(await arrivalsOf(shop)).toMatchObject([{ state: 'held' }]);
        shop.now += 60_000;
        const first = exclusiveDecision(shop.bridge.context);
        const second = exclusiveDecision(shop.bridge.context);
        const begun = Promise.withResolvers<void>();
        const ended = Promise.withResolvers<void>();
        const deciding = first(arrivalId, () => {
          begun.resolve();
          return ended.promise;
        });
        await begun.promise;
        for (const again of [first, second])
          await expect(again(arrivalId, async () => {})).rejects.toThrow('arrival is settled');
        ended.reject(new Error('not now'));
        await expect(deciding).rejects.toThrow('not now');
        expect((await shop.call('POST', `${path}/reject`)).statusCode).toBe(200);
      },
      { importFolder },
    );
  });

  test('keep their passwords through a change of the secret', () =>
    withSources(open, async (shop) => {
      const { id } = await addSource(shop, { ...FOLDER, secret: 'word' });
      const { database } = shop.bridge;
      const [current] = ['a secret of this installation'];
      await prepareSources(database, ['the next secret', current]);
      const source = await findSource(database.read, id);
      if (!source) throw new Error('no source');
      expect(passwordOf(source, sealsOf(['the next secret']))).toBe('word');
      expect(() => passwordOf(source, sealsOf([current]))).toThrow('введите пароль заново');
      await prepareSources(database, ['one more', 'not that either']);
      expect(passwordOf(source, sealsOf(['the next secret']))).toBe('word');
    }));
});
