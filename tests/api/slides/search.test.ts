import { expect, test } from 'vitest';
import type { Note } from '../../../contract/slides/slides.ts';
import { aboveSql } from '../../support/databases.ts';
import { outcome, type Slides, withSlides } from './slides.ts';

async function found({ call }: Slides, query: Record<string, string>, as?: string | null): Promise<number[]> {
  const answer = await call('GET', `/search/note/?${new URLSearchParams(query)}`, as === undefined ? {} : { as });
  expect([query, answer.statusCode]).toEqual([query, 200]);
  return answer.json<Note[]>().map(({ id }) => id);
}

aboveSql('the search for slides', (open) => {
  test('finds words of the title in any form, the last one by its beginning', { tags: ['store'] }, () =>
    withSlides(open, async (slides) => {
      for (const title of [
        'Скидка на тормозные колодки',
        'Скидки 10% на масла',
        'Новые поступления: СМАЗКИ',
        'Ёлочные под_арки',
        '№ 7',
      ]) {
        await slides.add({ title });
      }
      const cases: [string, number[]][] = [
        ['', [5, 4, 3, 2, 1]],
        ['   ', [5, 4, 3, 2, 1]],
        ['скидка', [2, 1]],
        ['СКИДКАМИ', [2, 1]],
        ['скид', [2, 1]],
        ['скидка колод', [1]],
        ['колодки скидка', [1]],
        ['скид колодки', []],
        ['масло', [2]],
        ['смазка', [3]],
        ['елочный', [4]],
        ['арки', [4]],
        ['10', [2]],
        ['7', [5]],
        ['нет такого', []],
        ['%', []],
        ['_', []],
        ['*', []],
        ["' OR 1=1 --", []],
        ['скидка %', [2, 1]],
        ['я'.repeat(10_000), []],
        ['скидка '.repeat(1_000), [2, 1]],
        ['🎄', []],
      ];
      for (const [search, expected] of cases) {
        expect([search, await found(slides, { search })]).toEqual([search, expected]);
        expect([search, await found(slides, { title: search, limit: '25', last: '' })]).toEqual([search, expected]);
      }
    }),
  );

  test('follows a changed title at once', () =>
    withSlides(open, async (slides) => {
      const { id } = await slides.add({ title: 'Первый' });
      await slides.call('PATCH', `/${id}`, { json: { title: 'Второй' } });
      expect(await found(slides, { search: 'первый' })).toEqual([]);
      expect(await found(slides, { search: 'второй' })).toEqual([id]);
    }));

  test('pages from the newest on by the last id, of a slide that is there or not', () =>
    withSlides(open, async (slides) => {
      for (let at = 1; at <= 60; at++) await slides.add({ title: `Слайд ${at % 2 ? 'чужой' : 'наш'}` });
      const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);
      expect(await found(slides, {})).toEqual(down(60, 36));
      expect(await found(slides, { last: '36' })).toEqual(down(35, 11));
      expect(await found(slides, { last: '11' })).toEqual(down(10, 1));
      expect(await found(slides, { last: '1' })).toEqual([]);
      expect(await found(slides, { limit: '5', last: '999999' })).toEqual(down(60, 56));
      await slides.call('DELETE', '/36');
      expect(await found(slides, { limit: '3', last: '36' })).toEqual([35, 34, 33]);
      expect(await found(slides, { title: 'наш', limit: '3', last: '34' })).toEqual([32, 30, 28]);
    }));

  test('security 42: a limit out of range is clamped, a malformed last id refused', () =>
    withSlides(open, async (slides) => {
      for (let at = 0; at < 110; at++) await slides.add();
      for (const [limit, count] of [
        ['100', 100],
        ['101', 100],
        ['999999999999', 100],
        ['1e9', 25],
        ['-1', 25],
        ['0', 25],
        ['NaN', 25],
        ['2.5', 25],
        ['', 25],
        ['7', 7],
      ] as const) {
        expect([limit, await found(slides, { limit })]).toMatchObject([limit, { length: count }]);
      }
      for (const last of ['x', '0', '-1', '1e3', '9'.repeat(20), '507f1f77bcf86cd799439011']) {
        const answer = await slides.call('GET', `/search/note?last=${last}`);
        expect([last, ...outcome(answer)]).toEqual([last, 400, { error: 'invalid last id' }]);
      }
    }));

  test('security 17: shows slides that are not published to administrators only, and to them unless they ask otherwise', () =>
    withSlides(open, async (slides) => {
      await slides.add({ isPublic: 'true' });
      await slides.add();
      await slides.add({ isPublic: 'true' });
      for (const isPublic of ['1', 'true', 'on']) expect(await found(slides, { isPublic })).toEqual([3, 1]);
      for (const isPublic of ['', '0', 'false']) {
        expect(await found(slides, { isPublic })).toEqual([3, 2, 1]);
        expect(await found(slides, { isPublic }, 'user-token')).toEqual([3, 1]);
        expect(await found(slides, { isPublic }, null)).toEqual([3, 1]);
        expect(await found(slides, { isPublic }, '')).toEqual([3, 1]);
      }
      expect(await found(slides, { last: '3' }, null)).toEqual([1]);
      for (const path of ['/2', '/999']) {
        for (const as of [null, '', 'user-token']) {
          const answer = await slides.call('GET', path, { as });
          expect([path, as, ...outcome(answer)]).toEqual([path, as, 404, { error: 'note not found' }]);
        }
      }
      expect((await slides.call('GET', '/2')).statusCode).toBe(200);
    }));

  test('a token that has run out is told so where it would have shown more, and ignored elsewhere', () =>
    withSlides(open, async (slides) => {
      await slides.add({ isPublic: 'true' });
      await slides.add();
      for (const path of ['/search/note', '/search/note?isPublic=0', '/2']) {
        const answer = await slides.call('GET', path, { as: 'expired' });
        expect(outcome(answer)).toEqual([401, { error: 'invalid access token' }]);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
      for (const path of ['/search/note?isPublic=1', '/1']) {
        expect((await slides.call('GET', path, { as: 'expired' })).statusCode).toBe(200);
      }
      expect((await slides.call('GET', '/search/note', { as: 'reset-token' })).statusCode).toBe(403);
      expect((await slides.call('GET', '/search/note', { as: 'no-answer' })).statusCode).toBe(503);
    }));

  test('security 41: no text of a query is ever a failure', () =>
    withSlides(open, async (slides) => {
      await slides.add();
      for (const text of ['%00', 'a%00b', '%FF%FE', '%ED%A0%80', '%', '%zz', '%F0%9F%94%A7', '"', 'NEAR(', '1&@=2']) {
        for (const field of ['search', 'title', 'last', 'limit', 'isPublic']) {
          const answer = await slides.call('GET', `/search/note?${field}=${text.replace('@', field)}`);
          expect([200, 400]).toContain(answer.statusCode);
        }
      }
    }));

  test('security 16: only administrators write or look into the history', () =>
    withSlides(open, async (slides) => {
      const { id } = await slides.add({ isPublic: 'true' });
      for (const [method, path] of [
        ['POST', '/'],
        ['PATCH', `/${id}`],
        ['PATCH', `/file/${id}`],
        ['DELETE', `/${id}`],
        ['GET', `/${id}/history`],
        ['GET', `/${id}/history/1`],
        ['POST', `/${id}/history/1`],
      ] as const) {
        const json = method === 'GET' ? undefined : { title: 'Чужое' };
        const statuses = [];
        for (const as of [null, 'expired', 'user-token'])
          statuses.push((await slides.call(method, path, { as, json })).statusCode);
        expect([method, path, statuses]).toEqual([method, path, [401, 401, 403]]);
      }
      expect((await slides.call('GET', `/${id}`)).json()).toMatchObject({ title: 'Слайд' });
    }));
});
