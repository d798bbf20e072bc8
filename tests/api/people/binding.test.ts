import { expect, test } from 'vitest';
import type { AccessChange } from '../../../contract/access/access.ts';
import { aboveSql } from '../../support/databases.ts';
import { formOf, withCompany } from './company.ts';

aboveSql('the role of a user', (open) => {
  test('is given, replaced and taken away; the answer is the whole user', () =>
    withCompany(open, async ({ add, save, bind, join, call }) => {
      const [manager = 0, clerk = 0] = await add('role', 'Менеджер', 'Кладовщик');
      const [directing = 0] = await add('directing', 'Продажи');
      const [task = 0] = await add('task', 'Счёт');
      await save(formOf({ [manager]: { [directing]: { [task]: [1] } } }));
      await join('ivan', 'Иван');
      for (const [role, expected] of [
        [
          manager,
          {
            position: 'Менеджер',
            roles: [
              {
                id: manager,
                title: 'Менеджер',
                directings: [
                  {
                    id: directing,
                    title: 'Продажи',
                    tasks: [{ id: task, title: 'Счёт', actions: [{ id: 1, title: 'Создать' }] }],
                  },
                ],
              },
            ],
          },
        ],
        [clerk, { position: 'Кладовщик', roles: [{ id: clerk, title: 'Кладовщик', directings: [] }] }],
        ['', { position: '', roles: [] }],
      ] as const) {
        const bound = await bind('ivan', role);
        expect(bound.statusCode).toBe(200);
        const user = { uid: 'ivan', email: 'ivan@parts.example', photo: '', name: 'Иван', ...expected };
        expect(bound.json()).toEqual(user);
        expect((await call('GET', '/user')).json()).toEqual(user);
      }
    }));

  test('is taken from any kind of form, the e-mail in any case', () =>
    withCompany(open, async ({ add, join, call }) => {
      const [role = 0] = await add('role', 'Менеджер');
      await join('ivan@Ivan@Parts.Example', 'Иван');
      const form = new FormData();
      form.set('roleId', String(role));
      form.set('email', ' IVAN@parts.example ');
      const bound = await call('PATCH', '/setting/access/bundle/role', { as: 'admin', form });
      expect([bound.statusCode, bound.json()]).toMatchObject([200, { position: 'Менеджер' }]);
      const unbound = await call('PATCH', '/setting/access/bundle/role', {
        as: 'admin',
        json: 'email=ivan%40parts.example',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([unbound.statusCode, unbound.json()]).toMatchObject([200, { position: '', roles: [] }]);
    }));

  test('is not changed by what makes no sense', () =>
    withCompany(open, async ({ add, join, bind, call }) => {
      const [role = 0] = await add('role', 'Менеджер');
      await join('ivan', 'Иван');
      await bind('ivan', role);
      const email = 'ivan@parts.example';
      const cases: [object, number, string][] = [
        [{ roleId: 'x', email }, 400, 'invalid role id'],
        [{ roleId: '0', email }, 400, 'invalid role id'],
        [{ roleId: -1, email }, 400, 'invalid role id'],
        [{ roleId: 1.5, email }, 400, 'invalid role id'],
        [{ roleId: ['1', '2'], email }, 400, 'invalid role id'],
        [{ roleId: { id: 1 }, email }, 400, 'invalid role id'],
        [{ roleId: 99, email }, 400, 'invalid role id'],
        [{ roleId: role }, 400, 'invalid email'],
        [{ roleId: role, email: 'ivan' }, 400, 'invalid email'],
        [{ roleId: role, email: 'ivan@parts.example\r\nBcc: x@y.example' }, 400, 'invalid email'],
        [{ roleId: role, email: `${'я'.repeat(300)}@parts.example` }, 400, 'invalid email'],
        [{ roleId: role, email: [email] }, 400, 'invalid email'],
        [{ roleId: '', email: 'nobody@parts.example' }, 404, 'user not found'],
      ];
      for (const [json, status, error] of cases) {
        const answer = await call('PATCH', '/setting/access/bundle/role', { as: 'admin', json });
        expect([json, answer.statusCode, answer.json()]).toEqual([json, status, { error }]);
      }
      expect((await call('GET', '/user')).json()).toMatchObject({ position: 'Менеджер' });
    }));

  test('is searched for as the position, after a new name of the user and of the role too', () =>
    withCompany(open, async ({ add, join, bind, call }) => {
      const [role = 0] = await add('role', 'Ведущий менеджер');
      await join('ivan', 'Иван');
      await join('petr', 'Пётр');
      await bind('ivan', role);
      const found = async (search: string) =>
        (await call('GET', `/user/search?${new URLSearchParams({ search })}`, { as: 'admin' }))
          .json<{ uid: string }[]>()
          .map(({ uid }) => uid);
      expect(await found('ВЕДУЩИЙ')).toEqual(['ivan']);
      await call('PATCH', '/user', { json: { name: 'Егор' } });
      expect(await found('егор ivan@parts.example ведущий')).toEqual(['ivan']);
      await call('PATCH', `/role/${role}`, { as: 'admin', json: { title: 'Главный' } });
      expect(await found('ведущий')).toEqual([]);
      expect(await found('главный')).toEqual(['ivan']);
      await bind('ivan', '');
      expect(await found('главный')).toEqual([]);
    }));

  test('passes with the profile to the account that has its e-mail now', () =>
    withCompany(open, async ({ add, join, bind }) => {
      const [role = 0] = await add('role', 'Менеджер');
      await join('old@anna@parts.example', 'Анна');
      await bind('anna', role);
      const passed = await join('new@anna@parts.example');
      expect([passed.statusCode, passed.json()]).toMatchObject([201, { uid: 'new', position: 'Менеджер' }]);
    }));

  test('a role bound while it is being removed is either bound or gone, never both', () =>
    withCompany(open, async ({ add, join, bind, call }) => {
      await join('ivan', 'Иван');
      for (let round = 0; round < 5; round++) {
        const [role = 0] = await add('role', `Роль ${round}`);
        const [bound, removed] = await Promise.all([
          bind('ivan', role),
          call('DELETE', `/role/${role}`, { as: 'admin' }),
        ]);
        expect([
          [200, 409],
          [400, 200],
        ]).toContainEqual([bound.statusCode, removed.statusCode]);
        const left = (await call('GET', `/role/${role}`, { as: 'admin' })).statusCode;
        expect(left).toBe(bound.statusCode === 200 ? 200 : 404);
      }
    }));

  test('every change of it is kept, with who, when, before and after', () =>
    withCompany(open, async ({ add, join, bind, call }) => {
      const [manager = 0, clerk = 0] = await add('role', 'Менеджер', 'Кладовщик');
      await join('ivan', 'Иван');
      for (const role of [manager, manager, clerk, ''] as const) await bind('ivan', role);
      const history = (await call('GET', '/setting/access/history', { as: 'admin' })).json<AccessChange[]>();
      const by = { uid: 'admin', name: '', email: 'admin@parts.example' };
      const entry = (added: string[], removed: string[]) => ({
        id: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-/),
        by,
        kind: 'binding',
        subject: 'ivan@parts.example',
        added,
        removed,
        addedCount: added.length,
        removedCount: removed.length,
      });
      expect(history).toEqual([entry([], ['Кладовщик']), entry(['Кладовщик'], ['Менеджер']), entry(['Менеджер'], [])]);
    }));
});
