import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { CAPS } from '../../../server/platform/sheet-reader/messages.ts';
import type { FormFields } from '../../../server/price-lists/rules/form-fields.ts';
import { markInterruptedRuns, startRun } from '../../../server/price-lists/runs/run-store.ts';
import { settingsOf } from '../../../server/price-lists/settings/import-settings.ts';
import { SUPPLIER_COUNTS, SUPPLIER_FORM } from '../../fixtures/pricelists/supplier-rows.ts';
import { eachDialect } from '../../support/databases.ts';
import { DAY, importFile, importText, indexedKeys, openCatalogue, positionsOf, versionOf } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

eachDialect('an import', (open) => {
  it('creates positions with keys, aliases, stock marks and index entries', async () => {
    const database = await openCatalogue(open);
    const report = await importText(database, [
      '04465-33471;Колодки тормозные;1 234,50 ₽;>20;УРАЛ',
      '00123;Фильтр;0,005;нет;',
    ]);
    expect(report).toMatchObject({ created: 2, updated: 0, unchanged: 0, failed: 0 });
    expect(await positionsOf(database)).toMatchObject([
      {
        article: '04465-33471',
        title: 'Колодки тормозные',
        price: 123_450,
        amount: 20,
        in_stock: 1,
        manufacturer: 'УРАЛ',
        manufacturer_key: 'ypaл',
        price_day: DAY,
        alias: '04465_33471_kolodki_tormoznye_ural_ural',
      },
      { article: '00123', price: 1, amount: 0, in_stock: 0, manufacturer_key: '', alias: '00123_filtr_ural' },
    ]);
    expect(await indexedKeys(database)).toEqual(['1 0446533471 1', '2 00123 0']);
    expect(await versionOf(database)).toBe(2);
  });

  it('security 30: the same file twice changes nothing the second time', async () => {
    const database = await openCatalogue(open);
    const lines = ['A-1;Фильтр;5;1;BOSCH', 'A-2;Кольцо;6;2;', 'А2;Кольцо новое;7;3;', 'A-3;Ремень;8;;MANN'];
    expect(await importText(database, lines)).toMatchObject({ created: 3, unchanged: 1, duplicates: 1 });
    const before = await positionsOf(database);
    const version = await versionOf(database);
    const again = await importText(database, lines);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 4, duplicates: 1 });
    expect(again.message).toContain('обновлено 0');
    expect(await positionsOf(database)).toEqual(before);
    expect(await versionOf(database)).toBe(version);
    expect(await database.read.selectFrom('import_changes').selectAll().where('run_id', '=', 2).execute()).toEqual([]);
  });

  it('security 30: one article in two spellings is a duplicate, both rows named, the last wins', async () => {
    const database = await openCatalogue(open);
    const report = await importText(database, ['АВС-1;Фильтр;5;1;', 'ABC 1;Фильтр тонкий;6;2;']);
    expect(report).toMatchObject({ created: 1, unchanged: 1, duplicates: 1 });
    expect(report.warnings).toEqual([
      {
        row: 2,
        column: 'A',
        code: 'duplicate',
        message: 'Та же позиция, что в строке 1: «Фильтр» и «Фильтр тонкий»; взята строка 2',
        text: 'ABC 1',
      },
    ]);
    expect(await positionsOf(database)).toMatchObject([{ article: 'ABC 1', title: 'Фильтр тонкий', price: 600 }]);
  });

  it('lists every clash of articles, however many other remarks there are', async () => {
    const database = await openCatalogue(open);
    const lines = [
      ...Array.from({ length: 150 }, () => '---;Без артикула;5;1;'),
      ...Array.from({ length: 150 }, (_, at) => `A-${at};Фильтр;5;1;`),
      ...Array.from({ length: 150 }, (_, at) => `A ${at};Кольцо;6;1;`),
      ...Array.from({ length: 150 }, (_, at) => `A ${at};Кольцо;7;1;`),
      'Я-1;Фильтр;x;1;',
    ];
    const report = await importText(database, lines);
    expect(report).toMatchObject({ skipped: 150, created: 150, duplicates: 300, failed: 1 });
    const ofKind = (code: string, said: string) =>
      report.warnings.filter((warning) => warning.code === code && warning.message.includes(said)).length;
    expect(ofKind('no-article', '')).toBe(100);
    expect(ofKind('duplicate', '«Фильтр» и «Кольцо»')).toBe(150);
    expect(ofKind('duplicate', '')).toBe(250);
    expect(report.warnings.map(({ row }) => row)).toEqual(
      report.warnings.map(({ row }) => row).sort((one, other) => one - other),
    );
  });

  it('counts duplicates the same when they stand in different batches', async () => {
    const database = await openCatalogue(open);
    const filler = Array.from({ length: 1_500 }, (_, at) => `F-${at};Деталь ${at};1;1;`);
    const lines = ['A-1;Фильтр;5;1;', ...filler, 'A1;Фильтр;9;1;'];
    expect(await importText(database, lines)).toMatchObject({ created: 1_501, unchanged: 1, duplicates: 1 });
    expect(await importText(database, lines)).toMatchObject({ created: 0, updated: 0, unchanged: 1_502 });
    const changed = lines.with(-1, 'A1;Фильтр;10;1;');
    expect(await importText(database, changed)).toMatchObject({ created: 0, updated: 1, unchanged: 1_501 });
    const changes = await database.read.selectFrom('import_changes').selectAll().where('run_id', '=', 3).execute();
    expect(changes.map(({ before, after }) => [JSON.parse(before ?? ''), JSON.parse(after)])).toEqual([
      [
        { article: 'A1', price: 900 },
        { article: 'A1', price: 1000 },
      ].map(({ price }) => ({ price })),
    ]);
  });

  it('records what it changed, row by row', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['A-1;Фильтр;5;1;', 'A-2;Кольцо;5;1;']);
    const report = await importText(database, ['A-1;Фильтр;6;1;', 'A-2;Кольцо;5;1;']);
    expect(report).toMatchObject({ updated: 1, unchanged: 1 });
    const changes = await database.read
      .selectFrom('import_changes')
      .selectAll()
      .orderBy('run_id')
      .orderBy('position_id')
      .execute();
    expect(changes.map(({ run_id, position_id, before }) => [run_id, position_id, before])).toEqual([
      [1, 1, null],
      [1, 2, null],
      [2, 1, '{"price":500}'],
    ]);
    expect(changes[2]?.after).toBe('{"price":600}');
    const run = await database.read.selectFrom('import_runs').selectAll().where('id', '=', 2).executeTakeFirstOrThrow();
    expect(run).toMatchObject({ state: 'done', uid: 'admin', brand_id: 1, provider_id: 1 });
    expect(JSON.parse(run.report ?? '')).toMatchObject(report);
  });

  it('keeps positions of different manufacturers apart, takes nameless ones over with a redirect', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['A-1;Фильтр;5;1'], { form: { manufacturer: '' } });
    const [nameless] = await positionsOf(database);
    expect(await importText(database, ['A-1;Фильтр;5;1;BOSCH', 'A-1;Фильтр;7;1;MANN'])).toMatchObject({
      created: 1,
      updated: 1,
    });
    expect(await positionsOf(database)).toMatchObject([
      { id: 1, manufacturer: 'BOSCH', manufacturer_key: 'b0sch', alias: 'a_1_filtr_ural_bosch' },
      { id: 2, manufacturer: 'MANN', price: 700, alias: 'a_1_filtr_ural_mann' },
    ]);
    expect(await database.read.selectFrom('alias_redirects').selectAll().execute()).toEqual([
      { alias: nameless?.alias, position_id: 1 },
    ]);
    const ambiguous = await importText(database, ['A-1;Фильтр;8;1'], { form: { manufacturer: '' } });
    expect(ambiguous).toMatchObject({ failed: 1, updated: 0, errors: [{ row: 1, code: 'ambiguous', text: 'A-1' }] });
    expect(await importText(database, ['A-1;Фильтр;8;1;'])).toMatchObject({ failed: 1 });
  });

  it('takes a price away where the list says in words that there is none, and keeps the stock', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['A-1;Фильтр;5;1;', 'A-2;Кольцо;6;1;']);
    const report = await importText(database, ['A-1;Фильтр;Звоните!!!;2;', 'A-2;Кольцо;—;3;']);
    expect(report).toMatchObject({ updated: 2, failed: 0 });
    expect(await positionsOf(database)).toMatchObject([
      { price: 0, amount: 2, in_stock: 1 },
      { price: 0, amount: 3, in_stock: 1 },
    ]);
  });

  it('keeps brands apart and makes every alias unique', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['A-1;Фильтр;5;1;', 'A:1!;Кольцо;5;1;']);
    await importText(database, ['A-1;Фильтр;5;1;'], { form: { brandId: '2' } });
    await importText(database, ['A.1;Фильтр;5;1;Урал', 'Ф-1;Фильтр;1;1;', 'Ф;1 Фильтр;1;1;'], {
      form: { brandId: '1' },
    });
    const aliases = (await positionsOf(database)).map(({ alias }) => alias);
    expect(new Set(aliases).size).toBe(aliases.length);
    expect(aliases.at(-1)).toBe('f_1_filtr_ural__4');
  });

  it('keeps aliases apart when a new position and one taken over want the same in one file', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['77712;Фильтр;5;1'], { form: { manufacturer: '' } });
    // «Ъ» has no letter in an address, so that both would be called alike.
    const report = await importText(database, ['77712Ъ;Фильтр;5;1;MANN', '77712;Фильтр;5;1;MANN']);
    expect(report).toMatchObject({ created: 1, updated: 1, failed: 0 });
    expect((await positionsOf(database)).map(({ alias }) => alias).sort()).toEqual([
      '77712_filtr_ural_mann',
      '77712_filtr_ural_mann__2',
    ]);
  });

  it('refuses a file whose brand or provider went while it waited', async () => {
    const database = await openCatalogue(open);
    const refused = (form: FormFields) => importText(database, ['A-1;Фильтр;5;1'], { form });
    await expect(refused({ brandId: '77' })).rejects.toThrow('brand not found');
    await expect(refused({ providerId: '77' })).rejects.toThrow('provider not found');
    expect(await positionsOf(database)).toEqual([]);
  });

  it('leaves unknown articles out when new positions are not wanted, and without a title column', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['A-1;Фильтр;5;1;']);
    const lines = ['A-1;Фильтр;6;1;', 'A-2;Кольцо;7;1;'];
    expect(await importText(database, lines, { form: { addNewPositionMode: '' } })).toMatchObject({
      created: 0,
      updated: 1,
      skipped: 1,
    });
    expect(await importText(database, lines, { form: { title: '' } })).toMatchObject({ created: 0, skipped: 1 });
  });

  it('security 31: stock alone leaves prices untouched, an empty mapped price becomes 0', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['A-1;Фильтр;5;1;']);
    await importText(database, ['A-1;7'], {
      form: { title: '', price: '', amount: '2', manufacturer: '' },
      today: DAY + 3,
    });
    expect(await positionsOf(database)).toMatchObject([{ price: 500, amount: 7, price_day: DAY, title: 'Фильтр' }]);
    await importText(database, ['A-1;Фильтр;;7;']);
    expect(await positionsOf(database)).toMatchObject([{ price: 0, amount: 7 }]);
  });

  it('security 33: keeps odd articles as they are', async () => {
    const database = await openCatalogue(open);
    const articles = ['00123', '1E5', '12-3/4', 'АВС', '1234567890123456789012345'];
    await importText(
      database,
      articles.map((article) => `${article};Деталь;1;1;`),
    );
    expect((await positionsOf(database)).map(({ article }) => article)).toEqual(articles);
  });

  it('confirms prices by the day without calling it a change, and brings expired ones back', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['A-1;Фильтр;5;1;']);
    const version = await versionOf(database);
    expect(await importText(database, ['A-1;Фильтр;5;1;'], { today: DAY + 1 })).toMatchObject({ unchanged: 1 });
    expect(await positionsOf(database)).toMatchObject([{ price_day: DAY + 1, updated_at: 2 }]);
    expect(await versionOf(database)).toBe(version);
    await database.write((transaction) => transaction.updateTable('positions').set({ in_stock: 0 }).execute());
    expect(await importText(database, ['A-1;Фильтр;5;1;'], { today: DAY + 90 })).toMatchObject({ unchanged: 1 });
    expect(await positionsOf(database)).toMatchObject([{ price_day: DAY + 90, in_stock: 1 }]);
    expect(await versionOf(database)).toBe(version + 1);
  });

  it('changes nothing at all when the file turns out to be broken at its end', async () => {
    const database = await openCatalogue(open);
    const tooLong = `A-x;${'Фильтр'.repeat(CAPS.cellBytes / 6 + 1)};5;1;`;
    const lines = [...Array.from({ length: 3_000 }, (_, at) => `A-${at};Фильтр;5;1;`), tooLong];
    await expect(importText(database, lines)).rejects.toMatchObject({ name: 'ReadError', code: 'CELL_TOO_BIG' });
    expect(await positionsOf(database)).toEqual([]);
    expect(await indexedKeys(database)).toEqual([]);
    expect(await versionOf(database)).toBe(1);
    expect(await importText(database, ['A-1;Фильтр;5;1;'])).toMatchObject({ created: 1 });
  });

  it('reads the list of a supplier as .xls and finds the same in the .xlsx', async () => {
    const database = await openCatalogue(open);
    const { applied, ...counts } = SUPPLIER_COUNTS;
    const fixture = (name: string) => join(import.meta.dirname, '../../fixtures/pricelists', name);
    const first = await importFile(database, fixture('supplier.xls'), { form: SUPPLIER_FORM });
    expect(first).toMatchObject({ ...counts, created: applied - 1, unchanged: 1 });
    const second = await importFile(database, fixture('supplier.xlsx'), { form: SUPPLIER_FORM });
    expect(second).toMatchObject({ ...counts, created: 0, updated: 0, unchanged: applied });
    const articles = (await positionsOf(database)).map(({ article }) => article);
    expect(articles).toEqual(expect.arrayContaining(['00000123', '02193312', '99995310101501', '12-3/4', '1E5']));
  });

  it('marks runs that nothing will end any more as interrupted', async () => {
    const database = await openCatalogue(open);
    const run = { uploadId: null, uid: 'admin', fileName: 'x.xls', settings: settingsOf({}) };
    await startRun(database, run, 1);
    await importText(database, ['A-1;Фильтр;5;1;']);
    expect(await markInterruptedRuns(database, 5)).toBe(1);
    const runs = await database.read.selectFrom('import_runs').select(['state', 'ended_at']).orderBy('id').execute();
    expect(runs).toEqual([
      { state: 'interrupted', ended_at: 5 },
      { state: 'done', ended_at: expect.any(Number) },
    ]);
    // It began at 2 and took its time.
    expect(runs[1]?.ended_at).toBeGreaterThan(2);
  });
});
