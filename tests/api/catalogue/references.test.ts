import { expect, test } from 'vitest';
import { withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

aboveSql('brands and providers', (open) => {
  for (const [list, entity] of [
    ['brands', 'brand'],
    ['providers', 'provider'],
  ] as const) {
    test(
      `${list} are added with a trimmed title, listed newest first, read, renamed and deleted`,
      { tags: ['store'] },
      () =>
        withBridge(open, async ({ call }) => {
          const added = await call('POST', `/${list}/`, { json: { title: '  КАМАЗ \u0000 Урал\t' } });
          expect([added.statusCode, added.json()]).toEqual([201, { id: 2, title: 'КАМАЗ Урал' }]);
          expect((await call('GET', `/${list}`)).json()).toMatchObject([{ id: 2 }, { id: 1 }]);
          const renamed = await call('PATCH', `/${list}/2/`, { json: { title: 'УРАЛ' } });
          expect([renamed.statusCode, renamed.json()]).toEqual([200, { id: 2, title: 'УРАЛ' }]);
          expect((await call('GET', `/${list}/2`)).json()).toEqual({ id: 2, title: 'УРАЛ' });
          const deleted = await call('DELETE', `/${list}/2`);
          expect([deleted.statusCode, deleted.json()]).toEqual([200, { id: 2, title: 'УРАЛ' }]);
          expect((await call('GET', `/${list}/2`)).statusCode).toBe(404);
        }),
    );

    test(`${list} refuse a title that is missing, blank, too long or no text, after the id was looked for`, () =>
      withBridge(open, async ({ call }) => {
        for (const json of [
          {},
          { title: '' },
          { title: ' \t ' },
          { title: '\u200b\u200b' },
          { title: 'я'.repeat(201) },
          { title: { a: 1 } },
        ]) {
          for (const answer of [
            await call('POST', `/${list}`, { json }),
            await call('PATCH', `/${list}/1`, { json }),
          ]) {
            expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'incorrect title' }]);
          }
          expect((await call('PATCH', `/${list}/77`, { json })).statusCode).toBe(404);
        }
      }));

    test(`${list} answer 404 to an id that is unknown or malformed`, () =>
      withBridge(open, async ({ call }) => {
        for (const id of ['77', '0', 'abc', '-1', '1e1', '6abc', '99999999999999999999']) {
          for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
            const answer = await call(method, `/${list}/${id}`, method === 'PATCH' ? { json: { title: 'x' } } : {});
            expect([answer.statusCode, answer.json()]).toEqual([404, { error: `${entity} not found` }]);
          }
        }
      }));

    test(`security 98: ${list} refuse a title that another has, however it is spelt, also when two come at once`, () =>
      withBridge(open, async ({ call, bridge }) => {
        const refused = [400, { error: 'title: Не уникальное значение title' }];
        expect((await call('POST', `/${list}`, { json: { title: 'Артёмовский  завод' } })).statusCode).toBe(201);
        const again = await call('POST', `/${list}`, { json: { title: 'АРТЕМОВСКИЙ ЗАВОД' } });
        expect([again.statusCode, again.json()]).toEqual(refused);
        const renamed = await call('PATCH', `/${list}/1`, { json: { title: ' артемовский завод ' } });
        expect([renamed.statusCode, renamed.json()]).toEqual(refused);
        const own = await call('PATCH', `/${list}/2`, { json: { title: 'АРТЁМОВСКИЙ завод' } });
        expect(own.statusCode).toBe(200);
        const both = await Promise.all(['Урал', 'УРАЛ'].map((title) => call('POST', `/${list}`, { json: { title } })));
        expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400]);
        const rows = await bridge.database.read.selectFrom(list).select('id').execute();
        expect(rows).toHaveLength(3);
      }));

    test(`a search in ${list} takes the text literally, whatever the case`, () =>
      withBridge(open, async ({ call }) => {
        for (const title of ['Ёлка 100%', 'елка_2', 'КамАЗ']) await call('POST', `/${list}`, { json: { title } });
        const found = async (title: string) =>
          (await call('GET', `/${list}?title=${encodeURIComponent(title)}`))
            .json<{ title: string }[]>()
            .map((row) => row.title);
        expect(await found('камаз')).toEqual(['КамАЗ']);
        expect(await found('ёлка')).toEqual(['Ёлка 100%']);
        expect(await found('%')).toEqual(['Ёлка 100%']);
        expect(await found('_')).toEqual(['елка_2']);
        expect(await found(' АЗ ')).toEqual(['КамАЗ']);
        expect(await found('нет такого')).toEqual([]);
        expect(await found('')).toHaveLength(4);
      }));

    test(`${list} with positions are deleted only with cascade=1, and everything of the positions goes with them`, () =>
      withBridge(open, async ({ call, add, bridge }) => {
        const { photos, database } = bridge.context;
        const photo = await photos.put('webp', Buffer.from('picture'), Buffer.from('large'));
        const [first = 0] = await add({ article: 'A-1', title: 'Фильтр', photo }, { article: 'A-2' });
        await database.write((transaction) =>
          transaction.insertInto('alias_redirects').values({ alias: 'old', position_id: first }).execute(),
        );
        const refused = await call('DELETE', `/${list}/1`);
        expect([refused.statusCode, refused.json()]).toEqual([409, { error: 'in use', count: 2 }]);
        expect((await call('GET', `/card/${first}`)).statusCode).toBe(200);

        const version = () => database.read.selectFrom('catalogue_state').selectAll().executeTakeFirstOrThrow();
        const before = await version();
        const deleted = await call('DELETE', `/${list}/1?cascade=1`);
        expect([deleted.statusCode, deleted.json()]).toMatchObject([200, { id: 1 }]);
        expect((await version()).version).toBeGreaterThan(before.version);
        expect((await call('GET', `/card/${first}`)).statusCode).toBe(404);
        expect((await call('GET', '/card/product/old')).statusCode).toBe(404);
        expect((await call('GET', '/card/all/count')).json()).toEqual({ count: 0 });
        expect(await photos.open(photo)).toBeNull();
        expect(await photos.open(photo.replace('.', '@2x.'))).toBeNull();
        const left = await bridge.context.shown.read
          .selectFrom('position_keys' as never)
          .selectAll()
          .execute();
        expect(left).toEqual([]);
        expect((await call('DELETE', `/${list}/1?cascade=1`)).statusCode).toBe(404);
      }));
  }

  test('the lists are read by the signed in and changed by administrators only', () =>
    withBridge(open, async ({ call }) => {
      const json = { title: 'Чужой' };
      const tries = [
        ['GET', '/brands', 200],
        ['GET', '/providers/1', 200],
        ['POST', '/brands', 403],
        ['PATCH', '/providers/1', 403],
        ['DELETE', '/brands/1?cascade=1', 403],
      ] as const;
      for (const [method, path, status] of tries) {
        const body = method === 'POST' || method === 'PATCH' ? { json } : {};
        expect((await call(method, path, { as: null, ...body })).statusCode).toBe(401);
        expect((await call(method, path, { as: 'user-token', ...body })).statusCode).toBe(status);
      }
      expect((await call('GET', '/brands')).json()).toEqual([{ id: 1, title: 'ТЕСТ' }]);
    }));

  test('security 96: who supplies is told to administrators alone; others read and search the public names', () =>
    withBridge(open, async ({ call, add }) => {
      const title = 'ООО «Тайный завод»';
      await call('POST', '/providers', { json: { title } });
      const read = async (path: string, as: string) => (await call('GET', path, { as })).json();
      const both = [
        { id: 2, title: 'Склад № 2' },
        { id: 1, title: 'Склад № 1' },
      ];
      expect(await read('/providers', 'user-token')).toEqual(both);
      expect(await read('/providers/2', 'user-token')).toEqual(both[0]);
      // A search must not reveal what the list does not say.
      const asked = `/providers?title=${encodeURIComponent('тайный')}`;
      expect(await read(asked, 'user-token')).toEqual([]);
      expect(await read(`/providers?title=${encodeURIComponent('№ 2')}`, 'user-token')).toEqual([both[0]]);
      expect(await read(asked, 'admin-token')).toEqual([{ id: 2, title }]);
      expect(await read('/providers/2', 'admin-token')).toEqual({ id: 2, title });
      const [id = 0] = await add({ article: 'A-1', providerId: 2 });
      expect(await read(`/card/${id}`, 'user-token')).toMatchObject({ providerId: 2, stock: 'Склад № 2' });
      expect(await read('/brands', 'user-token')).toEqual([{ id: 1, title: 'ТЕСТ' }]);
    }));

  test('a title may come urlencoded or as a multipart form', () =>
    withBridge(open, async ({ call, app }) => {
      const form = new FormData();
      form.set('title', 'Из формы');
      expect((await call('POST', '/brands', { form })).json()).toEqual({ id: 2, title: 'Из формы' });
      const urlencoded = await app.inject({
        method: 'POST',
        url: '/api/bridge/brands/',
        headers: { authorization: 'Bearer admin-token', 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'title=%D0%9C%D0%90%D0%97',
      });
      expect(urlencoded.json()).toEqual({ id: 3, title: 'МАЗ' });
    }));

  test('renaming a brand shows at once on its cards', () =>
    withBridge(open, async ({ call, add }) => {
      const [id = 0] = await add({ article: 'B-1' });
      await call('PATCH', '/brands/1', { json: { title: 'НОВЫЙ' } });
      expect((await call('GET', `/card/${id}`)).json()).toMatchObject({ brantTitle: 'НОВЫЙ' });
    }));
});
