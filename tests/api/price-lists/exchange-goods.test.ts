// Goods of 1C are known by their ids: what becomes of them when articles are corrected, moved, blank or shared, which
// prices they have, and what 1C is answered when not everything could be taken.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { CompiledQuery } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrationNamed, migrations } from '../../../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql, eachDialect } from '../../support/databases.ts';
import { encodeAs } from '../../support/encodings.ts';
import { writeZip } from '../../support/workbooks.ts';
import { beginExchange, EXCHANGE } from './client.ts';
import * as files from './commerce-ml-files.ts';

vi.setConfig({ testTimeout: 180_000 });

type Goods = files.TestGoods;

/** Every trap at once: no article and no code, the article of another, the code of another, variants, blank names of one. */
const TRAPS: readonly Goods[] = [
  { id: '1', article: 'АВ-100', title: 'Вал', price: '100', stores: [1] },
  { id: '2', article: 'AB 100', title: 'Вал в сборе', price: '200', stores: [2] },
  { id: '3', article: '', code: '', title: 'Крем для рук', price: '300', stores: [3] },
  { id: '4', article: '', code: '', title: 'Крем для рук', price: '400', stores: [4] },
  { id: '5', article: '-', code: '', title: 'Кисть', price: '500', stores: [5] },
  { id: '6', article: '', code: 'АВ-100', title: 'Вал под кодом', price: '600', stores: [6] },
  { id: '12', article: '12', title: 'Двенадцатый', price: '700', stores: [7] },
  { id: '7', article: 'К-7', title: 'Куртка', price: '0', stores: [] },
];
const VARIANTS: readonly Goods[] = [
  { id: '7#s', article: '', title: '', price: '10', stores: [1], more: '<Наименование>Куртка S</Наименование>' },
  {
    id: '7#m',
    article: '',
    title: '',
    price: '20',
    stores: [2],
    more: '<ХарактеристикиТовара><ХарактеристикаТовара><Наименование>Размер</Наименование><Значение>M</Значение></ХарактеристикаТовара></ХарактеристикиТовара>',
  },
];
const OFFERS = [...TRAPS.slice(0, -1), ...VARIANTS];

const storedPositions = ({ bridge }: TestBridge) =>
  bridge.context.database.read.selectFrom('positions').selectAll().orderBy('source_key').execute();
const said = async (shop: TestBridge) =>
  (await storedPositions(shop)).map(({ source_key, article, title, price, amount }) => [
    source_key,
    article,
    title,
    price / 100,
    amount,
  ]);
const byId = async (shop: TestBridge) => new Map((await storedPositions(shop)).map((row) => [row.source_key, row]));

const EXPECTED = [
  ['id:1', 'АВ-100', 'Вал', 100, 1],
  ['id:12', '12', 'Двенадцатый', 700, 7],
  ['id:2', 'AB 100', 'Вал в сборе', 200, 2],
  ['id:3', '', 'Крем для рук', 300, 3],
  ['id:4', '', 'Крем для рук', 400, 4],
  ['id:5', '-', 'Кисть', 500, 5],
  ['id:6', 'АВ-100', 'Вал под кодом', 600, 6],
  ['id:7#m', 'К-7', 'Куртка (M)', 20, 2],
  ['id:7#s', 'К-7', 'Куртка S', 10, 1],
];

const withExchange = (
  open: Parameters<typeof withBridge>[0],
  run: (shop: TestBridge) => Promise<void>,
  priceType = '',
) => withBridge(open, run, { exchange: { ...EXCHANGE, priceType } });

/** Sends and imports files one after the other; answers what 1C gets for each. */
async function exchange(shop: TestBridge, sent: Readonly<Record<string, string | Buffer>>, partBytes?: number) {
  const client = await beginExchange(shop);
  for (const [name, content] of Object.entries(sent)) await client.send(name, content, partBytes);
  const answers: string[] = [];
  for (const name of Object.keys(sent)) answers.push(await client.import(name));
  return answers;
}

async function zipped(sent: Readonly<Record<string, string>>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-exchange-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeZip(join(folder, 'v8.zip'), sent);
  return readFile(join(folder, 'v8.zip'));
}

