import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACTIONS } from '../../../contract/access/actions.ts';
import type { Profile } from '../../../contract/people/profiles.ts';
import { openPermissions } from '../../../server/people/roles/permissions.ts';
import { aboveSql } from '../../support/databases.ts';
import { type Company, formOf, withCompany } from './company.ts';

const TITLES = Object.values(ACTIONS);
const [CREATE, EDIT, APPROVE, ACKNOWLEDGE] = [1, 2, 4, 5] as const;

/** Three roles, three directions, four types; a user u0, u1, u2 for each role and one user without a role. */
async function build({ add, join, bind }: Company) {
  const roles = await add('role', 'Менеджер', 'Кладовщик', 'Бухгалтер');
  const directings = await add('directing', 'Продажи', 'Склад', 'Бухгалтерия');
  const tasks = await add('task', 'Счёт', 'Приказ', 'Договор', 'Заявка');
  const users = roles.map((_, at) => `u${at}`);
  for (const [at, user] of users.entries()) {
    await join(user, `Сотрудник ${at}`);
    await bind(user, roles[at] ?? 0);
  }
  await join('stranger', 'Посторонний');
  const pairs = directings.flatMap((directing) => tasks.map((task) => ({ directing, task })));
  return { roles, users, pairs };
}

/** For each role and pair: ids of its actions, or null where the role does not see the pair. */
const matrices = fc.array(
  fc.array(fc.option(fc.subarray([1, 2, 3, 4, 5]), { nil: null }), { minLength: 12, maxLength: 12 }),
  { minLength: 3, maxLength: 3 },
);

