import { expect, test } from 'vitest';
import { eachDialect } from '../../support/databases.ts';
import { type Staff, withStaff } from './staff.ts';

async function found({ call }: Staff, query: Record<string, string>): Promise<string[]> {
  const answer = await call('GET', `/user/search/?${new URLSearchParams(query)}`, { as: 'admin' });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ uid: string }[]>().map(({ uid }) => uid);
}

eachDialect('the search for users', (open) => {
  test('finds a literal part of name or e-mail, whatever the case, in both alphabets', () =>
    withStaff(open, async (staff) => {
      await staff.join('a1', 'Семён ЁЛКИН');
      await staff.join('b2', 'Анна 100%');
      await staff.join('c3@Under_Score@Parts.Example', String.raw`Пётр \ Ил.ья`);
      const cases: [string, string[]][] = [
        ['', ['a1', 'b2', 'c3']],
        ['  ', ['a1', 'b2', 'c3']],
        ['ёлкин', ['a1']],
        ['семен ёл', ['a1']],
        ['ЕЛКИН', ['a1']],
        ['АННА', ['b2']],
        ['%', ['b2']],
        ['_', ['c3']],
        ['\\', ['c3']],
        ['и.*', []],
        ['.ья', ['c3']],
        ['UNDER_SCORE@parts', ['c3']],
        ['B2@PARTS', ['b2']],
        ['parts.example', ['a1', 'b2', 'c3']],
        ['нет такого', []],
        ["' OR 1=1 --", []],
        ['(', []],
        ['я'.repeat(1_500), []],
        ['a\u0000нна', []],
      ];
      for (const [search, expected] of cases) {
        expect([search, await found(staff, { search })]).toEqual([search, expected]);
      }
    }));

  test('answers with whole profiles, found by a new name at once and no longer by the old one', () =>
    withStaff(open, async (staff) => {
      await staff.join('ivan', 'Иван');
      await staff.call('PATCH', '/user', { json: { name: 'Егор' } });
      const answer = await staff.call('GET', '/user/search?search=егор', { as: 'admin' });
      expect(answer.json()).toEqual([(await staff.call('GET', '/user')).json()]);
      expect(await found(staff, { search: 'иван' })).toEqual([]);
      await staff.call('PATCH', '/user', { json: { name: '' } });
      expect(await found(staff, { search: 'егор' })).toEqual([]);
    }));

  test('pages from the oldest on, and clamps a limit out of range', () =>
    withStaff(open, async (staff) => {
      const uids = Array.from({ length: 30 }, (_, at) => `u${at}`);
      for (const uid of uids) await staff.join(uid);
      expect(await found(staff, { limit: '5' })).toEqual(uids.slice(0, 5));
      expect(await found(staff, { limit: '5', last: 'u4' })).toEqual(uids.slice(5, 10));
      expect(await found(staff, { limit: '100', last: 'u27' })).toEqual(['u28', 'u29']);
      expect(await found(staff, { last: 'u29' })).toEqual([]);
      expect(await found(staff, { limit: '100' })).toEqual(uids);
      for (const limit of ['101', '1e9', '-1', '0', 'NaN', '', '2.5']) {
        expect([limit, await found(staff, { limit })]).toEqual([limit, uids.slice(0, 25)]);
      }
      const unknown = await staff.call('GET', '/user/search?last=u77', { as: 'admin' });
      expect([unknown.statusCode, unknown.json()]).toEqual([400, { error: 'invalid last id' }]);
    }));

  test('takes direction and type only together, and finds nobody for a pair that nobody holds', () =>
    withStaff(open, async (staff) => {
      await staff.join('ivan', 'Иван');
      expect(await found(staff, { directing: '1' })).toEqual(['ivan']);
      expect(await found(staff, { task: '1' })).toEqual(['ivan']);
      expect(await found(staff, { directing: '', task: '' })).toEqual(['ivan']);
      expect(await found(staff, { directing: '1', task: '1', acceptor: '1' })).toEqual([]);
      for (const wrong of ['x', '0', '-1', '1e1', '9'.repeat(20)]) {
        for (const field of ['directing', 'task']) {
          const answer = await staff.call('GET', `/user/search?${field}=${wrong}`, { as: 'admin' });
          expect([answer.statusCode, answer.json()]).toEqual([400, { error: `invalid ${field} id` }]);
        }
      }
    }));

  test('security 41: no text of a query is ever a failure', () =>
    withStaff(open, async ({ call, join }) => {
      await join('ivan', 'Иван');
      for (const text of ['%00', 'a%00b', '%FF%FE', '%ED%A0%80', '%', '%zz', '%F0%9F%94%A7', '1&@=2']) {
        for (const field of ['search', 'last', 'limit', 'directing', 'task']) {
          const answer = await call('GET', `/user/search?${field}=${text.replace('@', field)}`, { as: 'admin' });
          expect([200, 400]).toContain(answer.statusCode);
        }
      }
    }));

  test('security 16: users are listed to administrators only', () =>
    withStaff(open, async ({ call, join }) => {
      await join('ivan', 'Иван');
      for (const query of ['', '?search=Иван', '?limit=100', '?directing=1&task=1', '?directing=x']) {
        const path = `/user/search/${encodeURI(query)}`;
        expect((await call('GET', path, { as: null })).statusCode).toBe(401);
        expect([query, (await call('GET', path)).statusCode]).toEqual([query, 403]);
      }
    }));
});