eachDialect('goods without an article, with the article of others, and their variants', (open) => {
  const whole = {
    'import.xml': files.catalogueXml(TRAPS),
    'offers.xml': files.offersXml(OFFERS, { isChanges: false }),
  };
  const in1251 = () => ({
    'import.xml': encodeAs('windows-1251', files.catalogueXml(TRAPS, 'windows-1251')),
    'offers.xml': encodeAs('windows-1251', files.offersXml(OFFERS, { encoding: 'windows-1251' })),
  });
  test.each([
    ['whole', (shop: TestBridge) => exchange(shop, whole)],
    [
      'as changes only',
      (shop: TestBridge) => exchange(shop, { ...whole, 'offers.xml': files.offersXml(OFFERS, { isChanges: true }) }),
    ],
    ['twice', async (shop: TestBridge) => [...(await exchange(shop, whole)), ...(await exchange(shop, whole))]],
    ['in parts', (shop: TestBridge) => exchange(shop, whole, 97)],
    ['in windows-1251', (shop: TestBridge) => exchange(shop, in1251())],
    [
      'in a zip',
      async (shop: TestBridge) => {
        const client = await beginExchange(shop);
        await client.send('v8.zip', await zipped(whole), 300);
        return [await client.import('import.xml'), await client.import('offers.xml')];
      },
    ],
    [
      'some of them now and some later',
      async (shop: TestBridge) => [
        ...(await exchange(shop, { ...whole, 'offers.xml': files.offersXml(OFFERS.slice(0, 4)) })),
        ...(await exchange(shop, { 'offers.xml': files.offersXml(OFFERS.slice(2)) })),
      ],
    ],
  ])('are a position each when they come %s', { tags: ['store'] }, (_name, send) =>
    withExchange(open, async (shop) => {
      for (const answer of await send(shop)) expect(answer).toMatch(/^success/);
      expect(await said(shop)).toEqual(EXPECTED);
      const stored = await storedPositions(shop);
      // The three alike articles are offers of one part; what has no article is a part of its own.
      const parts = Map.groupBy(stored, ({ part_id }) => part_id);
      expect([...parts.values()].map((rows) => rows.length).sort()).toEqual([1, 1, 1, 1, 2, 3]);
      const found = await shop.call('GET', `/search/?query=${encodeURIComponent('крем для рук')}`, { as: null });
      expect(found.json().positions.map(({ title, article }: Goods) => [title, article])).toEqual([
        ['Крем для рук', ''],
        ['Крем для рук', ''],
      ]);
    }),
  );

  test('keep their positions when articles are corrected, swapped, taken away and given', { tags: ['store'] }, () =>
    withExchange(open, async (shop) => {
      await exchange(shop, whole);
      const before = await byId(shop);
      const changed: Goods[] = TRAPS.map((goods) =>
        goods.id === '1'
          ? { ...goods, article: 'К-7' }
          : goods.id === '2'
            ? { ...goods, article: '', code: '' }
            : goods.id === '3'
              ? { ...goods, article: 'АВ-100' }
              : goods,
      );
      // The catalogue alone is enough: no offer of theirs has changed.
      expect((await exchange(shop, { 'import.xml': files.catalogueXml(changed) }))[0]).toMatch(/^success\nПрайс/);
      const after = await byId(shop);
      expect([...after.keys()]).toEqual([...before.keys()]);
      for (const [key, row] of after)
        expect(row).toMatchObject({ id: before.get(key)?.id, alias: before.get(key)?.alias });
      expect([after.get('id:1')?.article, after.get('id:2')?.article, after.get('id:3')?.article]).toEqual([
        'К-7',
        '',
        'АВ-100',
      ]);
      for (const [key, price] of [
        ['id:1', 10_000],
        ['id:2', 20_000],
        ['id:3', 30_000],
      ] as const)
        expect(after.get(key)?.price).toBe(price);
      expect(after.get('id:1')?.part_id).toBe(after.get('id:7#s')?.part_id);
      const found = await shop.call('GET', '/search/?query=AB-100', { as: null });
      const titles = found.json().positions.map(({ title }: Goods) => title);
      expect(titles.sort()).toEqual(['Вал под кодом', 'Крем для рук']);

      // And back, by taking that run back.
      const runs = await shop.bridge.context.database.read
        .selectFrom('import_runs')
        .select('id')
        .orderBy('id')
        .execute();
      const undo = await shop.call('POST', `/import/runs/${runs.at(-1)?.id}/undo`);
      expect(undo.statusCode).toBe(200);
      expect(await said(shop)).toEqual(EXPECTED);
      const again = await shop.call('GET', '/search/?query=AB-100', { as: null });
      expect(again.json().positions).toHaveLength(3);
    }),
  );

  test('come back unchanged from our own price list, and change by it', { tags: ['store'] }, () =>
    withExchange(open, async (shop) => {
      await exchange(shop, whole);
      const list = await shop.call('GET', '/file/download?format=csv', { as: null });
      const upload = async (text: string) => {
        const form = new FormData();
        form.append('file', new Blob([text], { type: 'application/vnd.ms-excel' }), 'price.csv');
        return (await shop.call('POST', '/file/upload', { form })).json();
      };
      const text = list.rawPayload.toString('utf8');
      expect(await upload(text)).toMatchObject({ created: 0, updated: 0, unchanged: 9, failed: 0, skipped: 0 });
      expect(await upload(text.replace('300,00', '333,00').replace('300.00', '333.00'))).toMatchObject({
        updated: 1,
        failed: 0,
      });
      expect((await byId(shop)).get('id:3')?.price).toBe(33_300);
    }),
  );
});

