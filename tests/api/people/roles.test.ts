import { expect, test } from 'vitest';
import { ACTIONS } from '../../../contract/access/actions.ts';
import { aboveSql } from '../../support/databases.ts';
import { formOf, withCompany } from './company.ts';

const LISTS = ['role', 'directing', 'task', 'action'] as const;
const FIXED = Object.values(ACTIONS).reverse();

aboveSql('the lists of the settings', (open) => {
  test.each(LISTS)('%s: rows are added, shown newest first, renamed and removed', (list) =>
    withCompany(open, async ({ call, add }) => {
      const as = 'admin';
      const fixed = list === 'action' ? FIXED : [];
      const [first = 0] = await add(list, '  Первая\n строка ');
      const [second = 0] = await add(list, 'Вторая');
      const titles = async () =>
        (await call('GET', `/${list}/`, { as })).json<{ title: string }[]>().map(({ title }) => title);
      expect(await titles()).toEqual(['Вторая', 'Первая строка', ...fixed]);
      const form = new FormData();
      form.set('title', 'Первая');
      const renamed = await call('PATCH', `/${list}/${first}`, { as, form });
      expect([renamed.statusCode, renamed.json()]).toMatchObject([200, { id: first, title: 'Первая' }]);
      expect((await call('GET', `/${list}/${first}/`, { as })).json()).toEqual(renamed.json());
      const removed = await call('DELETE', `/${list}/${second}`, { as });
      expect([removed.statusCode, removed.json()]).toMatchObject([200, { id: second, title: 'Вторая' }]);
      expect(await titles()).toEqual(['Первая', ...fixed]);
      const [third = 0] = await add(list, 'Вторая');
      expect(third).toBeGreaterThan(second);
    }),
  );

  test('rows are found by literal text and by words in any form', () =>
    withCompany(open, async ({ call, add }) => {
      await add('task', 'Договор поставки', 'Счёт на оплату', '100% предоплата', 'Акт_сверки');
      const cases: [string, string[]][] = [
        ['', ['Акт_сверки', '100% предоплата', 'Счёт на оплату', 'Договор поставки']],
        ['договоры', ['Договор поставки']],
        ['поставка договора', ['Договор поставки']],
        ['договор оплаты', []],
        ['оплат', ['100% предоплата', 'Счёт на оплату']],
        ['СЧЕТ', ['Счёт на оплату']],
        ['счёта', ['Счёт на оплату']],
        ['%', ['100% предоплата']],
        ['_', ['Акт_сверки']],
        ['.*', []],
        ["' OR 1=1 --", []],
      ];
      for (const [title, expected] of cases) {
        const answer = await call('GET', `/task/?${new URLSearchParams({ title })}`, { as: 'admin' });
        expect([title, answer.json<{ title: string }[]>().map((row) => row.title)]).toEqual([title, expected]);
      }
    }));

  test.each(LISTS)('%s: blank, overlong and taken titles are refused', (list) =>
    withCompany(open, async ({ call, add }) => {
      const [id = 0] = await add(list, 'Ёлка');
      const [other = 0] = await add(list, 'Другая');
      for (const title of [undefined, null, '', '  \t', '\u0000', '\u200b', 'я'.repeat(201), {}, ['a', 'b']]) {
        for (const answer of [
          await call('POST', `/${list}`, { as: 'admin', json: { title } }),
          await call('PATCH', `/${list}/${id}`, { as: 'admin', json: { title } }),
        ]) {
          expect([title, answer.statusCode, answer.json()]).toEqual([title, 400, { error: `invalid ${list} title` }]);
        }
      }
      for (const title of ['Ёлка', ' елка ', 'ЁЛКА']) {
        for (const answer of [
          await call('POST', `/${list}`, { as: 'admin', json: { title } }),
          await call('PATCH', `/${list}/${other}`, { as: 'admin', json: { title } }),
        ]) {
          expect(answer.statusCode).toBe(400);
          expect(answer.json<{ error: string }>().error).toMatch(/title: Не уникальное значение title$/);
        }
      }
      const same = await call('PATCH', `/${list}/${id}`, { as: 'admin', json: { title: 'ёлка' } });
      expect([same.statusCode, same.json()]).toMatchObject([200, { title: 'ёлка' }]);
    }),
  );

  test('one title asked for many times at once is added once', () =>
    withCompany(open, async ({ call }) => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => call('POST', '/role', { as: 'admin', json: { title: 'Менеджер' } })),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    }));

  test.each(LISTS)('security 17: %s: a malformed id is told, a missing one is not found', (list) =>
    withCompany(open, async ({ call }) => {
      for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
        const json = method === 'PATCH' ? { title: 'Имя' } : undefined;
        for (const id of ['0', 'x', '1x', '-1', '1.5', '9'.repeat(16), '%20']) {
          const answer = await call(method, `/${list}/${id}`, { as: 'admin', json });
          expect([id, answer.statusCode, answer.json()]).toEqual([id, 400, { error: `invalid ${list} id` }]);
        }
        const missing = await call(method, `/${list}/77`, { as: 'admin', json });
        expect([missing.statusCode, missing.json()]).toEqual([404, { error: `${list} not found` }]);
      }
    }),
  );

  test('the actions of the code stay as they are; others come and go', () =>
    withCompany(open, async ({ call, add }) => {
      const rows = (await call('GET', '/action', { as: 'admin' })).json<object[]>();
      expect(rows).toEqual(FIXED.map((title, at) => ({ id: FIXED.length - at, title, isProtected: true })));
      for (const id of FIXED.keys().map((at) => at + 1)) {
        for (const [method, json] of [
          ['PATCH', { title: 'Читать' }],
          ['PATCH', {}],
          ['DELETE', undefined],
        ] as const) {
          const answer = await call(method, `/action/${id}`, { as: 'admin', json });
          expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'action is protected' }]);
        }
      }
      const [own = 0] = await add('action', 'Печатать');
      expect((await call('GET', `/action/${own}`, { as: 'admin' })).json()).toEqual({
        id: own,
        title: 'Печатать',
        isProtected: false,
      });
      expect((await call('DELETE', `/action/${own}`, { as: 'admin' })).statusCode).toBe(200);
      expect((await call('GET', '/action', { as: 'admin' })).json()).toEqual(rows);
    }));

  test('what is in use is not removed, and the answer tells by how many of what', () =>
    withCompany(open, async ({ call, add, save, bind, join }) => {
      const [held = 0, other = 0, free = 0] = await add('role', 'Менеджер', 'Кладовщик', 'Свободная');
      const [directing = 0, alone = 0] = await add('directing', 'Продажи', 'Склад');
      const [task = 0] = await add('task', 'Счёт');
      const [action = 0, like = 0] = await add('action', 'Печатать', 'Читать');
      await save(
        formOf({
          [held]: { [directing]: { [task]: [action] }, [alone]: {} },
          [other]: { [directing]: { [task]: [1] } },
          [free]: { [directing]: { [task]: [] } },
        }),
      );
      for (const user of ['ivan', 'petr']) {
        await join(user);
        expect((await bind(user, held)).statusCode).toBe(200);
      }
      const cases: [string, object][] = [
        [`/role/${held}`, { users: 2, roles: 0, documents: 0 }],
        [`/directing/${directing}`, { users: 0, roles: 3, documents: 0 }],
        [`/directing/${alone}`, { users: 0, roles: 1, documents: 0 }],
        [`/task/${task}`, { users: 0, roles: 3, documents: 0 }],
        [`/action/${action}`, { users: 0, roles: 1, documents: 0 }],
      ];
      for (const [path, counts] of cases) {
        const answer = await call('DELETE', path, { as: 'admin' });
        expect([path, answer.statusCode, answer.json()]).toEqual([path, 409, { error: 'in use', ...counts }]);
        expect((await call('GET', path, { as: 'admin' })).statusCode).toBe(200);
      }
      // An id that another one begins with is not the same.
      expect((await call('DELETE', `/action/${like}`, { as: 'admin' })).statusCode).toBe(200);
      // A role without users goes with its rights.
      for (const role of [other, free]) {
        expect((await call('DELETE', `/role/${role}`, { as: 'admin' })).statusCode).toBe(200);
      }
      await save({ [`id_${held}`]: '' });
      for (const path of [`/directing/${directing}`, `/task/${task}`, `/action/${action}`]) {
        expect((await call('DELETE', path, { as: 'admin' })).statusCode).toBe(200);
      }
    }));

  test('security 18: fields that nobody asked for are never stored', () =>
    withCompany(open, async ({ call }) => {
      const answer = await call('POST', '/action', {
        as: 'admin',
        json: '{"title":"Печатать","id":1,"isProtected":true,"is_protected":1,"__proto__":{"title":"x"}}',
        headers: { 'content-type': 'application/json' },
      });
      expect([answer.statusCode, answer.json()]).toEqual([201, { id: 6, title: 'Печатать', isProtected: false }]);
    }));

  test('security 16: lists are open to administrators only', () =>
    withCompany(open, async ({ call }) => {
      for (const list of LISTS) {
        for (const [method, path] of [
          ['GET', `/${list}`],
          ['GET', `/${list}/1`],
          ['POST', `/${list}`],
          ['PATCH', `/${list}/1`],
          ['DELETE', `/${list}/1`],
        ] as const) {
          expect((await call(method, path, { as: null })).statusCode).toBe(401);
          expect((await call(method, path)).statusCode).toBe(403);
        }
      }
    }));
});
