import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Note, NoteFile } from '../../../contract/slides/slides.ts';
import { sweepImages } from '../../../server/slides/save-form.ts';
import { eachDialect } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { writtenAt } from '../../support/written-at.ts';
import { formOf, outcome, picture, type Slides, withDoubles, withSlides } from './slides.ts';

const found = async ({ call }: Slides, query = ''): Promise<number[]> =>
  (await call('GET', `/search/note/?${query}`)).json<Note[]>().map(({ id }) => id);

eachDialect('the order of slides', (open) => {
  test('is changed among those that are named, and pages follow it', () =>
    withSlides(open, async (slides) => {
      for (let made = 0; made < 5; made += 1) await slides.add({ isPublic: '1' });
      expect(await found(slides)).toEqual([5, 4, 3, 2, 1]);
      const before = slides.changes();
      const answer = await slides.call('PUT', '/order', { json: { ids: [2, 5, 4] } });
      expect(outcome(answer)).toEqual([200, { ids: [2, 5, 4] }]);
      expect(slides.changes()).toBe(before + 1);
      expect(await found(slides)).toEqual([2, 5, 3, 4, 1]);
      expect(await found(slides, 'isPublic=1&limit=2')).toEqual([2, 5]);
      expect(await found(slides, 'limit=2&last=5')).toEqual([3, 4]);
      expect((await slides.mnote.publicSlides()).map(({ id }) => id)).toEqual([2, 5, 3, 4, 1]);
      await slides.add();
      expect(await found(slides, 'limit=2')).toEqual([6, 2]);
      await slides.call('DELETE', '/3');
      expect(await found(slides, 'last=3')).not.toContain(5);
    }));

  test('refuses what is no order and slides that are not there, and stays', () =>
    withSlides(open, async (slides) => {
      await slides.add();
      await slides.add();
      for (const ids of [[], [1, 1], ['1'], [0], 'x', [1.5], Array.from({ length: 501 }, (_, at) => at + 1)]) {
        expect(outcome(await slides.call('PUT', '/order', { json: { ids } }))).toEqual([400, { error: 'invalid ids' }]);
      }
      expect(outcome(await slides.call('PUT', '/order', { json: { ids: [1, 2, 9] } }))).toEqual([
        404,
        { error: 'note not found' },
      ]);
      expect(await found(slides)).toEqual([2, 1]);
    }));

  test('of two that order at once is that of one of them', () =>
    withSlides(open, async (slides) => {
      for (let made = 0; made < 4; made += 1) await slides.add();
      const orders = [
        [1, 2, 3, 4],
        [3, 1, 4, 2],
      ];
      await Promise.all(orders.map((ids) => slides.call('PUT', '/order', { json: { ids } })));
      expect(orders).toContainEqual(await found(slides));
    }));
});

eachDialect('pictures of texts', (open) => {
  test('are taken without a slide, listed before those of slides, and never swept away', () =>
    withSlides(open, async (slides) => {
      const { files } = await slides.add({}, [await picture(), 'слайд.png']);
      const sent = await slides.call('POST', '/pictures', { form: formOf({}, [await picture(), 'схема.png']) });
      expect(sent.statusCode).toBe(201);
      const [kept] = sent.json<NoteFile[]>();
      expect((await slides.call('PUT', '/pictures', { json: { fileName: kept?.fileName } })).json()).toEqual(kept);
      const listed = (await slides.call('GET', '/pictures')).json<NoteFile[]>();
      expect(listed.map(({ originalName }) => originalName)).toEqual(['схема.png', 'слайд.png']);
      await writtenAt(join(slides.filesFolder, 'images'), EVENING - 7_200_000);
      expect(await sweepImages(slides.mnote.context)).toBe(0);
      expect(await slides.images()).toEqual(withDoubles(kept?.fileName ?? '', files[0]?.fileName ?? ''));
    }));

  test('of a slide outlive it once a text shows them', () =>
    withSlides(open, async (slides) => {
      const { id, files } = await slides.add({}, [await picture(), 'а.png'], [await picture(41), 'б.png']);
      const [chosen] = files;
      expect((await slides.call('PUT', '/pictures', { json: { fileName: chosen?.fileName } })).statusCode).toBe(200);
      expect((await slides.call('PUT', '/pictures', { json: { fileName: chosen?.fileName } })).statusCode).toBe(200);
      await slides.call('DELETE', `/${id}`);
      expect(await slides.images()).toEqual(withDoubles(chosen?.fileName ?? ''));
      expect((await slides.call('GET', '/pictures')).json()).toEqual([chosen]);
    }));

  test('are pictures, of slides that are there, and an administrator sends them', () =>
    withSlides(open, async ({ call }) => {
      expect(outcome(await call('POST', '/pictures', { form: formOf({}, ['текст', 'а.png']) }))).toEqual([
        400,
        { error: 'bad mime type', file: 'а.png', place: 0, contents: 'text' },
      ]);
      expect((await call('POST', '/pictures', { form: formOf({}) })).statusCode).toBe(400);
      expect((await call('PUT', '/pictures', { json: { fileName: 'a.webp' } })).statusCode).toBe(404);
      for (const method of ['GET', 'POST', 'PUT'] as const) {
        expect((await call(method, '/pictures', { as: null })).statusCode).toBe(401);
      }
    }));
});