eachDialect('what an earlier version made of an exchange', (open) => {
  test('gets the ids of its goods, each position one and each id one', { tags: ['store'] }, async () => {
    const earlier = migrations.filter(({ version }) => version < migrationNamed('source-keys').version);
    const database = await open<CatalogueSchema>(earlier);
    const run = (sql: string) => database.write((transaction) => transaction.executeQuery(CompiledQuery.raw(sql)));
    await run("INSERT INTO brands (title, created_at, updated_at) VALUES ('1С', 0, 0), ('Другой', 0, 0)");
    await run("INSERT INTO providers (title, created_at, updated_at) VALUES ('1С', 0, 0)");
    await run("INSERT INTO article_keys (key) VALUES ('a1'), ('b2'), ('00c3')");
    await run(
      "INSERT INTO import_runs (uid, file_name, settings, state, started_at, brand_id, provider_id, source) VALUES ('', 'offers.csv', '{}', 'done', 0, 1, 1, 'exchange')",
    );
    const goods: readonly (readonly [string, string, string, string, number])[] = [
      ['g1', 'A-1', 'Вал', '', 0],
      ['g2', 'A-1', 'Вал в сборе', '', 0],
      ['g3', 'B-2', 'Ось', '', 1],
      ['g4', 'B-2', 'Ось', '', 0],
      ['g5', '', 'Кольцо', '', 0],
      ['g6', '', 'Крем', '', 0],
    ];
    for (const [id, article, title, maker, removed] of goods)
      await run(
        `INSERT INTO exchange_goods VALUES ('${id}', '${id === 'g5' ? '00C3' : ''}', '${article}', '${title}', '${maker}', ${removed}, 0)`,
      );
    const position = (keyId: number, article: string, title: string, brand = 1) =>
      run(
        `INSERT INTO positions (provider_id, brand_id, key_id, article, title, price_day, alias, created_at, updated_at)
         VALUES (1, ${brand}, ${keyId}, '${article}', '${title}', 1, '${keyId}-${brand}', 0, 0)`,
      );
    await position(1, 'A-1', 'Вал в сборе');
    await position(2, 'B-2', 'Ось');
    await position(3, '00C3', 'Кольцо');
    await position(1, 'A-1', 'Вал', 2);
    await run("INSERT INTO alias_redirects (alias, position_id) VALUES ('before', 3)");
    await run('DELETE FROM positions WHERE brand_id = 3');
    for (const sql of migrationNamed('source-keys')[database.dialect]) await run(sql);
    const rows = await database.read
      .selectFrom('positions')
      .select(['id', 'brand_id', 'article', 'source_key', 'alias'])
      .orderBy('id')
      .execute();
    expect(rows.map(({ id, brand_id, source_key }) => [Number(id), Number(brand_id), source_key])).toEqual([
      [1, 1, 'id:g2'],
      [2, 1, 'id:g4'],
      [3, 1, 'id:g5'],
      [4, 2, ''],
    ]);
    expect(await database.read.selectFrom('alias_redirects').selectAll().execute()).toMatchObject([
      { alias: 'before' },
    ]);
    await expect(position(1, 'A-1', 'Вал', 2)).rejects.toThrow();
    if (database.dialect === 'sqlite') {
      const changes = await database.read
        .selectFrom('position_changes' as never)
        .selectAll()
        .execute();
      await run("UPDATE positions SET title = 'Другой вал' WHERE id = 4");
      const more = await database.read
        .selectFrom('position_changes' as never)
        .selectAll()
        .execute();
      expect(more).toHaveLength(changes.length + 1);
      await run('DELETE FROM positions WHERE id = 4');
    }
  });
});

