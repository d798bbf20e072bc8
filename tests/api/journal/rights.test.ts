import { afterEach, expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import type { Method } from '../../support/request.ts';
import { openShop, type Shop } from '../accounts/shop.ts';
import { type Company, formOf, withCompany } from '../people/company.ts';
import { journal } from './journal.ts';

const FROM = '192.0.2.7';
const AGENT = 'a browser';
const ADMIN = { actor: 'admin@parts.example', actor_uid: 'admin', client: FROM, agent: AGENT };
const ANNA = { actor: 'anna@parts.example', actor_uid: 'anna', client: FROM, agent: AGENT };
const IVAN = 'ivan@parts.example';
const LISTS = ['role', 'directing', 'task', 'action'] as const;

aboveSql('the journal of rights', (open, _dialect, openBeside) => {
  let shop: Shop;
  afterEach(() => shop.close());
  const start = async (test: (company: Company) => Promise<void>) => {
    shop = await openShop(openBeside);
    await withCompany(open, test, shop.mauth.trail);
  };
  /** Sends a change from FROM; expects the status. */
  const send = async (
    { call }: Company,
    [method, path, status, json]: readonly [Method, string, number, unknown?],
    as = 'admin',
  ) => {
    const answer = await call(method, path, { as, json, from: FROM, headers: { 'user-agent': AGENT } });
    expect([method, path, answer.statusCode]).toEqual([method, path, status]);
    return answer.json();
  };
  /** What stands in the journal beyond the first entries. */
  const since = async (first: number) => (await journal(shop)).slice(first);
  const count = async () => (await journal(shop)).length;

  test('security 53: tells who gave which role to whom and took it away, and what the role was before', () =>
    start(async (company) => {
      const [clerk = 0, chief = 0] = await company.add('role', 'Кладовщик', 'Начальник');
      await company.join('ivan', 'Иван');
      const first = await count();
      for (const roleId of [clerk, clerk, chief, ''])
        await send(company, ['PATCH', '/setting/access/bundle/role', 200, { roleId, email: IVAN }]);
      const bound = { event: 'role.bound', ...ADMIN, target: IVAN, uid: 'ivan', count: 1 };
      const rows = await since(first);
      expect(rows).toMatchObject([bound, bound, bound]);
      expect(rows.map(({ details }) => details)).toEqual([
        { role: 'Кладовщик', roleBefore: '' },
        { role: 'Начальник', roleBefore: 'Кладовщик' },
        { role: '', roleBefore: 'Начальник' },
      ]);
    }));

  test('security 53: tells of each role whose rights a save changed, and how many boxes it ticked and cleared', () =>
    start(async (company) => {
      const [clerk = 0, chief = 0] = await company.add('role', 'Кладовщик', 'Начальник');
      const [directing = 0] = await company.add('directing', 'Склад');
      const [task = 0] = await company.add('task', 'Договор');
      const first = await count();
      const both = { [clerk]: { [directing]: { [task]: [1] } }, [chief]: { [directing]: { [task]: [1, 2] } } };
      await send(company, ['POST', '/setting/access', 200, formOf(both)]);
      await send(company, ['POST', '/setting/access', 200, formOf(both)]);
      const less = { ...both, [chief]: { [directing]: { [task]: [3] } } };
      await send(company, ['POST', '/setting/access', 200, formOf(less)]);
      const saved = { event: 'access.saved', ...ADMIN, uid: null };
      const rows = await since(first);
      expect(rows.slice(0, 2).sort((a, b) => (a.target ?? '').localeCompare(b.target ?? ''))).toMatchObject([
        { ...saved, target: 'Кладовщик', details: { added: 3, removed: 0 } },
        { ...saved, target: 'Начальник', details: { added: 4, removed: 0 } },
      ]);
      expect(rows.slice(2)).toMatchObject([{ ...saved, target: 'Начальник', details: { added: 1, removed: 2 } }]);
    }));

  test('security 53: tells of a row of each list that was made, renamed and removed', { tags: ['store'] }, () =>
    start(async (company) => {
      const first = await count();
      for (const list of LISTS) {
        const { id } = await send(company, ['POST', `/${list}`, 201, { title: 'Первое' }]);
        await send(company, ['PATCH', `/${list}/${id}`, 200, { title: 'Второе' }]);
        await send(company, ['DELETE', `/${list}/${id}`, 200]);
      }
      const rows = await since(first);
      expect(rows).toMatchObject(
        LISTS.flatMap((list) => [
          { event: 'list.created', ...ADMIN, target: 'Первое', details: { list } },
          { event: 'list.changed', ...ADMIN, target: 'Второе', details: { list, titleBefore: 'Первое' } },
          { event: 'list.removed', ...ADMIN, target: 'Второе', details: { list } },
        ]),
      );
    }),
  );

  test('security 53: tells which version of a route of documents was saved by whom', { tags: ['store'] }, () =>
    start(async (company) => {
      const [directing = 0] = await company.add('directing', 'Склад');
      const [task = 0] = await company.add('task', 'Договор');
      const first = await count();
      const template = { steps: [], recipients: { people: [], roles: [] }, isFixed: false, title: 'Поставка' };
      for (const _ of ['made', 'changed'])
        await send(company, ['PUT', `/docflow/templates/${directing}/${task}`, 200, template]);
      const saved = { event: 'template.saved', ...ADMIN, target: 'Склад / Договор' };
      expect(await since(first)).toMatchObject([
        { ...saved, details: { version: 1 } },
        { ...saved, details: { version: 2 } },
      ]);
    }),
  );

  test(
    'security 53: tells whom somebody named as a substitute, for which days, and that he took it back',
    { tags: ['store'] },
    () =>
      start(async (company) => {
        for (const user of ['anna', 'ivan']) await company.join(user, user);
        const first = await count();
        const days = { from: '2026-06-10', to: '2026-06-20' };
        await send(company, ['PUT', '/user/substitute', 200, { uid: 'ivan', ...days }], 'anna');
        await send(company, ['DELETE', '/user/substitute', 200], 'anna');
        await send(company, ['DELETE', '/user/substitute', 200], 'anna');
        const whom = { ...ANNA, target: IVAN, uid: 'ivan' };
        expect(await since(first)).toMatchObject([
          { event: 'substitute.set', ...whom, details: days },
          { event: 'substitute.removed', ...whom },
        ]);
      }),
  );

  test('security 53: a change that is refused is no change: a refusal to a person stands there, a mistake does not', () =>
    start(async (company) => {
      const [clerk = 0, held = 0] = await company.add('role', 'Кладовщик', 'Начальник');
      await company.join('ivan', 'Иван');
      await company.bind('ivan', held);
      const first = await count();
      const mistakes: (readonly [Method, string, number, unknown?])[] = [
        ['PATCH', '/setting/access/bundle/role', 404, { roleId: clerk, email: 'nobody@parts.example' }],
        ['PATCH', '/setting/access/bundle/role', 400, { roleId: 9_999, email: IVAN }],
        ['POST', '/setting/access', 400, formOf({ [clerk]: { 9999: {} } })],
        ['POST', '/role', 400, { title: 'Кладовщик' }],
        ['PATCH', `/role/${clerk}`, 400, { title: 'Начальник' }],
        ['DELETE', `/role/${held}`, 409],
        ['DELETE', '/task/9999', 404],
        ['DELETE', '/action/1', 400],
      ];
      for (const mistake of mistakes) await send(company, mistake);
      await send(company, ['PUT', '/user/substitute', 400, { uid: 'ivan' }], 'ivan');
      expect(await since(first)).toEqual([]);

      const email = IVAN;
      const changes: (readonly [Method, string, string, unknown?])[] = [
        ['PATCH', '/setting/access/bundle/role', '/setting/access/bundle/role', { roleId: clerk, email }],
        ['POST', '/setting/access', '/setting/access', formOf({ [clerk]: {} })],
        ...LISTS.flatMap((list): (readonly [Method, string, string, unknown?])[] => [
          ['POST', `/${list}`, `/${list}`, { title: 'Первое' }],
          ['PATCH', `/${list}/1`, `/${list}/:id`, { title: 'Второе' }],
          ['DELETE', `/${list}/1`, `/${list}/:id`],
        ]),
      ];
      for (const [method, path, , json] of changes) await send(company, [method, path, 403, json], 'anna');
      expect(await since(first)).toMatchObject(
        changes.map(([method, , route]) => ({
          ...{ event: 'refused', ...ANNA, target: null },
          details: { method, route: `/api/informator${route}`, status: 403, reason: 'forbidden' },
        })),
      );
    }));

  test('security 53: a journal that cannot be written refuses no change, and tells of it later', () =>
    start(async (company) => {
      const rename = (from: string, to: string) =>
        shop.database.write((transaction) => transaction.schema.alterTable(from).renameTo(to).execute());
      const [clerk = 0] = await company.add('role', 'Кладовщик');
      await company.join('ivan', 'Иван');
      const first = await count();
      await rename('audit_events', 'away');
      await send(company, ['POST', '/directing', 201, { title: 'Склад' }]);
      await shop.mauth.trail.flush();
      await send(company, ['PATCH', '/setting/access/bundle/role', 200, { roleId: clerk, email: IVAN }]);
      await shop.mauth.trail.flush();
      await send(company, ['POST', '/role', 403, { title: 'Начальник' }], 'anna');
      expect((await shop.signIn(IVAN, 'wrong password', FROM)).status).toBe(400);
      await rename('away', 'audit_events');
      expect((await since(first)).map(({ event, actor, target }) => [event, actor, target])).toEqual([
        ['list.created', ADMIN.actor, 'Склад'],
        ['role.bound', ADMIN.actor, IVAN],
        ['refused', ANNA.actor, null],
        ['signin.failed', null, IVAN],
      ]);
    }));
});
