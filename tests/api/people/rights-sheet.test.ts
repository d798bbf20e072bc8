import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AccessChange, AccessSheet } from '../../../contract/access/access.ts';
import { readTable } from '../../../server/platform/sheet-reader/read-table.ts';
import { aboveSql } from '../../support/databases.ts';
import { bookBytes, type CellValue } from '../../support/workbooks.ts';
import { ACTION, type Company, formOf, rightsOf, withCompany } from './company.ts';

type Rows = (string | null)[][];

const NOTHING_BROKEN = { templates: [], templateCount: 0, signatories: [], signatoryCount: 0 };

const bookOf = (rows: readonly (readonly CellValue[])[]) => bookBytes({ sheets: [{ name: 'Права ролей', rows }] });
const send = async (
  { call }: Company,
  path: string,
  content: Buffer | string,
  headers: Record<string, string> = {},
) => {
  const form = new FormData();
  form.set('file', new Blob([content as BlobPart]), 'права.xlsx');
  return call('POST', `/setting/access/matrix${path}`, { as: 'admin', form, headers });
};
const check = async (company: Company, rows: Rows) => {
  const answer = await send(company, '/check', await bookOf(rows));
  expect(answer.statusCode).toBe(200);
  return answer.json<AccessSheet>();
};
const rightsIn = async (company: Company, role: number) =>
  rightsOf((await company.settings()).find(({ id }) => id === role)?.directings ?? []);
const history = async ({ call }: Company) =>
  (await call('GET', '/setting/access/history', { as: 'admin' })).json<AccessChange[]>();

