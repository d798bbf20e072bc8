import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import XLSX from '@e965/xlsx';
import { expect, test } from 'vitest';
import type { AccessChange } from '../../../contract/access/access.ts';
import { ACCESS_HISTORY_PAGE } from '../../../contract/limits.ts';
import { aboveSql } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { type Company, formOf, withCompany } from './company.ts';

const history = async ({ call }: Company, query = '') =>
  (await call('GET', `/setting/access/history${query}`, { as: 'admin' })).json<AccessChange[]>();

aboveSql('the history of access settings', (open) => {
  test('tells which boxes of which role were ticked and cleared, by whom and when', () =>
    withCompany(open, async (company) => {
      const { add, save } = company;
      const [first = 0, second = 0] = await add('role', 'Менеджер', 'Кладовщик');
      const [sales = 0, store = 0] = await add('directing', 'Продажи', 'Склад');
      const [bill = 0] = await add('task', 'Счёт');
      const all = { [sales]: { [bill]: [1, 2] } };
      await save(formOf({ [first]: all, [second]: all }));
      await save(formOf({ [first]: { [sales]: { [bill]: [2, 4] }, [store]: {} }, [second]: all }));
      await save({ [`id_${second}`]: '' });
      const [cleared, changed, ...made] = await history(company);
      expect(made.map(({ subject }) => subject).sort()).toEqual(['Кладовщик', 'Менеджер']);
      expect(made[0]).toMatchObject({
        kind: 'rights',
        by: { uid: 'admin', name: '', email: 'admin@parts.example' },
        added: ['Продажи', 'Продажи / Счёт', 'Продажи / Счёт / Создать', 'Продажи / Счёт / Редактировать'],
        removed: [],
        addedCount: 4,
        removedCount: 0,
      });
      expect(changed).toMatchObject({
        subject: 'Менеджер',
        added: ['Продажи / Счёт / Согласовать', 'Склад'],
        removed: ['Продажи / Счёт / Создать'],
      });
      expect(cleared).toMatchObject({ subject: 'Кладовщик', added: [], removed: made[0]?.added });
      expect(cleared?.at).toBe(new Date(EVENING).toISOString());
    }));

  test('keeps the titles of the time, and the rights that went with a removed role', () =>
    withCompany(open, async (company) => {
      const { add, save, call } = company;
      const [role = 0, empty = 0] = await add('role', 'Менеджер', 'Пустая');
      const [directing = 0] = await add('directing', 'Продажи');
      await save(formOf({ [role]: { [directing]: {} } }));
      await call('PATCH', `/directing/${directing}`, { as: 'admin', json: { title: 'Сбыт' } });
      await call('PATCH', `/role/${role}`, { as: 'admin', json: { title: 'Старший' } });
      for (const id of [role, empty]) await call('DELETE', `/role/${id}`, { as: 'admin' });
      expect(await history(company)).toMatchObject([
        { subject: 'Старший', added: [], removed: ['Сбыт'] },
        { subject: 'Менеджер', added: ['Продажи'], removed: [] },
      ]);
    }));

  test('comes in pages, newest first', () =>
    withCompany(open, async (company) => {
      const { add, save } = company;
      const [role = 0] = await add('role', 'Менеджер');
      const [directing = 0] = await add('directing', 'Продажи');
      const changes = ACCESS_HISTORY_PAGE + 3;
      for (let at = 0; at < changes; at++) {
        await save(at % 2 ? { [`id_${role}`]: '' } : formOf({ [role]: { [directing]: {} } }));
      }
      const first = await history(company);
      const rest = await history(company, `?last=${first.at(-1)?.id}`);
      expect([first.length, rest.length]).toEqual([ACCESS_HISTORY_PAGE, 3]);
      const ids = [...first, ...rest].map(({ id }) => id);
      expect(ids).toEqual([...ids].sort((one, other) => other - one));
      expect(await history(company, `?last=${ids.at(-1)}`)).toEqual([]);
      for (const last of ['x', '0', '-1']) {
        const answer = await company.call('GET', `/setting/access/history?last=${last}`, { as: 'admin' });
        expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid last id' }]);
      }
    }));
});

/** Cells of the workbook by address, texts only. */
async function sheetOf({ call }: Company): Promise<string[][]> {
  const answer = await call('GET', '/setting/access/matrix', { as: 'admin' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="rights.xlsx"',
  });
  const book = XLSX.read(await buffer(Readable.from(answer.rawPayload)), { cellFormula: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  const cells = Object.entries(sheet).filter(([address]) => !address.startsWith('!'));
  expect(cells.filter(([, cell]) => (cell as XLSX.CellObject).f !== undefined)).toEqual([]);
  return XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' });
}

aboveSql('the workbook of all rights', (open) => {
  test('has a row per direction and type and a mark below each role and action', () =>
    withCompany(open, async (company) => {
      const { add, save } = company;
      const [first = 0, second = 0] = await add('role', 'Менеджер', 'Кладовщик');
      const [sales = 0, store = 0] = await add('directing', 'Продажи', 'Склад', 'Пустое');
      const [bill = 0, order = 0] = await add('task', 'Счёт', 'Приказ');
      await save(
        formOf({
          [first]: { [store]: {}, [sales]: { [order]: [5], [bill]: [1] } },
          [second]: { [sales]: { [bill]: [] } },
        }),
      );
      const what = ['Видит', 'Создать', 'Редактировать', 'Удалить', 'Согласовать', 'Ознакомиться'];
      const none = ['', '', '', '', '', ''];
      expect(await sheetOf(company)).toEqual([
        [
          'Направление',
          'Тип документа',
          ...what.map((name) => `Менеджер: ${name}`),
          ...what.map((name) => `Кладовщик: ${name}`),
        ],
        ['Без направления', 'Заявки', ...none, ...none],
        ['Продажи', '', '✓', '', '', '', '', '', '✓', '', '', '', '', ''],
        ['Продажи', 'Счёт', '✓', '✓', '', '', '', '', '✓', '', '', '', '', ''],
        ['Продажи', 'Приказ', '✓', '', '', '', '', '✓', ...none],
        ['Склад', '', '✓', '', '', '', '', '', ...none],
        ...['Счёт', 'Приказ'].map((type) => ['Склад', type, ...none, ...none]),
        ...['', 'Счёт', 'Приказ'].map((type) => ['Пустое', type, ...none, ...none]),
      ]);
    }));

  test('has no column of a role where there is none', () =>
    withCompany(open, async (company) => {
      expect(await sheetOf(company)).toEqual([
        ['Направление', 'Тип документа'],
        ['Без направления', 'Заявки'],
      ]);
    }));

  test('security 34: titles that look like formulas are inert in it', () =>
    withCompany(open, async (company) => {
      const titles = ["=cmd|'/C calc'!A0", '-40', '@x', '+7', '<b>&"'];
      const roles = await company.add('role', ...titles);
      const directings = await company.add('directing', ...titles);
      const [task = 0] = await company.add('task', '=1+1');
      await company.save(formOf({ [roles[0] ?? 0]: { [directings[0] ?? 0]: { [task]: [] } } }));
      const [head = [], , , pair = []] = await sheetOf(company);
      expect(pair.slice(0, 2)).toEqual([titles[0], '=1+1']);
      expect(head.filter((text) => text.endsWith(': Видит'))).toEqual(titles.map((title) => `${title}: Видит`));
    }));
});
