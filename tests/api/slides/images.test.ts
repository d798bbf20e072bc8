import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { NOTE_IMAGE_WIDTH, NOTE_IMAGES_MAX } from '../../../contract/limits.ts';
import type { Note } from '../../../contract/slides/slides.ts';
import { contentsOf, type FileContents } from '../../../rules/format/file-contents.ts';
import { sweepImages } from '../../../server/slides/save-form.ts';
import { aboveSql } from '../../support/databases.ts';
import { HEIC } from '../../support/heic-photo.ts';
import { loseAnswers } from '../../support/lost-answer.ts';
import { EVENING } from '../../support/moment.ts';
import { writtenAt } from '../../support/written-at.ts';
import { formOf, outcome, picture, type SentFile, type Slides, withDoubles, withSlides } from './slides.ts';

/** The answer about a file that is not taken, which names it. */
const refused = (file: string, contents: FileContents, place = 0) => [
  400,
  { error: 'bad mime type', file, place, contents },
];
const namesOf = ({ files }: Note): string[] => files.map(({ fileName }) => fileName);

/** Makes all pictures look two hours old, as the sweep sees them. */
const age = ({ filesFolder }: Slides): Promise<void> => writtenAt(join(filesFolder, 'images'), EVENING - 7_200_000);

aboveSql('pictures of slides', (open) => {
  test('are stored as WebP of two widths, whatever they were, and served to anyone for ever', () =>
    withSlides(open, async ({ call, add, filesFolder }) => {
      const jpeg = await sharp(await picture(1_400, 700))
        .jpeg()
        .toBuffer();
      // The type that the browser names says nothing: the content does.
      const { files } = await add(
        {},
        [jpeg, 'фото.bin', 'application/octet-stream'],
        [HEIC, 'IMG_0001.HEIC', 'application/octet-stream'],
      );
      const [name = '', ofPhone = ''] = files.map(({ fileName }) => fileName);
      expect((await call('GET', `/static/images/${ofPhone}`, { as: null })).statusCode).toBe(200);
      for (const [file, width] of [
        [name, NOTE_IMAGE_WIDTH],
        [name.replace('.', '@2x.'), 2 * NOTE_IMAGE_WIDTH],
      ] as const) {
        const served = await call('GET', `/static/images/${file}`, { as: null });
        expect(served.headers).toMatchObject({
          'content-type': 'image/webp',
          'x-content-type-options': 'nosniff',
          'cache-control': 'public, max-age=31536000, immutable',
        });
        const facts = await sharp(served.rawPayload).metadata();
        expect([facts.width, facts.height, facts.format]).toEqual([width, width / 2, 'webp']);
      }
      expect(await readdir(join(filesFolder, 'incoming')).catch(() => [])).toEqual([]);
    }));

  test('are added by a change and taken off one by one, each slide its own', () =>
    withSlides(open, async ({ call, add }) => {
      const other = await add({}, [await picture(), 'чужая.png']);
      const note = await add({}, [await picture(), 'a.png']);
      const form = formOf({}, [await picture(), 'b.png'], [await picture(), 'c.png']);
      const changed = (await call('PATCH', `/${note.id}`, { form })).json<Note>();
      expect(changed.files.map(({ originalName }) => originalName)).toEqual(['a.png', 'b.png', 'c.png']);
      const [, second = ''] = namesOf(changed);
      const off = await call('PATCH', `/file/${note.id}/`, { form: formOf({ fileName: second }) });
      expect(off.statusCode).toBe(200);
      expect(namesOf(off.json())).toEqual(namesOf(changed).filter((name) => name !== second));
      for (const fileName of [second, ...namesOf(other), '', '../x', undefined, ['a'], { a: 1 }, 7]) {
        const answer = await call('PATCH', `/file/${note.id}`, { json: { fileName } });
        expect(outcome(answer)).toEqual([404, { error: 'file not found' }]);
      }
      expect((await call('GET', `/${other.id}`)).json()).toMatchObject({ files: other.files });
      expect(outcome(await call('PATCH', '/file/x', { json: {} }))).toEqual([400, { error: 'invalid doc id' }]);
      expect(outcome(await call('PATCH', '/file/99', { json: {} }))).toEqual([404, { error: 'note not found' }]);
    }));

  test('security 45: those of a slide that stands, though the line broke before that was told, are there', () =>
    withSlides(open, async ({ mnote, call, add, images }) => {
      const { database } = mnote.context;
      if (database.dialect === 'sqlite') return;
      const { id } = await add();
      const mend = loseAnswers(database);
      const made = await call('POST', '/', { form: formOf({ title: 'Новый' }, [await picture(), 'a.png']) });
      const changed = await call('PATCH', `/${id}`, { form: formOf({}, [await picture(), 'b.png']) });
      expect([made.statusCode, changed.statusCode]).toEqual([503, 503]);
      mend();
      const notes = await Promise.all([id, id + 1].map(async (one) => (await call('GET', `/${one}`)).json<Note>()));
      expect(notes.map(({ title, files }) => [title, files.length])).toEqual([
        ['Слайд', 1],
        ['Новый', 1],
      ]);
      expect(await images()).toEqual(withDoubles(...notes.flatMap(namesOf)));
    }));

  test('stay when they are taken off, because the history shows them, and go with the slide', () =>
    withSlides(open, async (slides) => {
      const note = await slides.add({}, [await picture(), 'a.png']);
      const [name = ''] = namesOf(note);
      await slides.call('PATCH', `/file/${note.id}`, { json: { fileName: name } });
      await age(slides);
      expect(await sweepImages(slides.mnote.context)).toBe(0);
      expect((await slides.call('GET', `/static/images/${name}`)).statusCode).toBe(200);
      await slides.call('DELETE', `/${note.id}`);
      expect(await slides.images()).toEqual([]);
    }));

  test('an unreadable one refuses the whole form and leaves nothing behind', () =>
    withSlides(open, async ({ call, add, images, filesFolder }) => {
      const note = await add({ message: 'было' }, [await picture(), 'a.png']);
      const good: SentFile = [await picture(), 'b.png'];
      const cut: SentFile = [(await picture(300, 300)).subarray(0, 70), 'c.png'];
      const bad: [SentFile, FileContents][] = [
        [cut, 'png'],
        [['', 'пусто.png'], 'empty'],
        [['просто текст', 'd.png'], 'text'],
        [['%PDF-1.7', 'e.pdf'], 'pdf'],
      ];
      for (const [file, contents] of bad) {
        const answer = refused(String(file[1]), contents, 1);
        const form = () => formOf({ title: 'Новый', message: 'стало' }, good, file);
        expect(outcome(await call('PATCH', `/${note.id}`, { form: form() }))).toEqual(answer);
        expect(outcome(await call('POST', '/', { form: form() }))).toEqual(answer);
      }
      expect((await call('GET', `/${note.id}`)).json()).toEqual(note);
      expect(await images()).toEqual(withDoubles(...namesOf(note)));
      expect(await readdir(join(filesFolder, 'incoming'))).toEqual([]);
    }));

  test('a form in which no file was chosen has none', () =>
    withSlides(open, async ({ add }) => {
      expect((await add({}, ['', '', 'application/octet-stream'])).files).toEqual([]);
    }));

  test('are as many as the limit says, in one form and in all', () =>
    withSlides(open, async ({ call, add, images }) => {
      const small = await picture(4, 4);
      const many = (count: number) => Array.from({ length: count }, (): SentFile => [small, 'a.png']);
      const tooLarge = [413, { error: 'request entity too large' }];
      const post = (count: number) => call('POST', '/', { form: formOf({ title: 'Слайд' }, ...many(count)) });
      expect(outcome(await post(NOTE_IMAGES_MAX + 1))).toEqual(tooLarge);
      expect(await images()).toEqual([]);
      const note = await add({}, ...many(NOTE_IMAGES_MAX - 1));
      const patch = (count: number) => call('PATCH', `/${note.id}`, { form: formOf({}, ...many(count)) });
      expect(outcome(await patch(2))).toEqual(tooLarge);
      const answers = await Promise.all([patch(1), patch(1)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 413]);
      expect(await images()).toHaveLength(2 * NOTE_IMAGES_MAX);
    }));

  test('files of other fields are not looked at', () =>
    withSlides(open, async ({ call, images }) => {
      const form = formOf({ title: 'Слайд' });
      form.append('scans', new Blob(['MZ'], { type: 'application/x-msdownload' }), 'a.exe');
      expect(outcome(await call('POST', '/', { form }))).toMatchObject([201, { files: [] }]);
      expect(await images()).toEqual([]);
    }));

  test('security 24: hostile names and contents are refused or stored under a generated name', () =>
    withSlides(open, async ({ call, add, images }) => {
      for (const content of [
        '<!doctype html><script>alert(1)</script>',
        '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        '<?php phpinfo(); ?>',
      ]) {
        const form = formOf({ title: 'Слайд' }, [content, 'x.jpg', 'image/jpeg']);
        expect(outcome(await call('POST', '/', { form }))).toEqual(refused('x.jpg', contentsOf(Buffer.from(content))));
      }
      const polyglot = Buffer.concat([await picture(), Buffer.from('<html><script>alert(1)</script>')]);
      const names = ['..\\..\\x', '../../x.html', 'CON.png', 'a.php.jpg', 'a\u0000b.png', `${'я'.repeat(300)}.png`];
      const { files } = await add({}, ...names.map((name): SentFile => [polyglot, name, 'text/html']));
      expect(files).toHaveLength(names.length);
      for (const { fileName, originalName } of files) {
        expect(fileName).toMatch(/^[0-9a-f]{32}\.webp$/);
        expect(originalName).not.toMatch(/[\\/\p{Cc}]/u);
        expect(originalName.length).toBeLessThanOrEqual(255);
        const served = await call('GET', `/static/images/${fileName}`, { as: null });
        expect(served.rawPayload.includes('<script>')).toBe(false);
      }
      expect(await images()).toEqual(withDoubles(...files.map(({ fileName }) => fileName)));
    }));

  test('security 25: a picture too large is refused before it is decoded, and nothing hidden in one is kept', () =>
    withSlides(open, async ({ call, add, images }) => {
      const create = { width: 12_000, height: 5_000, channels: 3, background: 'red' } as const;
      const wide = await sharp({ create }).png({ compressionLevel: 9 }).toBuffer();
      const form = formOf({ title: 'Слайд' }, [wide, 'a.png']);
      expect(outcome(await call('POST', '/', { form }))).toEqual(refused('a.png', 'huge'));
      expect(await images()).toEqual([]);
      const exif = await sharp(await picture())
        .withExif({ IFD0: { Artist: 'SECRET-NAME' } })
        .jpeg()
        .toBuffer();
      const { files } = await add({}, [exif, 'a.jpg', 'image/jpeg']);
      const served = await call('GET', `/static/images/${files[0]?.fileName}`);
      expect(served.rawPayload.includes('SECRET-NAME')).toBe(false);
    }));

  test('security 40: an address that climbs or hides is never a file', () =>
    withSlides(open, async ({ call, add }) => {
      const [name = ''] = namesOf(await add({}, [await picture(), 'a.png']));
      for (const path of [
        '%2e%2e/mnote.db',
        '..%2f..%2fmnote.db',
        '..%5c..%5cmnote.db',
        `${name}%00`,
        `${name}%20`,
        `${name}.`,
        `./${name}/..`,
        '0'.repeat(32),
        `${'0'.repeat(32)}.php`,
        '',
      ]) {
        const answer = await call('GET', `/static/images/${path}`, { as: null });
        expect([path, [400, 404].includes(answer.statusCode)]).toEqual([path, true]);
      }
    }));

  test('security 29: the sweep removes old files that no state of a slide shows, and no other', () =>
    withSlides(open, async (slides) => {
      const { context } = slides.mnote;
      const note = await slides.add({}, [await picture(), 'a.png'], [await picture(), 'b.png']);
      await slides.call('PATCH', `/file/${note.id}`, { json: { fileName: namesOf(note)[0] } });
      const orphan = await context.images.put('webp', Buffer.from('x'), Buffer.from('y'));
      expect(await sweepImages(context)).toBe(0);
      await age(slides);
      expect(await sweepImages(context)).toBe(2);
      expect(await context.images.open(orphan)).toBeNull();
      expect(await slides.images()).toEqual(withDoubles(...namesOf(note)));
    }));
});
