import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { encodeAs } from '../../support/encodings.ts';
import { writeZip } from '../../support/workbooks.ts';
import { basic, beginExchange, checkAuth, EXCHANGE, LOGIN, PASSWORD, TOKEN } from './client.ts';
import { catalogueXml, offersXml, type TestGoods } from './commerce-ml-files.ts';

vi.setConfig({ testTimeout: 180_000 });

const GOODS: readonly TestGoods[] = [
  {
    id: 'a',
    article: '00123',
    title: 'Фильтр «Ёлочка» & <К>',
    manufacturer: 'КАМАЗ',
    price: '1234.5',
    stores: [2, -3, 4],
  },
  { id: 'b', article: '740.1003010-20', title: 'Головка блока', price: '99,999', stores: [1.5] },
  { id: 'c', article: '=cmd', title: 'Кольцо "О"; 5', price: '7', stores: [] },
];

const encoded = (encoding: string, text: string): Buffer =>
  encoding === 'utf-8' ? Buffer.from(text) : encodeAs(encoding, text);

const positions = async ({ bridge }: TestBridge) =>
  (await bridge.context.database.read.selectFrom('positions').selectAll().orderBy('article').execute()).map(
    ({ article, title, manufacturer, price, amount, code }) => [article, title, manufacturer, price, amount, code],
  );
const runs = async ({ bridge }: TestBridge) =>
  (await bridge.context.database.read.selectFrom('import_runs').select('file_name').orderBy('id').execute()).map(
    ({ file_name }) => file_name,
  );
const EXPECTED = [
  ['00123', 'Фильтр «Ёлочка» & <К>', 'КАМАЗ', 123_450, 6, '00-a'],
  ['740.1003010-20', 'Головка блока', '', 10_000, 1.5, '00-b'],
  ['=cmd', 'Кольцо "О"; 5', '', 700, 0, '00-c'],
];