aboveSql('any row of exchanges', (open) => {
  const text = { article: fc.constantFrom('', 'X-1', 'х1', 'Y', '-'), title: fc.constantFrom('Вал', 'Ось') };
  const goods = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c'), ...text }), {
    selector: ({ id }) => id,
  });
  const offers = fc.uniqueArray(
    fc.record({ id: fc.constantFrom('a', 'b', 'c', 'a#1', 'a#2', 'b#1'), price: fc.integer({ min: 1, max: 9 }) }),
    { selector: ({ id }) => id },
  );

  test('leaves one position of each id, with what was said of it last', { tags: ['deep'] }, () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(goods, offers), { minLength: 1, maxLength: 4 }), (steps) =>
        withExchange(open, async (shop) => {
          const known = new Map<string, { article: string; title: string }>();
          const expected = new Map<string, { article: string; title: string; price: number }>();
          for (const [catalogue, priced] of steps) {
            const offered = priced.filter(({ id }) =>
              [...known.keys(), ...catalogue.map((each) => each.id)].includes(id.charAt(0)),
            );
            for (const { id, ...said } of catalogue) {
              known.set(id, said);
              const position = expected.get(id);
              if (position) expected.set(id, { ...position, ...said });
            }
            const answers = await exchange(shop, {
              'import.xml': files.catalogueXml(catalogue.map((each) => ({ ...each, code: '' }))),
              'offers.xml': files.offersXml(
                offered.map((each) => ({ ...each, article: '', title: '', price: `${each.price}` })),
              ),
            });
            for (const answer of answers) expect(answer).toMatch(/^success/);
            const ids = new Set<string>(offered.map(({ id }) => id));
            for (const { id, price } of offered) {
              const whole = id.charAt(0);
              // The first variant goes on as the goods that are no longer offered by themselves.
              if (!expected.has(id) && whole !== id && !ids.has(whole)) expected.delete(whole);
              const said = known.get(whole) ?? { article: '', title: '' };
              expected.set(id, { ...said, price });
            }
            const stored = (await storedPositions(shop)).map(({ source_key, article, title, price }) => [
              source_key.slice('id:'.length),
              { article, title, price: price / 100 },
            ]);
            expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(expected));
            expect(stored).toHaveLength(expected.size);
          }
        }),
      ),
      { numRuns: 8 },
    ),
  );
});

aboveSql('the first exchange by ids', (open) => {
  test('goes on with the positions of a price list and with goods that are sold by variants now', () =>
    withExchange(open, async (shop) => {
      const first = [
        { ...(TRAPS[0] as Goods), manufacturer: 'ЗМЗ' },
        { id: '7', article: 'К-7', title: 'Куртка', price: '5', stores: [1] },
      ];
      await exchange(shop, { 'import.xml': files.catalogueXml(first), 'offers.xml': files.offersXml(first) });
      const before = await byId(shop);
      await shop.bridge.context.database.write((transaction) =>
        transaction.updateTable('positions').set({ source_key: '' }).where('article', '=', 'АВ-100').execute(),
      );
      const answers = await exchange(shop, {
        'import.xml': files.catalogueXml(TRAPS),
        'offers.xml': files.offersXml(OFFERS),
      });
      for (const answer of answers) expect(answer).toMatch(/^success/);
      expect(await said(shop)).toEqual(EXPECTED);
      const after = await byId(shop);
      expect(after.get('id:1')?.id).toBe(before.get('id:1')?.id);
      expect(after.get('id:7#s')?.id).toBe(before.get('id:7')?.id);
    }));

  test('leaves rows of a price list that two goods could be to neither', () =>
    withExchange(open, async (shop) => {
      await exchange(shop, { 'import.xml': files.catalogueXml(TRAPS), 'offers.xml': files.offersXml(OFFERS) });
      const owner = (await storedPositions(shop))[0];
      const form = new FormData();
      form.append('file', new Blob(['AB-100;Чужое имя;1\n12;Двенадцать;7\n']), 'price.csv');
      for (const [name, value] of Object.entries({
        ...{ brandId: owner?.brand_id, providerId: owner?.provider_id, article: 1, title: 2, price: 3 },
        addNewPositionMode: 1,
      }))
        form.append(name, String(value));
      const answer = (await shop.call('POST', '/file/upload', { form })).json();
      expect(answer).toMatchObject({ created: 0, updated: 1, failed: 1 });
      expect(answer.errors[0]).toMatchObject({ code: 'ambiguous' });
      expect(await storedPositions(shop)).toHaveLength(EXPECTED.length);
    }));
});

