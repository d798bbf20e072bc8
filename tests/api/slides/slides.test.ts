import { expect, test } from 'vitest';
import { NOTE_MESSAGE_MAX, TITLE_MAX } from '../../../contract/limits.ts';
import type { Note } from '../../../contract/slides/slides.ts';
import { aboveSql } from '../../support/databases.ts';
import { formOf, outcome, picture, withDoubles, withSlides } from './slides.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

aboveSql('slides', (open) => {
  test('are made by an administrator with pictures and read by anyone once they are published', () =>
    withSlides(open, async ({ call, images }) => {
      const form = formOf(
        { title: ' Скидка  на фильтры ', message: '# Скидка\n- раз\n- два', isPublic: 'true' },
        [await picture(900, 600), 'C:\\фото\\моё.фото.png'],
        [await picture(40, 30), '../../x.png'],
      );
      const made = await call('POST', '/', { form });
      const note = made.json<Note>();
      const fileName = expect.stringMatching(/^[0-9a-f]{32}\.webp$/);
      expect([made.statusCode, note]).toEqual([
        201,
        {
          id: 1,
          title: 'Скидка на фильтры',
          message: '# Скидка\n- раз\n- два',
          isPublic: true,
          files: [
            { originalName: 'моё.фото.png', fileName },
            { originalName: 'x.png', fileName },
          ],
          createdAt: expect.stringMatching(ISO),
          updatedAt: note.createdAt,
        },
      ]);
      for (const path of ['/1', '/1/']) expect(outcome(await call('GET', path, { as: null }))).toEqual([200, note]);
      for (const query of ['', '/', '/?isPublic=1', '?search=фильтр&limit=25&last=']) {
        expect((await call('GET', `/search/note${encodeURI(query)}`, { as: null })).json()).toEqual([note]);
      }
      expect(await images()).toEqual(withDoubles(...note.files.map((file) => file.fileName)));
    }));

  test('are made and changed without files in every notation', () =>
    withSlides(open, async ({ call }) => {
      const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
      const made = [
        await call('POST', '/', { json: { title: 'Слайд', message: 'a\r\nb', isPublic: true } }),
        await call('POST', '/', { json: 'title=Слайд&message=a%0D%0Ab&isPublic=on', headers: urlencoded }),
        await call('POST', '/', { form: formOf({ title: 'Слайд', message: 'a\nb', isPublic: '1' }) }),
      ];
      expect(made.map((answer) => answer.json())).toMatchObject([
        { id: 1, message: 'a\r\nb', isPublic: true, files: [] },
        { id: 2, message: 'a\r\nb', isPublic: true, files: [] },
        { id: 3, message: 'a\nb', isPublic: true, files: [] },
      ]);
      const changed = [
        await call('PATCH', '/1', { json: { title: 'Новый' } }),
        await call('PATCH', '/2', { json: 'message=', headers: urlencoded }),
        await call('PATCH', '/3/', { form: formOf({ isPublic: 'false' }) }),
      ];
      expect(changed.map((answer) => answer.json())).toMatchObject([
        { title: 'Новый', message: 'a\r\nb', isPublic: true },
        { title: 'Слайд', message: '', isPublic: true },
        { title: 'Слайд', message: 'a\nb', isPublic: false },
      ]);
    }));

  test('are published as the box of the form says, and unpublished by a whole form without it', () =>
    withSlides(open, async ({ call, add }) => {
      expect((await add()).isPublic).toBe(false);
      for (const [isPublic, expected] of [
        ['true', true],
        ['1', true],
        ['on', true],
        ['', false],
        ['false', false],
        ['0', false],
      ] as const) {
        expect([isPublic, (await add({ isPublic })).isPublic]).toEqual([isPublic, expected]);
      }
      const { id } = await add({ isPublic: 'true', message: 'a' });
      const patch = async (json: object) => (await call('PATCH', `/${id}`, { json })).json<Note>().isPublic;
      expect(await patch({ title: 'Только название' })).toBe(true);
      expect(await patch({ message: 'только текст' })).toBe(true);
      expect(await patch({ title: 'Всё', message: 'без галочки' })).toBe(false);
      expect(await patch({ title: 'Всё', message: 'с галочкой', isPublic: 'true' })).toBe(true);
      expect(await patch({ isPublic: false })).toBe(false);
      expect(await patch({ isPublic: true })).toBe(true);
    }));

  test('are refused in clear words, and nothing is made', () =>
    withSlides(open, async ({ call, add, images }) => {
      const { id } = await add();
      const cases: [object, number, string][] = [
        [{ title: '' }, 400, 'invalid title'],
        [{ title: ' \t\u200b' }, 400, 'invalid title'],
        [{ title: 'я'.repeat(TITLE_MAX + 1) }, 400, 'invalid title'],
        [{ title: ['a', 'b'] }, 400, 'invalid title'],
        [{ title: 'Слайд', message: ['a'] }, 400, 'invalid message'],
        [{ title: 'Слайд', message: 'до\0после' }, 400, 'invalid message'],
        [{ title: 'Слайд', message: 'я'.repeat(NOTE_MESSAGE_MAX / 2 + 1) }, 413, 'request entity too large'],
        [{ title: 'Слайд', isPublic: 'может быть' }, 400, 'invalid isPublic'],
        [{ title: 'Слайд', isPublic: { a: 1 } }, 400, 'invalid isPublic'],
      ];
      for (const [json, status, error] of cases) {
        expect(outcome(await call('POST', '/', { json }))).toEqual([status, { error }]);
        expect(outcome(await call('PATCH', `/${id}`, { json }))).toEqual([status, { error }]);
      }
      expect(outcome(await call('POST', '/', { json: {} }))).toEqual([400, { error: 'invalid title' }]);
      const form = formOf({ message: 'без названия' }, [await picture(), 'a.png']);
      expect(outcome(await call('POST', '/', { form }))).toEqual([400, { error: 'invalid title' }]);
      expect(await images()).toEqual([]);
      expect((await call('GET', '/search/note')).json()).toHaveLength(1);
      const largest = 'я'.repeat(NOTE_MESSAGE_MAX / 2);
      expect((await call('PATCH', `/${id}`, { json: { message: largest } })).json()).toMatchObject({
        message: largest,
      });
    }));

  test('are found by no other id than their own', () =>
    withSlides(open, async ({ call, add }) => {
      await add();
      const calls = [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['GET', '/history'],
        ['GET', '/history/1'],
        ['POST', '/history/1'],
      ] as const;
      for (const [method, rest] of calls) {
        for (const id of ['x', '0', '-1', '1.0', '1e0', '1a', '9'.repeat(16), '%20', '507f1f77bcf86cd799439011']) {
          const answer = await call(method, `/${id}${rest}`, method === 'PATCH' ? { json: { title: 'a' } } : {});
          expect([method, id, ...outcome(answer)]).toEqual([method, id, 400, { error: 'invalid doc id' }]);
        }
        const absent = await call(
          method,
          `/999999999999999${rest}`,
          method === 'PATCH' ? { json: { title: 'a' } } : {},
        );
        const error = rest === '/history/1' ? 'version not found' : 'note not found';
        expect([method, rest, ...outcome(absent)]).toEqual([method, rest, 404, { error }]);
      }
    }));

  test('are deleted with all they had', () =>
    withSlides(open, async ({ call, add, images, mnote }) => {
      const note = await add({ isPublic: 'true' }, [await picture(), 'a.png'], [await picture(), 'b.png']);
      const other = await add({}, [await picture(), 'c.png']);
      await call('PATCH', `/file/${note.id}`, { json: { fileName: note.files[0]?.fileName } });
      const gone = await call('DELETE', `/${note.id}`);
      expect(outcome(gone)).toMatchObject([200, { id: note.id, title: 'Слайд' }]);
      expect((await call('GET', `/${note.id}`)).statusCode).toBe(404);
      expect((await call('DELETE', `/${note.id}`)).statusCode).toBe(404);
      expect(await images()).toEqual(withDoubles(other.files[0]?.fileName ?? ''));
      const { read } = mnote.context.database;
      for (const table of ['note_versions', 'note_words'] as const) {
        const rows = await read.selectFrom(table).select('note_id').execute();
        expect(new Set(rows.map(({ note_id }) => note_id))).toEqual(new Set([other.id]));
      }
      expect((await add()).id).toBe(3);
    }));

  test('tell of what visitors see changed, and of nothing else', () =>
    withSlides(open, async ({ call, add, changes, mnote }) => {
      const draft = await add();
      await call('PATCH', `/${draft.id}`, { json: { title: 'Черновик' } });
      expect([changes(), await mnote.publicSlides()]).toEqual([0, []]);
      await call('PATCH', `/${draft.id}`, { json: { isPublic: true } });
      await call('PATCH', `/${draft.id}`, { json: { isPublic: true } });
      expect(changes()).toBe(1);
      expect(await mnote.publicSlides()).toMatchObject([{ id: draft.id, title: 'Черновик' }]);
      await call('PATCH', `/${draft.id}`, { json: { title: 'Слайд' } });
      await call('PATCH', `/${draft.id}`, { json: { isPublic: false } });
      expect(changes()).toBe(3);
      await call('DELETE', `/${draft.id}`);
      expect(changes()).toBe(3);
      const slide = await add({ isPublic: 'on' }, [await picture(), 'a.png']);
      await call('PATCH', `/file/${slide.id}`, { json: { fileName: slide.files[0]?.fileName } });
      await call('POST', `/${slide.id}/history/1`);
      await call('DELETE', `/${slide.id}`);
      expect(changes()).toBe(7);
    }));

  test('security 18: fields that nobody asked for are never stored', () =>
    withSlides(open, async ({ call, mnote }) => {
      const body = `{"title":"Слайд","id":7,"version":9,"createdAt":"2001-01-01","author":"x","editor_uid":"x",
        "files":[{"fileName":"../../etc/passwd","originalName":"x"}],"__proto__":{"isPublic":true},
        "constructor":{"isPublic":true}}`;
      const headers = { 'content-type': 'application/json' };
      const made = await call('POST', '/', { json: body, headers });
      expect(outcome(made)).toMatchObject([201, { id: 1, isPublic: false, files: [] }]);
      expect(Object.keys(made.json()).sort()).toEqual(
        ['createdAt', 'files', 'id', 'isPublic', 'message', 'title', 'updatedAt'].sort(),
      );
      await call('PATCH', '/1', { json: body, headers });
      const rows = await mnote.context.database.read.selectFrom('note_versions').selectAll().execute();
      expect(rows).toMatchObject([{ note_id: 1, version: 1, files: '[]', editor_uid: 'admin' }]);
    }));

  test('security 37: hostile words stay text, as data', () =>
    withSlides(open, async ({ call }) => {
      const title = `</script><img src=x onerror=alert(1)> ' OR 1=1 -- "`;
      const message = `<svg onload=alert(1)> [x](javascript:alert(1)) ]]>`;
      const made = await call('POST', '/', { json: { title, message } });
      expect(made.json()).toMatchObject({ title, message });
      expect((await call('GET', '/search/note?search=onerror')).json()).toMatchObject([{ title, message }]);
      expect(made.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
    }));
});
