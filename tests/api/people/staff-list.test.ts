import { expect, test } from 'vitest';
import type { StaffAdded, StaffPlan } from '../../../contract/people/staff-list.ts';
import { aboveSql } from '../../support/databases.ts';
import { bookBytes, type CellValue } from '../../support/workbooks.ts';
import { openShop, type Shop } from '../accounts/shop.ts';
import { type Company, withCompany } from './company.ts';

const HEADINGS = ['Фамилия', 'Имя', 'Отчество', 'Должность', 'E-mail', 'Роль на сайте'];
const LIST: readonly (readonly CellValue[])[] = [
  ['Список сотрудников на 24.11.2026'],
  HEADINGS,
  ['Котова', 'Вера', 'Ильинична', 'Кладовщик', 'vera@parts.example', null],
  ['Белов', 'Олег', null, 'Водитель', ' Oleg@Parts.example ', 'менеджер'],
  ['Пустой', 'Пётр', null, null, null, 'Менеджер'],
  ['Кривой', 'Семён', null, null, 'semyon-at-parts', 'Менеджер'],
  [null],
  ['Белов', 'Олег', null, null, 'oleg@parts.example', 'Кладовщик'],
  ['Новая', 'Анна', null, null, 'anna@parts.example', 'Стажёр'],
];

const send = async ({ call }: Company, path: string, content: Buffer | string, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([content as BlobPart]), 'Сотрудники.xlsx');
  return call('POST', `/people/staff${path}`, { as: 'admin', form });
};
const check = async (company: Company, content: Buffer | string, fields: Record<string, string> = {}) => {
  const answer = await send(company, '/check', content, fields);
  expect(answer.statusCode).toBe(200);
  return answer.json<StaffPlan>();
};
const add = async (company: Company, content: Buffer | string, fields: Record<string, string> = {}) => {
  const answer = await send(company, '', content, fields);
  expect(answer.statusCode).toBe(200);
  return answer.json<StaffAdded>();
};
const outcomes = ({ rows }: StaffPlan) =>
  rows.map(({ row, outcome, error, detail, role }) => [row, outcome, error ?? role?.title ?? '', detail]);