/** The matrix as it is downloaded: the file, and its rows as a person sees them. */
async function download({ call }: Company): Promise<{ file: Buffer; rows: Rows }> {
  const file = (await call('GET', '/setting/access/matrix', { as: 'admin' })).rawPayload;
  const folder = await mkdtemp(join(tmpdir(), 'parts-rights-'));
  try {
    const path = join(folder, 'rights.xlsx');
    await writeFile(path, file);
    const [sheet] = await readTable(path, { rows: 1_000, columns: 100 });
    const width = Math.max(...(sheet?.rows ?? []).flatMap(({ cells }) => [...cells.keys()]));
    const rows = (sheet?.rows ?? []).map(({ cells }) =>
      Array.from({ length: width }, (_, at) => cells.get(at + 1) ?? null),
    );
    return { file, rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A company with two roles; the first may act in two directions. */
async function settled(company: Company) {
  const { add, save } = company;
  const [manager = 0, keeper = 0] = await add('role', 'Менеджер', 'Кладовщик');
  const [sales = 0, store = 0] = await add('directing', 'Продажи', 'Склад');
  const [bill = 0, order = 0] = await add('task', 'Счёт', 'Приказ');
  await save({
    [`id_${manager}`]: {
      action: { id_1: 'on' },
      ...(formOf({
        [manager]: { [sales]: { [bill]: [ACTION.create, ACTION.edit], [order]: [] }, [store]: { [bill]: [] } },
      })[`id_${manager}`] as object),
    },
  });
  await save(formOf({ [keeper]: { [store]: { [bill]: [ACTION.approve] } } }));
  return { manager, keeper, sales, store, bill, order };
}

/** The cell of a row, named by direction and type, under a heading. */
function put(rows: Rows, [directing, task]: [string, string], heading: string, mark: string | null): void {
  const column = rows[0]?.indexOf(heading) ?? -1;
  const row = rows.find((cells) => cells[0] === directing && (cells[1] ?? '') === task);
  if (!row || column < 0) throw new Error(`no cell ${directing} / ${task} / ${heading}`);
  row[column] = mark;
}

aboveSql('a sheet of rights', (open) => {
  test('changes nothing as it was downloaded', () =>
    withCompany(open, async (company) => {
      await settled(company);
      const { file } = await download(company);
      const before = (await history(company)).length;
      const checked = await send(company, '/check', file);
      expect(checked.json()).toEqual({
        roles: [],
        same: 2,
        absent: 0,
        problems: [],
        problemCount: 0,
        broken: NOTHING_BROKEN,
      });
      expect((await send(company, '', file)).statusCode).toBe(200);
      expect(await history(company)).toHaveLength(before);
    }));

  test('tells the difference of each role, is saved as a whole, and each role can be brought back', () =>
    withCompany(open, async (company) => {
      const { manager, keeper, sales, store, bill, order } = await settled(company);
      const { rows } = await download(company);
      put(rows, ['Продажи', 'Счёт'], 'Менеджер: Редактировать', null);
      put(rows, ['Склад', ''], 'Менеджер: Видит', null);
      put(rows, ['Склад', 'Счёт'], 'Менеджер: Видит', '-');
      put(rows, ['Без направления', 'Заявки'], 'Менеджер: Видит', null);
      put(rows, ['Без направления', 'Заявки'], 'Кладовщик: Видит', 'да');
      put(rows, ['Продажи', 'Приказ'], 'Кладовщик: Ознакомиться', '+');

      const difference = await check(company, rows);
      expect(difference).toEqual({
        roles: [
          {
            role: { id: manager, title: 'Менеджер' },
            added: [],
            removed: ['Без направления / Заявки', 'Продажи / Счёт / Редактировать', 'Склад', 'Склад / Счёт'],
            addedCount: 0,
            removedCount: 4,
          },
          {
            role: { id: keeper, title: 'Кладовщик' },
            added: ['Без направления / Заявки', 'Продажи', 'Продажи / Приказ', 'Продажи / Приказ / Ознакомиться'],
            removed: [],
            addedCount: 4,
            removedCount: 0,
          },
        ],
        same: 0,
        absent: 0,
        problems: [],
        problemCount: 0,
        broken: NOTHING_BROKEN,
      });
      expect(await rightsIn(company, keeper)).toEqual({ [store]: { [bill]: [ACTION.approve] } });

      expect((await send(company, '', await bookOf(rows))).statusCode).toBe(200);
      expect(await rightsIn(company, manager)).toEqual({ [sales]: { [bill]: [ACTION.create], [order]: [] } });
      expect(await rightsIn(company, keeper)).toEqual({
        [sales]: { [order]: [ACTION.acknowledge] },
        [store]: { [bill]: [ACTION.approve] },
      });
      const changes = await history(company);
      expect(
        changes
          .slice(0, 2)
          .map(({ subject }) => subject)
          .sort(),
      ).toEqual(['Кладовщик', 'Менеджер']);
      const own = changes.find(({ subject }) => subject === 'Менеджер');
      await company.call('POST', `/setting/access/history/${own?.id}/restore`, { as: 'admin' });
      expect(await rightsIn(company, manager)).toEqual({
        [sales]: { [bill]: [ACTION.create, ACTION.edit], [order]: [] },
        [store]: { [bill]: [] },
      });
    }));

  test('leaves alone what it does not name, and tells what it names that is not there by row', () =>
    withCompany(open, async (company) => {
      const { manager, keeper, sales, store, bill } = await settled(company);
      const sheet: Rows = [
        ['Матрица для проверки'],
        ['Тип документа', 'Направление', 'Менеджер: Удалить', 'Директор: Видит'],
        ['Счёт', 'Продажи', 'x', 'x'],
        ['Договор', 'Продажи', 'x', null],
        ['Счёт', 'Закупки', 'x', null],
        ['Счёт', 'Склад', 'x', null],
        ['Приказ', 'Продажи', 'может быть', null],
        [null, 'Склад', '✓', null],
        ['счёт', 'Склад', null, null],
      ];
      expect(await check(company, sheet)).toEqual({
        roles: [
          {
            role: { id: manager, title: 'Менеджер' },
            added: ['Продажи / Счёт / Удалить'],
            removed: [],
            addedCount: 1,
            removedCount: 0,
          },
        ],
        same: 0,
        absent: 1,
        problems: [
          { row: 2, error: 'unknown column', text: 'Директор: Видит' },
          { row: 4, error: 'unknown task', text: 'Договор' },
          { row: 5, error: 'unknown directing', text: 'Закупки' },
          { row: 7, error: 'unknown mark', text: 'может быть' },
          { row: 8, error: 'no task', text: 'Менеджер' },
          { row: 9, error: 'twice', text: 'Склад / счёт' },
        ],
        problemCount: 6,
        broken: NOTHING_BROKEN,
      });
      expect((await send(company, '', await bookOf(sheet))).statusCode).toBe(200);
      expect((await rightsIn(company, manager))[sales]?.[bill]).toEqual([ACTION.create, ACTION.edit, ACTION.remove]);
      expect(await rightsIn(company, keeper)).toEqual({ [store]: { [bill]: [ACTION.approve] } });
    }));

  test('applies what it says to leave: a pair or a column that stands twice is as it was, whichever is ticked', () =>
    withCompany(open, async (company) => {
      const { manager, sales, bill, order } = await settled(company);
      const before = await rightsIn(company, manager);
      const heads = ['Направление', 'Тип документа', 'Менеджер: Видит', 'Менеджер: Удалить'];
      const [ticked, empty] = [
        ['Продажи', 'Счёт', '✓', '✓'],
        ['Продажи', 'Счёт', null, null],
      ];
      for (const rows of [
        [ticked, empty],
        [empty, ticked],
        [ticked, ticked, empty],
      ]) {
        const twice = [heads, ...rows];
        expect(await check(company, twice)).toMatchObject({
          roles: [],
          problems: [{ error: 'twice' }, {}].slice(0, rows.length - 1),
        });
        expect((await send(company, '', await bookOf(twice))).statusCode).toBe(200);
        expect(await rightsIn(company, manager)).toEqual(before);
      }
      const columns: Rows = [
        [...heads, 'Менеджер: Удалить'],
        ['Продажи', 'Приказ', '✓', '✓', null],
      ];
      expect(await check(company, columns)).toMatchObject({ roles: [], problems: [{ row: 1, error: 'twice' }] });
      expect((await rightsIn(company, manager))[sales]).toEqual({ [bill]: [ACTION.create, ACTION.edit], [order]: [] });
    }));

  test('has no place for what is not used yet: every direction, type and standing action has a row to tick', () =>
    withCompany(open, async (company) => {
      const { keeper } = await settled(company);
      const [unused = 0] = await company.add('directing', 'Кадры');
      const [letter = 0] = await company.add('task', 'Письмо');
      const { rows } = await download(company);
      const places = rows.slice(1).map(([directing, task]) => `${directing} / ${task ?? ''}`);
      expect(new Set(places).size).toBe(places.length);
      expect(places).toEqual(
        expect.arrayContaining(['Кадры / ', 'Кадры / Письмо', 'Склад / Приказ', 'Без направления / Заявки']),
      );
      put(rows, ['Кадры', 'Письмо'], 'Кладовщик: Согласовать', '✓');
      expect((await send(company, '', await bookOf(rows))).statusCode).toBe(200);
      expect(await rightsIn(company, keeper)).toMatchObject({ [unused]: { [letter]: [ACTION.approve] } });
    }));

  test('is stopped by a change of one of its roles since the difference was shown, and by a file without rights', () =>
    withCompany(open, async (company) => {
      const { manager, sales, bill } = await settled(company);
      const { rows } = await download(company);
      put(rows, ['Продажи', 'Счёт'], 'Менеджер: Удалить', '✓');
      const book = await bookOf(rows);
      const etag = String((await send(company, '/check', book)).headers.etag);
      await company.save(formOf({ [manager]: { [sales]: { [bill]: [] } } }));
      const stopped = await send(company, '', book, { 'if-match': etag });
      expect([stopped.statusCode, stopped.json()]).toMatchObject([409, { error: 'changed meanwhile' }]);
      expect(await rightsIn(company, manager)).toEqual({ [sales]: { [bill]: [] } });
      const other = await send(company, '', 'Бренд;Артикул\nMANN;W914\n');
      expect([other.statusCode, other.json()]).toEqual([400, { error: 'no rights in file' }]);
      const form = new FormData();
      form.set('file', new Blob([book as BlobPart]), 'права.xlsx');
      expect((await company.call('POST', '/setting/access/matrix', { as: 'ivan', form })).statusCode).toBe(403);
    }));
});