aboveSql('an exchange in CommerceML', (open) => {
  const withExchange = (run: (shop: TestBridge) => Promise<void>) => withBridge(open, run, { exchange: EXCHANGE });

  test.each(['utf-8', 'windows-1251'])(
    'brings goods, prices and stock in %s, in parts, and again without a change',
    (encoding) =>
      withExchange(async (shop) => {
        const client = await beginExchange(shop);
        await client.send('import.xml', encoded(encoding, catalogueXml(GOODS, encoding)), 100);
        await client.send('offers.xml', encoded(encoding, offersXml(GOODS, { encoding })), 333);
        expect(await client.import('import.xml')).toMatch(/^success\nПринято/);
        expect(await client.import('offers.xml')).toMatch(/^success\n/);
        expect((await positions(shop)).sort()).toEqual([...EXPECTED].sort());
        expect(await runs(shop)).toEqual(['offers.csv']);
        const search = await shop.call('GET', '/search/?query=740.1003010', { as: null });
        expect(search.json().positions[0]).toMatchObject({ price: '100.00' });

        const again = await beginExchange(shop);
        await again.send('offers.xml', encoded(encoding, offersXml(GOODS, { encoding })));
        expect(await again.import('offers.xml')).toContain('без');
        const [, second] = await shop.bridge.context.database.read
          .selectFrom('import_runs')
          .select('report')
          .orderBy('id')
          .execute();
        expect(JSON.parse(second?.report ?? '')).toMatchObject({ created: 0, updated: 0, unchanged: 3, failed: 0 });
      }),
  );

  test(
    'security 103: a file that a zip brings once more leaves nothing of the one before on disk',
    { tags: ['store'] },
    () =>
      withExchange(async (shop) => {
        const folder = await mkdtemp(join(tmpdir(), 'parts-exchange-'));
        onTestFinished(() => rm(folder, { recursive: true, force: true }));
        const zip = join(folder, 'v8.zip');
        await writeZip(zip, { 'import.xml': catalogueXml(GOODS) });
        const client = await beginExchange(shop);
        for (let time = 0; time < 3; time += 1) {
          await client.send('v8.zip', await readFile(zip));
          expect(await client.import('import.xml')).toMatch(/^success/);
        }
        expect(await readdir(join(shop.filesFolder, 'incoming'))).toHaveLength(1);
        await client.call('init');
        expect(await readdir(join(shop.filesFolder, 'incoming'))).toEqual([]);
      }),
  );

  test('takes both files in one zip, sent in parts, and leaves nothing on disk', { tags: ['store'] }, () =>
    withExchange(async (shop) => {
      const folder = await mkdtemp(join(tmpdir(), 'parts-exchange-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const zip = join(folder, 'v8.zip');
      await writeZip(zip, {
        'import.xml': catalogueXml(GOODS),
        'offers.xml': offersXml(GOODS),
        'import_files/aa/a.jpg': 'picture',
      });
      const client = await beginExchange(shop);
      await client.send('v8.zip', await readFile(zip), 500);
      expect(await client.import('import.xml')).toMatch(/^success/);
      expect(await client.import('offers.xml')).toMatch(/^success/);
      expect((await positions(shop)).sort()).toEqual([...EXPECTED].sort());
      await client.call('init');
      expect(await readdir(join(shop.filesFolder, 'incoming'))).toEqual([]);
    }),
  );

  test('takes what is removed there out of stock, all variants of it, and leaves their prices', () =>
    withExchange(async (shop) => {
      const client = await beginExchange(shop);
      const variants = [
        {
          id: 'a#red',
          article: '',
          title: '',
          price: '5',
          stores: [1],
          more: '<Наименование>Ёлочка, красная</Наименование>',
        },
        {
          id: 'a#blue',
          article: '',
          title: '',
          price: '6',
          stores: [2],
          more: '<Наименование>Ёлочка, синяя</Наименование>',
        },
      ];
      await client.send('import.xml', catalogueXml(GOODS));
      await client.send('offers.xml', offersXml([...variants, ...GOODS.slice(1)]));
      await client.import('import.xml');
      expect(await client.import('offers.xml')).toMatch(/^success/);
      const ofVariants = async () =>
        (await positions(shop))
          .filter(([article]) => article === '00123')
          .map(([, title, , price, amount]) => [title, price, amount]);
      expect((await ofVariants()).sort()).toEqual([
        ['Ёлочка, красная', 500, 1],
        ['Ёлочка, синяя', 600, 2],
      ]);

      const gone = await beginExchange(shop);
      await gone.send('import.xml', catalogueXml([{ ...GOODS[0], status: 'Удален' } as TestGoods]));
      expect(await gone.import('import.xml')).toMatch(/^success/);
      expect((await ofVariants()).sort()).toEqual([
        ['Ёлочка, красная', 500, 0],
        ['Ёлочка, синяя', 600, 0],
      ]);
      expect((await positions(shop)).find(([article]) => article === '740.1003010-20')).toMatchObject({ 4: 1.5 });
    }));

  test('security 27: says in words what is wrong, and nothing is changed', () =>
    withExchange(async (shop) => {
      const client = await beginExchange(shop);
      const whole = offersXml(GOODS);
      const cases: [string, string | Buffer, RegExp][] = [
        ['half.xml', whole.slice(0, whole.length / 2), /обрезан/],
        ['empty.xml', ' ', /пуст|обрезан/],
        ['doctype.xml', whole.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>'), /DOCTYPE/],
        ['entity.xml', whole.replace('>7<', '>&bomb;<'), /обрезан/],
        ['deep.xml', '<а>'.repeat(100), /глубоко/],
        ['koi.xml', offersXml(GOODS, { encoding: 'koi8-r' }), /кодировка koi8-r/],
        ['bytes.xml', encodeAs('windows-1251', offersXml(GOODS, { encoding: 'utf-8' })), /не\sв\sтой кодировке/],
        ['cut.zip', 'PK\u0003\u0004 and so on', /архив/],
      ];
      for (const [name, content, reason] of cases) {
        await client.call('init');
        await client.send(name, content);
        const told = await client.import(name.replace('.zip', '.xml'));
        expect(told).toMatch(/^failure\n/);
        expect(told, name).toMatch(reason);
      }
      await client.call('init');
      expect(await client.import('import.xml')).toMatch(/^failure\nфайл import\.xml не\sполучен/);
      expect(await client.call('query')).toMatch(/^failure/);
      expect(await positions(shop)).toEqual([]);
    }));
});

aboveSql('the way into an exchange', (open) => {
  test('opens for the login or the token, and for nobody else', () =>
    withBridge(
      open,
      async (shop) => {
        for (const wrong of [
          basic(LOGIN, 'another password'),
          basic('somebody', PASSWORD),
          basic('', ''),
          `Bearer ${TOKEN}x`,
          'Bearer admin-token',
          '',
        ]) {
          const answer = await checkAuth(shop, wrong);
          expect(answer.statusCode).toBe(401);
          expect(answer.payload).toMatch(/^failure\nНеверное имя пользователя или пароль обмена/);
          expect(answer.headers['www-authenticate']).toContain('Basic');
        }
        for (const right of [basic(LOGIN, PASSWORD), basic('1c', TOKEN), `Bearer ${TOKEN}`])
          expect((await checkAuth(shop, right)).payload).toMatch(/^success\nexchange\n[0-9a-f]{32}\n$/);
        const stolen = await shop.app.inject({
          url: '/api/bridge/exchange/1c?type=catalog&mode=init',
          headers: { cookie: `exchange=${'0'.repeat(32)}` },
        });
        expect(stolen.statusCode).toBe(401);
      },
      { exchange: EXCHANGE },
    ));

  test('is shut while no setting opens it', () =>
    withBridge(open, async (shop) => {
      for (const authorization of [basic('', ''), 'Bearer admin-token', ''])
        expect(await checkAuth(shop, authorization)).toMatchObject({
          statusCode: 403,
          payload: expect.stringMatching(/^failure\nОбмен выключен/),
        });
      const items = await shop.call('POST', '/ut/upload', { json: { json_data: '[]' } });
      expect(items.statusCode).toBe(403);
    }));
});