aboveSql('the kind of prices of an exchange', (open) => {
  const one = [{ id: 'a', article: 'A', title: 'Вал', price: '10', stores: [1] }];
  const priceOf = async (shop: TestBridge) => ((await storedPositions(shop))[0]?.price ?? 0) / 100;
  const catalogue = { 'import.xml': files.catalogueXml(one) };
  const OTHER: files.TestKind = ['p3', 'Закупочная'];

  test.each(['Розничная', 'p1'])(
    'is that of the setting (%s) in every file, also where that names no kinds',
    (setting) =>
      withExchange(
        open,
        async (shop) => {
          const kinds = [OTHER, files.RETAIL];
          const first = files.offersXml(one, { kinds, priced: [files.RETAIL, OTHER] });
          expect((await exchange(shop, { ...catalogue, 'offers.xml': first }))[1]).toMatch(/^success/);
          expect(await priceOf(shop)).toBe(10);
          const bare = files.offersXml([{ ...(one[0] as Goods), price: '11' }], {
            kinds: [],
            priced: [files.RETAIL, OTHER],
          });
          expect((await exchange(shop, { 'prices.xml': bare }))[0]).toMatch(/^success/);
          expect(await priceOf(shop)).toBe(11);
          const renamed = files.offersXml([{ ...(one[0] as Goods), price: '12' }], {
            kinds: [['p1', 'Розничная'], OTHER],
            priced: [files.RETAIL, OTHER],
            isChanges: false,
          });
          await exchange(shop, { 'offers.xml': renamed });
          expect(await priceOf(shop)).toBe(12);
        },
        setting,
      ),
  );

  test('changes no price in a file without it, and says so, while the stock is taken', () =>
    withExchange(
      open,
      async (shop) => {
        await exchange(shop, { ...catalogue, 'offers.xml': files.offersXml(one) });
        const other = files.offersXml([{ ...(one[0] as Goods), price: '99', stores: [8] }], {
          kinds: [OTHER],
          priced: [OTHER],
          isChanges: false,
        });
        const [answer] = await exchange(shop, { 'offers.xml': other });
        expect(answer?.replaceAll('\u00a0', ' ')).toMatch(
          /^failure\n.*нет вида цен «Розничная», есть: «Закупочная»: цены не изменены.*обновлено 1/,
        );
        expect(await priceOf(shop)).toBe(10);
        expect((await storedPositions(shop))[0]?.amount).toBe(8);
      },
      'розничная',
    ));

  test('stays the first that was ever taken without a setting, until an administrator chooses', () =>
    withExchange(open, async (shop) => {
      const ask = async (method: 'GET' | 'PUT', id?: string) =>
        (await shop.call(method, '/exchange/price-kinds', id === undefined ? {} : { json: { id } })).json();
      expect(await ask('GET')).toEqual({ kinds: [], setting: null, asks: false });
      await exchange(shop, { ...catalogue, 'offers.xml': files.offersXml(one) });
      const turned = files.offersXml([{ ...(one[0] as Goods), price: '20' }], {
        kinds: [files.TRADE, files.RETAIL],
        priced: [files.RETAIL, files.TRADE],
      });
      await exchange(shop, { 'offers.xml': turned });
      expect(await priceOf(shop)).toBe(20);
      expect(await ask('GET')).toMatchObject({
        asks: true,
        kinds: expect.arrayContaining([expect.objectContaining({ id: 'p1', isTaken: true })]),
      });
      expect(await ask('PUT', 'p9')).toEqual({ error: 'price kind not found' });
      expect(await ask('PUT', 'p2')).toMatchObject({ asks: false });
      await exchange(shop, { 'offers.xml': turned });
      expect(await priceOf(shop)).toBe(1);
    }));

  test('takes a price away only where a whole package has none of it', () =>
    withExchange(open, async (shop) => {
      const two = [...one, { id: 'b', article: 'B', title: 'Ось', price: '30', stores: [1] }];
      await exchange(shop, { 'import.xml': files.catalogueXml(two), 'offers.xml': files.offersXml(two) });
      const mixed = (isChanges: boolean) =>
        files.offersXml(two, { isChanges }).replace(/<Цена><ИдТипаЦены>p1<\/ИдТипаЦены>.*?<\/Цена>/u, '');
      expect((await exchange(shop, { 'offers.xml': mixed(true) }))[0]).toMatch(/^success/);
      expect(await priceOf(shop)).toBe(10);
      expect((await exchange(shop, { 'offers.xml': mixed(false) }))[0]).toMatch(/^success/);
      expect(await priceOf(shop)).toBe(0);
    }));
});

