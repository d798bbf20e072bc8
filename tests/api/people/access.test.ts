import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccessChange } from '../../../contract/access/access.ts';
import { aboveSql } from '../../support/databases.ts';
import { ACTION, formOf, rightsOf, withCompany } from './company.ts';

aboveSql('access settings', (open) => {
  test('start empty, and show each role with what it was given, in the order of the lists', () =>
    withCompany(open, async ({ add, save, settings }) => {
      expect(await settings()).toEqual([]);
      const [manager = 0, clerk = 0] = await add('role', 'Менеджер', 'Кладовщик');
      const [sales = 0, store = 0] = await add('directing', 'Продажи', 'Склад');
      const [bill = 0, order = 0] = await add('task', 'Счёт', 'Приказ');
      const answer = await save(
        formOf({ [manager]: { [store]: {}, [sales]: { [order]: [], [bill]: [ACTION.edit, ACTION.create] } } }),
      );
      expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'saved access setting' }]);
      expect(await settings()).toEqual([
        {
          id: manager,
          title: 'Менеджер',
          directings: [
            {
              id: sales,
              title: 'Продажи',
              tasks: [
                {
                  id: bill,
                  title: 'Счёт',
                  actions: [
                    { id: 1, title: 'Создать' },
                    { id: 2, title: 'Редактировать' },
                  ],
                },
                { id: order, title: 'Приказ', actions: [] },
              ],
            },
            { id: store, title: 'Склад', tasks: [] },
          ],
        },
        { id: clerk, title: 'Кладовщик', directings: [] },
      ]);
    }));

  test('replace a role that is named, clear one that is sent empty, and leave the others', () =>
    withCompany(open, async ({ add, save, settings, call }) => {
      const [first = 0, second = 0, third = 0] = await add('role', 'A', 'B', 'C');
      const [directing = 0] = await add('directing', 'Продажи');
      const [bill = 0, order = 0] = await add('task', 'Счёт', 'Приказ');
      const all = { [directing]: { [bill]: [1, 2, 3, 4, 5], [order]: [1] } };
      await save(formOf({ [first]: all, [second]: all, [third]: all }));
      const form = new URLSearchParams([[`id_${second}`, '']]);
      form.append(`id_${first}[id_${directing}][id_${order}][id_2]`, 'on');
      const answer = await call('POST', '/setting/access/', {
        as: 'admin',
        json: form.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(answer.statusCode).toBe(200);
      expect((await settings()).map(({ directings }) => rightsOf(directings))).toEqual([
        { [directing]: { [order]: [2] } },
        {},
        all,
      ]);
    }));

  test('take boxes in any naming and encoding, in any order', () =>
    withCompany(open, async ({ add, save, settings, call }) => {
      const [role = 0] = await add('role', 'A');
      const [first = 0, second = 0] = await add('directing', 'Продажи', 'Склад');
      const [bill = 0, order = 0] = await add('task', 'Счёт', 'Приказ');
      const boxes: [string, string][] = [
        [`id_${role}[id_${first}][]`, 'on'],
        [`id_${role}[id_${first}][id_${bill}][]`, 'on'],
        [`id_${role}[id_${first}][id_${bill}][id_2]`, 'on'],
        [`id_${role}[id_${first}][id_${bill}][id_2]`, 'on'],
        [`id_${role}[id_${first}][id_${order}][id_1]`, 'on'],
        [`id_${role}[id_${second}][]`, 'on'],
        [`id_${role}[id_${second}][id_${bill}]`, ''],
        ['submit', 'Сохранить'],
      ];
      const expected = { [first]: { [bill]: [2], [order]: [1] }, [second]: {} };
      const nested = {
        [`id_${role}`]: {
          [`id_${first}`]: {
            0: 'on',
            [`id_${bill}`]: { 0: true, id_2: true, id_3: false, id_4: 'off', id_5: null },
            [`id_${order}`]: { id_1: ['on', 'on'] },
          },
          [`id_${second}`]: ['on'],
        },
      };
      for (const order of [boxes, [...boxes].reverse()]) {
        const form = new FormData();
        for (const [name, value] of order) form.append(name, value);
        for (const send of [
          () => call('POST', '/setting/access', { as: 'admin', form }),
          () =>
            call('POST', '/setting/access', {
              as: 'admin',
              json: new URLSearchParams(order).toString(),
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
            }),
          () => save(Object.fromEntries(order)),
          () => save(nested),
        ]) {
          await save({ [`id_${role}`]: {} });
          expect(rightsOf((await settings())[0]?.directings ?? [])).toEqual({});
          expect((await send()).statusCode).toBe(200);
          expect(rightsOf((await settings())[0]?.directings ?? [])).toEqual(expected);
        }
      }
    }));

  test.each(['', null, {}, []])('clear a role that is sent as %j', (empty) =>
    withCompany(open, async ({ add, save, settings }) => {
      const [role = 0] = await add('role', 'A');
      const [directing = 0] = await add('directing', 'Продажи');
      await save(formOf({ [role]: { [directing]: {} } }));
      expect((await save({ [`id_${role}`]: empty })).statusCode).toBe(200);
      expect((await settings())[0]?.directings).toEqual([]);
    }),
  );

  test('whatever is saved is what is read, a child with its parents', () =>
    withCompany(open, async ({ add, save, settings }) => {
      const roles = await add('role', 'A', 'B', 'C');
      const directings = await add('directing', 'Продажи', 'Склад');
      const tasks = await add('task', 'Счёт', 'Приказ');
      const boxes = roles.flatMap((role) =>
        directings.flatMap((directing) => [
          [role, directing],
          ...tasks.flatMap((task) => [
            [role, directing, task],
            ...[1, 2, 3, 4, 5].map((action) => [role, directing, task, action]),
          ]),
        ]),
      );
      const known: Record<number, Record<number, Record<number, number[]>>> = Object.fromEntries(
        roles.map((role) => [role, {}]),
      );
      await fc.assert(
        fc.asyncProperty(fc.subarray(boxes, { minLength: 1 }), async (ticked) => {
          const names = ticked.map((ids) => {
            const [head = '', ...rest] = ids.map((id) => `id_${id}`);
            return [`${head}${rest.map((part) => `[${part}]`).join('')}${ids.length < 4 ? '[]' : ''}`, 'on'];
          });
          for (const role of new Set(ticked.map(([id = 0]) => id))) known[role] = {};
          for (const [role = 0, directing = 0, task, action] of ticked) {
            const ofRole = known[role] ?? {};
            ofRole[directing] ??= {};
            const ofDirecting = ofRole[directing];
            if (task !== undefined) ofDirecting[task] ??= [];
            if (task !== undefined && action !== undefined) {
              ofDirecting[task] = [...(ofDirecting[task] ?? []), action].sort();
            }
          }
          expect((await save(Object.fromEntries(names))).statusCode).toBe(200);
          const shown = (await settings()).map(({ id, directings }) => [id, rightsOf(directings)]);
          expect(Object.fromEntries(shown)).toEqual(known);
        }),
        { numRuns: 25 },
      );
    }));

  test('security 21: a form of 60 000 boxes is saved and read, as JSON and urlencoded', () =>
    withCompany(open, async ({ add, save, settings, call }) => {
      const numbered = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at + 1}`);
      const roles = await add('role', ...numbered(20, 'Роль'));
      const directings = await add('directing', ...numbered(20, 'Направление'));
      const tasks = await add('task', ...numbered(30, 'Задача'));
      const ofTask = Object.fromEntries(tasks.map((task) => [task, [1, 2, 3, 4, 5]]));
      const ofRole = Object.fromEntries(directings.map((directing) => [directing, ofTask]));
      const whole = Object.fromEntries(roles.map((role) => [role, ofRole]));
      expect((await save(formOf(whole))).statusCode).toBe(200);
      const read = await settings();
      expect(Object.fromEntries(read.map(({ id, directings }) => [id, rightsOf(directings)]))).toEqual(whole);
      await save(Object.fromEntries(roles.map((role) => [`id_${role}`, ''])));
      const form = new URLSearchParams();
      for (const role of roles)
        for (const directing of directings)
          for (const task of tasks)
            for (const action of [1, 2, 3, 4, 5])
              form.append(`id_${role}[id_${directing}][id_${task}][id_${action}]`, 'on');
      const answer = await call('POST', '/setting/access', {
        as: 'admin',
        json: form.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(answer.statusCode).toBe(200);
      expect(await settings()).toEqual(read);
      const history = (await call('GET', '/setting/access/history', { as: 'admin' })).json<AccessChange[]>();
      expect(history[0]).toMatchObject({ addedCount: 20 + 20 * 30 * 6, removedCount: 0 });
      expect(history[0]?.added).toHaveLength(200);
    }));

  test('security 21: nothing changes by an unknown id, a half-sent body or an empty one', () =>
    withCompany(open, async ({ add, save, settings, call }) => {
      const [role = 0, other = 0] = await add('role', 'A', 'B');
      const [directing = 0] = await add('directing', 'Продажи');
      const [task = 0] = await add('task', 'Счёт');
      await save(formOf({ [role]: { [directing]: { [task]: [1] } }, [other]: { [directing]: {} } }));
      const before = await settings();
      const history = (await call('GET', '/setting/access/history', { as: 'admin' })).json();
      const good = { [other]: {} };
      const cases: [unknown, string][] = [
        [{}, 'access setting is empty'],
        [{ submit: 'Сохранить' }, 'access setting is empty'],
        [[], 'access setting is empty'],
        [formOf({ ...good, 99: {} }), 'invalid role id'],
        [formOf({ ...good, [role]: { 99: {} } }), 'invalid directing id'],
        [formOf({ ...good, [role]: { [directing]: { 99: [] } } }), 'invalid task id'],
        [formOf({ ...good, [role]: { [directing]: { [task]: [99] } } }), 'invalid action id'],
        [{ ...formOf(good), id_x: {} }, 'invalid role id'],
        [{ ...formOf(good), [`id_${role}`]: { id_1e1: {} } }, 'invalid directing id'],
        [{ ...formOf(good), [`id_${role}`]: { [`id_${directing}`]: { 'id_-1': 'on' } } }, 'invalid task id'],
        [
          { ...formOf(good), [`id_${role}`]: { [`id_${directing}`]: { [`id_${task}`]: { id_: 'on' } } } },
          'invalid action id',
        ],
        [{ ...formOf(good), [`id_${role}`]: 'on' }, 'invalid directing id'],
        [{ ...formOf(good), [`id_${role}`]: { [directing]: ['on'] } }, 'invalid directing id'],
        [{ ...formOf(good), [`id_${role}`]: { [`id_${directing}`]: 'no' } }, 'invalid directing box'],
        [{ ...formOf(good), [`ld_${role}`]: '' }, 'invalid role id'],
        [`{"id_${role}":{"constructor":{"id_${directing}":["on"]}}}`, 'invalid body'],
        [`{"id_${role}":{"toString":{"id_${directing}":["on"]}}}`, 'invalid directing id'],
        [
          `{"id_${role}[id_${directing}][]":"on","id_${role}":{"id_${directing}":{"id_${task}":"on"}}}`,
          'invalid directing id',
        ],
        [{ ...formOf(good), [`id_${role}[id_${directing}][id_${task}`]: 'on' }, 'invalid role id'],
        [`{"id_${other}":"","id_${role}":{"id_`, 'invalid json'],
      ];
      for (const [json, error] of cases) {
        const answer = await call('POST', '/setting/access', {
          as: 'admin',
          json,
          headers: { 'content-type': 'application/json' },
        });
        expect([json, answer.statusCode, answer.json()]).toEqual([json, 400, { error }]);
      }
      expect((await call('POST', '/setting/access', { as: 'admin' })).statusCode).toBe(400);
      const huge = await save({ [`id_${role}`]: '', filler: 'x'.repeat(17 * 1024 * 1024) });
      expect([huge.statusCode, huge.json()]).toEqual([413, { error: 'request entity too large' }]);
      expect(await settings()).toEqual(before);
      expect((await call('GET', '/setting/access/history', { as: 'admin' })).json()).toEqual(history);
    }));

  test('security 18: names that could reach a prototype are refused in every encoding, and nothing changes', () =>
    withCompany(open, async ({ add, save, settings, call }) => {
      const [role = 0] = await add('role', 'A');
      const [directing = 0] = await add('directing', 'Продажи');
      await save(formOf({ [role]: { [directing]: {} } }));
      const before = await settings();
      for (const name of ['__proto__', 'constructor', 'prototype']) {
        for (const path of [name, `id_${role}[${name}]`, `id_${role}[id_${directing}][${name}][]`]) {
          const form = new FormData();
          form.append(`id_${role}`, '');
          form.append(path, 'on');
          const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
          const [head = '', ...rest] = path.replaceAll(']', '').split('[').filter(Boolean);
          const below = rest.reduceRight((value, key) => `{${JSON.stringify(key)}:${value}}`, '"on"');
          const answers = [
            await call('POST', '/setting/access', { as: 'admin', form }),
            await save(`id_${role}=&${encodeURIComponent(path)}=on`, urlencoded),
            await save({ [`id_${role}`]: '', [path]: 'on' }),
            await save(`{${JSON.stringify(head)}:${below}}`, { 'content-type': 'application/json' }),
          ];
          for (const answer of answers)
            expect([path, answer.statusCode, answer.json()]).toEqual([path, 400, { error: 'invalid body' }]);
        }
      }
      expect(await settings()).toEqual(before);
    }));

  test('two administrators at once: one is told who changed which role, and when', () =>
    withCompany(open, async ({ add, save, settings, call }) => {
      const [first = 0, second = 0] = await add('role', 'A', 'B');
      const [directing = 0, other = 0] = await add('directing', 'Продажи', 'Склад');
      const opened = await call('GET', '/setting/access', { as: 'admin' });
      const tag = String(opened.headers.etag);
      expect(tag).toMatch(/^"\d+"$/);
      const ifMatch = { 'if-match': tag };
      const forms = [directing, other].map((id) => formOf({ [first]: { [id]: {} } }));
      const answers = await Promise.all(forms.map((form) => save(form, ifMatch)));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      const refused = answers.find(({ statusCode }) => statusCode === 409);
      expect(refused?.json()).toEqual({
        error: 'changed meanwhile',
        who: { uid: 'admin', name: '', email: 'admin@parts.example' },
        when: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        role: { id: first, title: 'A' },
      });
      const kept = answers.findIndex(({ statusCode }) => statusCode === 200);
      expect(rightsOf((await settings())[0]?.directings ?? [])).toEqual({ [[directing, other][kept] ?? 0]: {} });

      // Another role of the same old state is no conflict, and its answer is the state to build on.
      const saved = await save(formOf({ [second]: { [other]: {} } }), ifMatch);
      expect(saved.statusCode).toBe(200);
      const next = { 'if-match': String(saved.headers.etag) };
      expect(next).not.toEqual(ifMatch);
      expect((await save(formOf({ [second]: {}, [first]: {} }), next)).statusCode).toBe(200);
      expect((await save(formOf({ [second]: { [other]: {} } }), next)).statusCode).toBe(409);
      expect((await save(formOf({ [second]: {} }), { 'if-match': 'nonsense' })).statusCode).toBe(409);
      // A form filled before a backup was brought back.
      expect((await save(formOf({ [second]: {} }), { 'if-match': '"999999"' })).statusCode).toBe(409);
      // Without the header, or with any state named, the last save wins.
      expect((await save(formOf({ [second]: {} }))).statusCode).toBe(200);
      expect((await save(formOf({ [first]: { [other]: {} } }), { 'if-match': '*' })).statusCode).toBe(200);
    }));

  test('a save that changes nothing is no change for others', () =>
    withCompany(open, async ({ add, save, call }) => {
      const [role = 0] = await add('role', 'A');
      const [directing = 0] = await add('directing', 'Продажи');
      const form = formOf({ [role]: { [directing]: {} } });
      const tag = String((await save(form)).headers.etag);
      expect((await save(form)).headers.etag).toBe(tag);
      expect((await save(form, { 'if-match': tag })).statusCode).toBe(200);
      expect((await call('GET', '/setting/access/history', { as: 'admin' })).json()).toHaveLength(1);
    }));

  test('a role deleted while the form is open stops the save, and nothing of it is kept', () =>
    withCompany(open, async ({ add, save, settings, call }) => {
      const [role = 0, gone = 0] = await add('role', 'A', 'B');
      const [directing = 0] = await add('directing', 'Продажи');
      const tag = String((await call('GET', '/setting/access', { as: 'admin' })).headers.etag);
      await call('DELETE', `/role/${gone}`, { as: 'admin' });
      const answer = await save(formOf({ [role]: { [directing]: {} }, [gone]: { [directing]: {} } }), {
        'if-match': tag,
      });
      expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid role id' }]);
      expect(await settings()).toEqual([{ id: role, title: 'A', directings: [] }]);
    }));

  test('new titles show at once, everywhere', () =>
    withCompany(open, async ({ add, save, settings, bind, join, call }) => {
      const [role = 0] = await add('role', 'A');
      const [directing = 0] = await add('directing', 'Продажи');
      await save(formOf({ [role]: { [directing]: {} } }));
      await join('ivan', 'Иван');
      await bind('ivan', role);
      expect((await call('GET', '/user')).json()).toMatchObject({ position: 'A', roles: await settings() });
      await call('PATCH', `/role/${role}`, { as: 'admin', json: { title: 'Старший менеджер' } });
      await call('PATCH', `/directing/${directing}`, { as: 'admin', json: { title: 'Сбыт' } });
      expect(await settings()).toMatchObject([{ title: 'Старший менеджер', directings: [{ title: 'Сбыт' }] }]);
      expect((await call('GET', '/user')).json()).toMatchObject({
        position: 'Старший менеджер',
        roles: await settings(),
      });
      const found = await call('GET', '/user/search?search=СТАРШИЙ', { as: 'admin' });
      expect(found.json()).toMatchObject([{ uid: 'ivan', position: 'Старший менеджер' }]);
    }));

  test('security 16: settings are open to administrators only', () =>
    withCompany(open, async ({ call, join, add, bind, save }) => {
      const [role = 0] = await add('role', 'A');
      const [directing = 0] = await add('directing', 'Продажи');
      const [task = 0] = await add('task', 'Счёт');
      await save(formOf({ [role]: { [directing]: { [task]: [1, 2, 3, 4, 5] } } }));
      await join('ivan', 'Иван');
      await bind('ivan', role);
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['PATCH', '/bundle/role'],
        ['GET', '/history'],
        ['GET', '/matrix'],
        ['GET', '/user/ivan'],
      ] as const) {
        const json = method === 'GET' ? undefined : { roleId: '', email: 'ivan@parts.example' };
        expect((await call(method, `/setting/access${path}`, { as: null, json })).statusCode).toBe(401);
        expect((await call(method, `/setting/access${path}`, { json })).statusCode).toBe(403);
      }
    }));
});