aboveSql('a list of staff', (open, _dialect, openBeside) => {
  const withPeople = (test: (company: Company, shop: Shop) => Promise<void>) =>
    withCompany(open, async (company) => {
      const shop = await openShop(openBeside);
      company.around.real = shop.mauth;
      try {
        await test(company, shop);
      } finally {
        await shop.close();
      }
    });
  const countOf = async ({ call }: Company) =>
    (await call('GET', '/people/', { as: 'admin' })).json<{ total: number }>().total;

  test('names the people whose invitation did not leave, and says no more where it does', () =>
    withCompany(open, async (company) => {
      const transport = { keepsMails: true, send: async () => {} } as const;
      const shop = await openShop(openBeside, { transport });
      company.around.real = shop.mauth;
      try {
        await company.add('role', 'Менеджер', 'Кладовщик', 'Стажёр');
        const book = await bookBytes({ sheets: [{ name: 'Сотрудники', rows: LIST }] });
        const uninvited = await add(company, book);
        expect([uninvited.added > 0, uninvited.unsent, uninvited.mailTrouble]).toEqual([true, undefined, undefined]);
        const rows = [HEADINGS, ['Ильин', 'Илья', null, null, 'ilya@parts.example', null]];
        const more = await bookBytes({ sheets: [{ name: 'Сотрудники', rows }] });
        const invited = await add(company, more, { invite: 'on' });
        expect(invited).toMatchObject({ invited: 1, mailTrouble: 'not set up', unsent: ['ilya@parts.example'] });
      } finally {
        await shop.close();
      }
    }));

  test('takes rows that were wrong as they are corrected in their place', () =>
    withPeople(async (company) => {
      await company.add('role', 'Менеджер', 'Кладовщик');
      const book = await bookBytes({ sheets: [{ name: 'Сотрудники', rows: LIST }] });
      const fixes = JSON.stringify([
        [5, 'pyotr@parts.example', 'Пустой Пётр'],
        [6, 'ещё не почта', 'Кривой Семён'],
      ]);
      expect(outcomes(await check(company, book, { fixes })).slice(2, 4)).toEqual([
        [5, 'new', 'Менеджер', ''],
        [6, 'wrong', 'bad email', 'ещё не почта'],
      ]);
      expect(await add(company, book, { fixes })).toMatchObject({ added: 3, wrong: 3 });
      expect((await send(company, '/check', book, { fixes: '[[5]]' })).json()).toEqual({ error: 'invalid form' });
    }));

  test('is told row by row as the sheet numbers them, writes nothing before the yes, and doubles nobody', () =>
    withPeople(async (company, shop) => {
      const [manager = 0] = await company.add('role', 'Менеджер', 'Кладовщик');
      const book = await bookBytes({ sheets: [{ name: 'Сотрудники', rows: LIST }] });

      const plan = await check(company, book);
      expect(plan.columns).toEqual({ surname: 1, name: 2, patronymic: 3, job: 4, email: 5, role: 6 });
      expect([plan.sheet, plan.headingRow]).toEqual(['Сотрудники', 2]);
      expect(outcomes(plan)).toEqual([
        [3, 'new', 'Кладовщик', ''],
        [4, 'new', 'Менеджер', ''],
        [5, 'wrong', 'no email', ''],
        [6, 'wrong', 'bad email', 'semyon-at-parts'],
        [8, 'wrong', 'twice', '4'],
        [9, 'wrong', 'unknown role', 'Стажёр'],
      ]);
      expect(plan.rows[0]?.name).toBe('Котова Вера Ильинична');
      expect(plan.unknownRoles).toEqual([{ text: 'Стажёр', rows: 1 }]);
      expect(await countOf(company)).toBe(0);

      const roles = JSON.stringify([['Стажёр', manager]]);
      expect((await check(company, book, { roles })).counts).toEqual({ new: 3, role: 0, same: 0, wrong: 3 });
      expect(await add(company, book, { roles })).toEqual({
        added: 3,
        claimed: 0,
        invited: 0,
        roles: 3,
        same: 0,
        wrong: 3,
      });
      expect(await shop.mails()).toEqual([]);
      expect(outcomes(await check(company, book, { roles })).map(([, outcome]) => outcome)).toEqual([
        'same',
        'same',
        'wrong',
        'wrong',
        'wrong',
        'same',
      ]);
      expect(await add(company, book, { roles })).toMatchObject({ added: 0, roles: 0, same: 3 });
      expect(await countOf(company)).toBe(3);
    }));

  test('changes roles of those who are there, keeps names and roles it says nothing of, and invites on a tick', () =>
    withPeople(async (company, shop) => {
      const [manager = 0, keeper = 0] = await company.add('role', 'Менеджер', 'Кладовщик');
      for (const [email, roleId] of [
        ['vera', manager],
        ['oleg', keeper],
      ])
        await company.call('POST', '/people/', {
          as: 'admin',
          json: { email: `${email}@parts.example`, name: 'Как было', roleId, invite: false },
        });
      const list = `ФИО;Почта;Роль\nВера Котова;vera@parts.example;Кладовщик\nОлег;oleg@parts.example;\nАнна Новая;anna@parts.example;\n`;
      const plan = await check(company, list);
      expect(plan.rows.map(({ name, outcome, roleBefore }) => [name, outcome, roleBefore])).toEqual([
        ['Вера Котова', 'role', 'Менеджер'],
        ['Олег', 'same', 'Кладовщик'],
        ['Анна Новая', 'new', ''],
      ]);
      expect(await add(company, list, { invite: 'on' })).toEqual({
        added: 1,
        claimed: 0,
        invited: 1,
        roles: 1,
        same: 1,
        wrong: 0,
      });
      expect((await shop.mails()).map(({ to }) => to)).toEqual(['anna@parts.example']);
      const { people } = (await company.call('GET', '/people/', { as: 'admin' })).json<{
        people: { email: string; name: string; role: { title: string } | null }[];
      }>();
      expect(people.map(({ email, name, role }) => [email, name, role?.title ?? ''])).toEqual([
        ['anna@parts.example', 'Анна Новая', ''],
        ['oleg@parts.example', 'Как было', 'Кладовщик'],
        ['vera@parts.example', 'Как было', 'Кладовщик'],
      ]);
    }));

  test('is read by other columns where whoever sends it says so', () =>
    withPeople(async (company) => {
      await company.add('role', 'Менеджер');
      const list = 'anna@parts.example;Анна Новая;Менеджер;1\nboris@parts.example;Борис;;2\n';
      const guessed = await check(company, list);
      expect([guessed.headingRow, guessed.columns.email, guessed.columns.name]).toEqual([0, 1, null]);
      const told = await check(company, list, { name: '2', role: '3' });
      expect(outcomes(told)).toEqual([
        [1, 'new', 'Менеджер', ''],
        [2, 'new', '', ''],
      ]);
      expect(outcomes(await check(company, list, { email: '4' })).map(([, , error]) => error)).toEqual([
        'bad email',
        'bad email',
      ]);
      const refused = await send(company, '', 'ФИО;Город\nАнна;Омск\n');
      expect([refused.statusCode, refused.json()]).toEqual([400, { error: 'no email column' }]);
      expect(await countOf(company)).toBe(0);
    }));

  test('that is no table, or whose form makes no sense, is refused with the reason', () =>
    withPeople(async (company) => {
      const cases: [Buffer | string, Record<string, string>, string][] = [
        ['%PDF-1.7 and so on', {}, 'Файл не похож на прайс'],
        ['', {}, 'файл Excel не получен'],
        ['ФИО;Почта\n', { email: 'x' }, 'invalid form'],
        ['ФИО;Почта\n', { roles: '{}' }, 'invalid form'],
      ];
      for (const [content, fields, error] of cases) {
        const answer = await send(company, '/check', content, fields);
        expect([answer.statusCode, answer.json<{ error: string }>().error.slice(0, error.length)]).toEqual([
          400,
          error,
        ]);
      }
      const form = new FormData();
      form.set('file', new Blob(['ФИО;Почта\n']), 'a.csv');
      expect((await company.call('POST', '/people/staff', { as: 'ivan', form })).statusCode).toBe(403);
    }));
});