aboveSql('an exchange of which not everything can be taken', (open) => {
  const bad: readonly Goods[] = [
    { id: 'a', article: 'A', title: 'Вал', price: '10', stores: [1] },
    { id: 'b', article: 'B', title: 'Ось', price: '20', currency: 'USD', stores: [2] },
    { id: 'c', article: 'C', title: 'Шкив', price: 'договорная', stores: [3] },
    { id: 'd', article: 'D', title: 'Болт', price: '40', stores: ['много'] },
    { id: '', article: 'E', title: 'Гайка', price: '50', stores: [5] },
  ];

  test('is a failure with reasons and counts in one line; what was taken stays, and again nothing changes', () =>
    withExchange(open, async (shop) => {
      const unknown = { id: 'x', article: 'X', title: '', price: '1', stores: [1] };
      const sent = { 'import.xml': files.catalogueXml(bad), 'offers.xml': files.offersXml([...bad, unknown]) };
      const answers = (await exchange(shop, sent)).map((answer) => answer.replaceAll('\u00a0', ' '));
      expect(answers[0]).toMatch(/^failure\nЗагружено не всё: без Ид.* — 1.*товаров — 4/);
      for (const part of [
        /без Ид.* — 1/,
        /не в рублях.* — 1, например «USD»/,
        /цен не прочитано — 1, например «договорная»/,
        /остатков не прочитано — 1, например «много»/,
        /товаров без наименования не создано — 1/,
        /создано 4/,
      ])
        expect(answers[1]).toMatch(part);
      expect(answers[1]?.split('\n')).toHaveLength(2);
      const expected = [
        ['id:a', 'A', 'Вал', 10, 1],
        ['id:b', 'B', 'Ось', 0, 2],
        ['id:c', 'C', 'Шкив', 0, 3],
        ['id:d', 'D', 'Болт', 40, 0],
      ];
      expect(await said(shop)).toEqual(expected);
      const again = await exchange(shop, sent);
      expect(again[1]).toContain('без\u00a0изменений 4');
      expect(await said(shop)).toEqual(expected);
    }));

  test('counts the price of one basic unit, for a single one, in the currency of its kind', () =>
    withExchange(open, async (shop) => {
      const goods: Goods[] = ['a', 'b', 'c'].map((id) => ({ id, article: id, title: id, stores: [1] }));
      const price = (value: string, more: string) =>
        `<Цены><Цена><ИдТипаЦены>p1</ИдТипаЦены><ЦенаЗаЕдиницу>${value}</ЦенаЗаЕдиницу>${more}</Цена></Цены>`;
      const prices = [
        price('1000', '<Единица>упак</Единица><Коэффициент>10</Коэффициент>'),
        price('7', '<МинКоличество>100</МинКоличество>').replace('</Цены>', price('9', '').slice('<Цены>'.length)),
        price('5', ''),
      ];
      const sent = files
        .offersXml(goods, { kinds: [['p1', 'Розничная', 'RUB']], priced: [] })
        .replaceAll('<Цены></Цены>', () => prices.shift() ?? '');
      await exchange(shop, { 'import.xml': files.catalogueXml(goods), 'offers.xml': sent });
      expect((await said(shop)).map(([, , , roubles]) => roubles)).toEqual([100, 9, 5]);
      const inDollars = files.offersXml([{ ...(goods[2] as Goods), price: '6', currency: '' }], {
        kinds: [['p1', 'Розничная', 'USD']],
      });
      expect((await exchange(shop, { 'offers.xml': inDollars }))[0]).toMatch(/^failure\n.*USD/);
      expect((await said(shop)).map(([, , , roubles]) => roubles)).toEqual([100, 9, 5]);
    }));

  test('takes a file anew that is sent again in the same session', () =>
    withExchange(open, async (shop) => {
      const client = await beginExchange(shop);
      await client.send('import.xml', files.catalogueXml(TRAPS));
      expect(await client.import('import.xml')).toMatch(/^success/);
      await client.send('import.xml', files.catalogueXml(TRAPS.slice(0, 2)), 100);
      expect(await client.import('import.xml')).toContain('товаров\u00a0— 2');
    }));
});