aboveSql('rights', (open) => {
  test('security 16: each role may on each pair exactly what the settings say', () =>
    withCompany(open, async (company) => {
      const { save, call, informator } = company;
      const { roles, users, pairs } = await build(company);
      const found = async (as: string, query: Record<string, string | number>) => {
        const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]));
        const answer = await call('GET', `/user/search?${text}`, { as });
        return answer.statusCode === 200 ? answer.json<{ uid: string }[]>().map(({ uid }) => uid) : answer.statusCode;
      };
      await fc.assert(
        fc.asyncProperty(matrices, async (matrix) => {
          const form: Record<number, Record<number, Record<number, number[]>>> = {};
          for (const [at, role] of roles.entries()) {
            const ofRole: Record<number, Record<number, number[]>> = {};
            for (const [index, { directing, task }] of pairs.entries()) {
              const actions = matrix[at]?.[index];
              if (actions) ofRole[directing] = { ...ofRole[directing], [task]: actions };
            }
            form[role] = ofRole;
          }
          expect((await save(formOf(form))).statusCode).toBe(200);

          const held = (user: number, pair: number, action: number) => matrix[user]?.[pair]?.includes(action) ?? false;
          const sees = (user: number, pair: number) => Boolean(matrix[user]?.[pair]);
          const names = (test: (user: number) => boolean) => users.filter((_, at) => test(at));
          for (const [index, pair] of pairs.entries()) {
            for (const [at, user] of users.entries()) {
              for (const [place, action] of TITLES.entries()) {
                expect((await informator.context.permissions.actionsOn(user, pair))?.has(action) ?? false).toBe(
                  held(at, index, place + 1),
                );
              }
            }
            const signs = (user: number) => held(user, index, APPROVE);
            const reads = (user: number) => held(user, index, ACKNOWLEDGE);
            const expected: [object, string[]][] = [
              [{}, names((user) => sees(user, index))],
              [{ acceptor: 1 }, names(signs)],
              [{ recipient: 1 }, names(reads)],
              [{ acceptor: 1, recipient: 1 }, names((user) => signs(user) || reads(user))],
            ];
            for (const [query, uids] of expected) {
              expect(await found('admin', { ...pair, ...query })).toEqual(uids);
            }
            for (const [at, user] of [...users, 'stranger'].entries()) {
              const writes = held(at, index, CREATE) || held(at, index, EDIT);
              expect(await found(user, { ...pair, acceptor: 1 })).toEqual(writes ? names(signs) : 403);
            }
          }
          for (const [at, user] of users.entries()) {
            expect(
              (await informator.context.permissions.pairsOf(user)).map(({ directing, task, actions }) => [
                directing.id,
                task.id,
                actions.map(({ id }) => id),
              ]),
            ).toEqual(
              pairs.flatMap(({ directing, task }, index) => {
                const actions = matrix[at]?.[index];
                return actions ? [[directing, task, actions]] : [];
              }),
            );
          }
        }),
        { numRuns: 3 },
      );
    }));

  test('rank admin alone gives no right on documents, nor does an unknown pair, action or user', () =>
    withCompany(open, async (company) => {
      const { roles, pairs } = await build(company);
      const [pair = { directing: 0, task: 0 }] = pairs;
      const { permissions } = company.informator.context;
      await company.join('admin', 'Администратор');
      await company.save(formOf({ [roles[0] ?? 0]: { [pair.directing]: { [pair.task]: [1, 2, 3, 4, 5] } } }));
      expect((await permissions.actionsOn('u0', pair))?.has(ACTIONS.create)).toBe(true);
      for (const uid of ['admin', 'stranger', 'u1', 'nobody', '']) {
        expect((await permissions.actionsOn(uid, pair))?.has(ACTIONS.create) ?? false).toBe(false);
      }
      for (const other of [
        { directing: 0, task: 0 },
        { directing: pair.task + 50, task: pair.task },
        { directing: pair.directing, task: pair.task + 50 },
      ]) {
        expect(await permissions.actionsOn('u0', other)).toBeNull();
      }
    }));

  test('security 8, 23: a right or a role that is taken away is gone on the very next call', () =>
    withCompany(open, async (company) => {
      const { roles, pairs } = await build(company);
      const [role = 0] = roles;
      const [pair = { directing: 0, task: 0 }] = pairs;
      const form = formOf({ [role]: { [pair.directing]: { [pair.task]: [CREATE] } } });
      const asks = async () =>
        (await company.call('GET', `/user/search?directing=${pair.directing}&task=${pair.task}`, { as: 'u0' }))
          .statusCode;
      for (let round = 0; round < 3; round++) {
        await company.save(form);
        expect(await asks()).toBe(200);
        await company.save({ [`id_${role}`]: '' });
        expect(await asks()).toBe(403);
        await company.save(form);
        expect(await asks()).toBe(200);
        await company.bind('u0', '');
        expect(await asks()).toBe(403);
        await company.bind('u0', role);
        expect(await asks()).toBe(200);
      }
    }));

  test('a change made by another process acts on the next call', () =>
    withCompany(open, async (company) => {
      const { roles, pairs } = await build(company);
      const [pair = { directing: 0, task: 0 }] = pairs;
      const { database } = company.informator.context;
      const here = openPermissions(database.read);
      const form = formOf({ [roles[0] ?? 0]: { [pair.directing]: { [pair.task]: [CREATE] } } });
      expect(await here.actionsOn('u0', pair)).toBeNull();
      await company.save(form);
      expect([...((await here.actionsOn('u0', pair)) ?? [])]).toContain(ACTIONS.create);
    }));

  test(
    'a colleague is shown by name, e-mail and position only; the list of all is for administrators',
    { tags: ['store'] },
    () =>
      withCompany(open, async (company) => {
        const { roles, pairs } = await build(company);
        const [pair = { directing: 0, task: 0 }] = pairs;
        const { call, save } = company;
        await save(formOf({ [roles[0] ?? 0]: { [pair.directing]: { [pair.task]: [EDIT, APPROVE] } } }));
        const query = `directing=${pair.directing}&task=${pair.task}`;
        const asked = await call('GET', `/user/search?${query}&acceptor=1&limit=5&search=сотрудник`, { as: 'u0' });
        expect(asked.json()).toEqual([
          { uid: 'u0', email: 'u0@parts.example', name: 'Сотрудник 0', position: 'Менеджер', photo: '', roles: [] },
        ]);
        expect((await call('GET', `/user/search?${query}&search=посторонний`, { as: 'u0' })).json()).toEqual([]);
        for (const wrong of [
          '',
          '?limit=100',
          `?directing=${pair.directing}`,
          `?task=${pair.task}`,
          '?directing=&task=1',
          '?directing=99&task=99',
        ]) {
          const answer = await call('GET', `/user/search${wrong}`, { as: 'u0' });
          expect([wrong, answer.statusCode, answer.json()]).toEqual([wrong, 403, { error: 'forbidden' }]);
        }
        for (const [wrong, error] of [
          [`?directing=x&task=${pair.task}`, 'invalid directing id'],
          [`?directing=${pair.directing}&task=-1`, 'invalid task id'],
        ] as const) {
          for (const as of ['u0', 'admin']) {
            const answer = await call('GET', `/user/search${wrong}`, { as });
            expect([answer.statusCode, answer.json()]).toEqual([400, { error }]);
          }
        }
        const everybody = (await call('GET', '/user/search?limit=100', { as: 'admin' })).json<object[]>();
        expect(everybody).toHaveLength(4);
        expect(everybody[0]).toMatchObject({
          position: 'Менеджер',
          roles: [{ id: roles[0], title: 'Менеджер', directings: [] }],
        });
      }),
  );

  test('what one user may do is told with the role that it comes from', () =>
    withCompany(open, async (company) => {
      const { roles, pairs } = await build(company);
      const [pair = { directing: 0, task: 0 }] = pairs;
      const { call, save, add } = company;
      const [own = 0] = await add('action', 'Печатать');
      await save(formOf({ [roles[0] ?? 0]: { [pair.directing]: { [pair.task]: [CREATE, own] } } }));
      const told = await call('GET', '/setting/access/user/u0', { as: 'admin' });
      expect(told.json()).toEqual({
        uid: 'u0',
        email: 'u0@parts.example',
        name: 'Сотрудник 0',
        role: { id: roles[0], title: 'Менеджер' },
        isDisabled: false,
        actions: [{ id: 1, title: 'Заявки', allowed: false }],
        pairs: [
          {
            directing: { id: pair.directing, title: 'Продажи' },
            task: { id: pair.task, title: 'Счёт' },
            actions: [...TITLES, 'Печатать'].map((title, at) => ({
              id: at + 1,
              title,
              allowed: title === 'Создать' || title === 'Печатать',
            })),
          },
        ],
      });
      const none = await call('GET', '/setting/access/user/stranger', { as: 'admin' });
      expect(none.json()).toMatchObject({ role: null, pairs: [] });
      const missing = await call('GET', '/setting/access/user/u77', { as: 'admin' });
      expect([missing.statusCode, missing.json()]).toEqual([404, { error: 'user not found' }]);
    }));

  test('a role says of which types the recipients are asked last, and hears of a change at once', () =>
    withCompany(open, async (company) => {
      const { add, join, bind, save, call } = company;
      const [role = 0] = await add('role', 'Менеджер');
      const [directing = 0] = await add('directing', 'Продажи');
      const [first = 0, second = 0] = await add('task', 'Счёт', 'Приказ');
      await join('u', 'Сотрудник');
      await bind('u', role);
      expect(
        (await save(formOf({ [role]: { [directing]: { [first]: [CREATE], [second]: [CREATE] } } }))).statusCode,
      ).toBe(200);
      const ordered = async () => {
        const { roles } = (await call('GET', '/user/', { as: 'u' })).json<Profile>();
        return roles[0]?.directings[0]?.tasks.map((task) => [task.id, task.ordered ?? false]);
      };
      expect(await ordered()).toEqual([
        [first, false],
        [second, false],
      ]);
      await call('PATCH', `/task/${second}`, { as: 'admin', json: { ordered: true } });
      expect(await ordered()).toEqual([
        [first, false],
        [second, true],
      ]);
    }));
});
