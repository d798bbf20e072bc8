import { expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { withStaff } from './staff.ts';

const IVAN = { uid: 'ivan', email: 'ivan@parts.example', photo: '', name: 'Иван Ёлкин', position: '', roles: [] };

aboveSql('a profile', (open) => {
  test('is missing until it is made, is made once, and is renamed', () =>
    withStaff(open, async ({ call }) => {
      for (const [method, path] of [
        ['GET', '/user/'],
        ['PATCH', '/user'],
        ['PATCH', '/user/photo'],
      ] as const) {
        const missing = await call(method, path, method === 'GET' ? {} : { json: { name: 'x' } });
        expect([missing.statusCode, missing.json()]).toEqual([404, { error: 'user not found' }]);
      }
      const made = await call('POST', '/user/', { json: { name: '  Иван Ёлкин ' } });
      expect([made.statusCode, made.json()]).toEqual([201, IVAN]);
      expect((await call('GET', '/user')).json()).toEqual(IVAN);
      const again = await call('POST', '/user/', { json: { name: 'Другой' } });
      expect(again.statusCode).toBe(400);
      expect(again.json<{ error: string }>().error).toMatch(/email: Не уникальное значение email$/);

      const form = new FormData();
      form.set('name', 'Иван Петрович');
      const renamed = await call('PATCH', '/user', { form });
      expect([renamed.statusCode, renamed.json()]).toEqual([200, { ...IVAN, name: 'Иван Петрович' }]);
      expect((await call('PATCH', '/user', { json: {} })).json()).toMatchObject({ name: 'Иван Петрович' });
      expect((await call('PATCH', '/user', { json: { name: ' ' } })).json()).toEqual({ ...IVAN, name: '' });
      expect((await call('GET', '/user')).json()).toEqual({ ...IVAN, name: '' });
    }));

  test('is made without a name and without a body', () =>
    withStaff(open, async ({ call }) => {
      const made = await call('POST', '/user/');
      expect([made.statusCode, made.json()]).toEqual([201, { ...IVAN, name: '' }]);
    }));

  test('is made once when it is asked for many times at once', () =>
    withStaff(open, async ({ join, call }) => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => join('ivan', 'Иван')));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(400)]);
      expect((await call('GET', '/user/search/', { as: 'admin' })).json()).toHaveLength(1);
    }));

  test('passes to the account that has its e-mail now', () =>
    withStaff(open, async ({ call, join }) => {
      await join('old@Anna@parts.example', 'Анна');
      const token = 'new@anna@parts.example';
      expect((await call('GET', '/user', { as: token })).statusCode).toBe(404);
      const passed = await join(token, 'Другое имя');
      expect([passed.statusCode, passed.json()]).toMatchObject([201, { uid: 'new', name: 'Анна' }]);
      expect((await call('GET', '/user', { as: token })).json()).toEqual(passed.json());
      expect((await call('GET', '/user', { as: 'old' })).statusCode).toBe(404);
    }));

  test('security 14: a name with a line break or a control character is refused', () =>
    withStaff(open, async ({ call, join }) => {
      await join('ivan', 'Иван');
      for (const name of [
        'Иван\r\nBcc: all@parts.example',
        'a\nb',
        'a\u0007b',
        'a\u2028b',
        'я'.repeat(201),
        { a: 'Иван' },
        ['Иван', 'Пётр'],
        7,
      ]) {
        for (const answer of [
          await call('PATCH', '/user', { json: { name } }),
          await call('POST', '/user/', { json: { name }, as: 'petr' }),
        ]) {
          expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid name' }]);
        }
      }
      expect((await call('GET', '/user')).json()).toMatchObject({ name: 'Иван' });
      expect((await call('GET', '/user', { as: 'petr' })).statusCode).toBe(404);
    }));

  test('security 16: nobody acts on a profile without a token', () =>
    withStaff(open, async ({ call, join }) => {
      await join('ivan', 'Иван');
      for (const as of [null, 'nobody']) {
        for (const [method, path] of [
          ['GET', '/user/'],
          ['POST', '/user/'],
          ['PATCH', '/user'],
          ['PATCH', '/user/photo'],
          ['GET', '/user/search/'],
        ] as const) {
          expect([method, path, (await call(method, path, { as })).statusCode]).toEqual([method, path, 401]);
        }
      }
    }));

  test('security 17: whatever a body or an address names, only the profile of the caller changes', () =>
    withStaff(open, async ({ call, join }) => {
      await join('ivan', 'Иван');
      await join('petr', 'Пётр');
      await call('PATCH', '/user?uid=petr&email=petr@parts.example', {
        json: { name: 'Взлом', uid: 'petr', email: 'petr@parts.example' },
      });
      expect((await call('GET', '/user', { as: 'petr' })).json()).toMatchObject({ name: 'Пётр' });
      const unknown = await call('GET', '/unknown');
      for (const path of ['/user/petr', '/user/1']) {
        for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
          const answer = await call(method, path);
          expect([answer.statusCode, answer.json()]).toEqual([404, unknown.json()]);
        }
      }
    }));

  test('security 18: fields that nobody asked for are never stored', () =>
    withStaff(open, async ({ call, informator }) => {
      const body = `{"name":"Иван","uid":"x","id":7,"email":"x@x.example","rank":"admin","photo":"x.webp",
        "position":"Директор","roles":[{"id":1}],"search_text":"x","__proto__":{"name":"z"},"constructor":{"name":"z"}}`;
      for (const [method, status] of [
        ['POST', 201],
        ['PATCH', 200],
      ] as const) {
        const answer = await call(method, '/user/', { json: body, headers: { 'content-type': 'application/json' } });
        expect([answer.statusCode, answer.json()]).toEqual([status, { ...IVAN, name: 'Иван' }]);
      }
      const { database } = informator.context;
      expect(await database.read.selectFrom('users').selectAll().execute()).toMatchObject([
        { id: 1, uid: 'ivan', email_key: 'ivan@parts.example', search_text: 'иван ivan@parts.example' },
      ]);
    }));

  test('security 37: a hostile name stays text', () =>
    withStaff(open, async ({ call, join }) => {
      const name = `</script><img src=x onerror=alert(1)> & "кавычки" ${'{{7*7}}'}`;
      await join('ivan', name);
      for (const path of ['/user/', '/user/search/?search=onerror']) {
        const answer = await call('GET', path, { as: path === '/user/' ? 'ivan' : 'admin' });
        expect([answer.json()].flat()).toMatchObject([{ name }]);
        expect(answer.headers).toMatchObject({
          'content-type': 'application/json; charset=utf-8',
          'x-content-type-options': 'nosniff',
        });
      }
    }));

  test('cannot be deleted: accounts are for ever, and documents name their users', () =>
    withStaff(open, async ({ call, join }) => {
      await join('ivan', 'Иван');
      expect((await call('DELETE', '/user')).statusCode).toBe(404);
      expect((await call('GET', '/user')).statusCode).toBe(200);
    }));
});
