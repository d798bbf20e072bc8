import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Note, NoteHistory } from '../../../contract/slides/slides.ts';
import { aboveSql } from '../../support/databases.ts';
import { formOf, outcome, picture, withDoubles, withSlides } from './slides.ts';

const ADMIN = { uid: 'admin', name: 'admin', email: 'admin@parts.example' };

aboveSql('edits of slides', (open) => {
  test('of two administrators who save at once the second is told of the first, and his pictures go', () =>
    withSlides(open, async ({ call, add, images }) => {
      const { id } = await add();
      const { etag = '' } = (await call('GET', `/${id}`)).headers;
      const headers = { 'if-match': etag };
      const image = await picture();
      const save = (title: string) =>
        call('PATCH', `/${id}`, { form: formOf({ title }, [image, `${title}.png`]), headers });
      const answers = await Promise.all([save('Первый'), save('Второй')]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
        error: 'changed meanwhile',
        who: ADMIN,
        when: expect.stringMatching(/Z$/),
      });
      const stands = (await call('GET', `/${id}`)).json<Note>();
      expect(stands).toEqual(answers.find(({ statusCode }) => statusCode === 200)?.json());
      expect(await images()).toEqual(withDoubles(...stands.files.map(({ fileName }) => fileName)));
      for (const [method, path] of [
        ['PATCH', `/file/${id}`],
        ['DELETE', `/${id}`],
        ['POST', `/${id}/history/1`],
      ] as const) {
        const answer = await call(method, path, { headers, json: method === 'PATCH' ? {} : undefined });
        expect([method, answer.statusCode]).toEqual([method, 409]);
      }
      expect((await call('PATCH', `/${id}`, { json: { title: 'Последний' } })).statusCode).toBe(200);
    }));

  test('without a tag the last one wins, and no part of the others is lost', () =>
    withSlides(open, async ({ call, add }) => {
      const { id } = await add();
      const image = await picture();
      await Promise.all([
        call('PATCH', `/${id}`, { json: { title: 'Название' } }),
        call('PATCH', `/${id}`, { json: { message: 'Текст' } }),
        call('PATCH', `/${id}`, { json: { isPublic: true } }),
        call('PATCH', `/${id}`, { form: formOf({}, [image, 'a.png']) }),
        call('PATCH', `/${id}`, { form: formOf({}, [image, 'b.png']) }),
      ]);
      const note = (await call('GET', `/${id}`)).json<Note>();
      expect(note).toMatchObject({ title: 'Название', message: 'Текст', isPublic: true });
      expect(note.files.map(({ originalName }) => originalName).sort()).toEqual(['a.png', 'b.png']);
      expect((await call('GET', `/${id}/history`)).json()).toHaveLength(6);
    }));

  test('are not sent again to whoever has them', () =>
    withSlides(open, async ({ call, add }) => {
      const { id } = await add({ isPublic: 'true' });
      const { etag = '' } = (await call('GET', `/${id}`, { as: null })).headers;
      const again = () => call('GET', `/${id}`, { as: null, headers: { 'if-none-match': etag } });
      expect([(await again()).statusCode, (await again()).body]).toEqual([304, '']);
      const same = await call('PATCH', `/${id}`, { json: { title: 'Слайд' } });
      expect(same.headers.etag).toBe(etag);
      const saved = await call('PATCH', `/${id}`, { json: { title: 'Новый' } });
      const fresh = await again();
      expect([fresh.statusCode, fresh.headers.etag]).toEqual([200, saved.headers.etag]);
      await call('PATCH', `/${id}`, { json: { isPublic: false } });
      expect((await again()).statusCode).toBe(404);
    }));

  test('are kept whole with who and when, and any of them comes back with its pictures', () =>
    withSlides(open, async ({ call, add }) => {
      const first = await add({ title: 'Первый', message: 'один', isPublic: 'true' }, [await picture(), 'a.png']);
      await call('PATCH', `/file/${first.id}`, { json: { fileName: first.files[0]?.fileName } });
      await call('PATCH', `/${first.id}`, { json: { title: 'Второй', message: 'Ёлка 🎄' } });
      const history = (await call('GET', `/${first.id}/history/`)).json<NoteHistory>();
      const savedAt = expect.stringMatching(/Z$/);
      expect(history).toEqual([
        { version: 3, savedAt, savedBy: ADMIN, title: 'Второй', length: 6 },
        { version: 2, savedAt, savedBy: ADMIN, title: 'Первый', length: 4 },
        { version: 1, savedAt: first.createdAt, savedBy: ADMIN, title: 'Первый', length: 4 },
      ]);
      const version = await call('GET', `/${first.id}/history/1`);
      expect(outcome(version)).toEqual([200, { ...history[2], message: 'один', isPublic: true, files: first.files }]);
      const restored = await call('POST', `/${first.id}/history/1`);
      const { updatedAt } = restored.json<Note>();
      expect(outcome(restored)).toEqual([200, { ...first, updatedAt }]);
      expect((await call('GET', `/${first.id}`)).json()).toEqual(restored.json());
      expect((await call('GET', `/${first.id}/history`)).json()).toHaveLength(4);
      expect((await call('GET', '/search/note?search=первый')).json()).toHaveLength(1);
    }));

  test('a state whose picture is lost comes back without it', () =>
    withSlides(open, async ({ call, add, filesFolder }) => {
      const note = await add({}, [await picture(), 'a.png'], [await picture(), 'b.png']);
      const [lost = { fileName: '' }, kept] = note.files;
      await call('PATCH', `/${note.id}`, { json: { title: 'Новый' } });
      await rm(join(filesFolder, 'images', lost.fileName));
      expect((await call('POST', `/${note.id}/history/1`)).json()).toMatchObject({ files: [kept] });
    }));

  test('a version that is none is not found', () =>
    withSlides(open, async ({ call, add }) => {
      const { id } = await add();
      for (const version of ['0', '2', '-1', 'x', '9999999999', '1.0']) {
        for (const method of ['GET', 'POST'] as const) {
          const answer = await call(method, `/${id}/history/${version}`);
          expect(outcome(answer)).toEqual([404, { error: 'version not found' }]);
        }
      }
    }));
});
