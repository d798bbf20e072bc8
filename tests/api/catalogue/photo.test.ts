import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { HEIC } from '../../support/heic-photo.ts';
import { loseAnswers } from '../../support/lost-answer.ts';

const picture = (color: string) =>
  sharp({ create: { width: 200, height: 100, channels: 3, background: color } })
    .png()
    .toBuffer();

type Part = [field: string, content: Uint8Array | string, name: string, type: string];

function formOf(...parts: Part[]): FormData {
  const form = new FormData();
  for (const [field, content, name, type] of parts) {
    form.append(field, new Blob([content as BlobPart], { type }), name);
  }
  return form;
}

const filesOf = async ({ filesFolder }: TestBridge, folder: string) =>
  (await readdir(join(filesFolder, folder)).catch(() => [])).sort();

aboveSql('the photo of a card', (open) => {
  test('is re-encoded, served for ever under its name, and its predecessor is removed', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1', price: 5000 });
      const replace = async (color: string) =>
        shop.call('PATCH', `/card/${id}/photo/`, {
          form: formOf(['photo', await picture(color), 'моё.фото.gif', 'image/png']),
        });
      const first = await replace('red');
      expect(first.statusCode).toBe(200);
      const { photo } = first.json<{ photo: string }>();
      expect((await shop.call('GET', `/card/${id}`)).json()).toMatchObject(first.json());
      expect(photo).toMatch(/^[0-9a-f]{32}\.webp$/);
      expect(await filesOf(shop, 'photos')).toEqual([photo, photo.replace('.', '@2x.')].sort());
      expect(await filesOf(shop, 'incoming')).toEqual([]);

      for (const [name, width] of [
        [photo, 500],
        [photo.replace('.', '@2x.'), 1000],
      ] as const) {
        const served = await shop.call('GET', `/card/photo/${name}`, { as: null });
        expect(served.headers).toMatchObject({
          'content-type': 'image/webp',
          'x-content-type-options': 'nosniff',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-length': String(served.rawPayload.length),
        });
        expect((await sharp(served.rawPayload).metadata()).width).toBe(width);
        const again = await shop.call('GET', `/card/photo/${name}`, {
          headers: { 'if-none-match': String(served.headers.etag) },
        });
        expect([again.statusCode, again.body]).toEqual([304, '']);
      }

      // A computer that does not know HEIC names no type of such a photo.
      const form = formOf(['photo', HEIC, 'IMG_0001.HEIC', 'application/octet-stream']);
      expect((await shop.call('PATCH', `/card/${id}/photo/`, { form })).statusCode).toBe(200);

      const second = (await replace('blue')).json<{ photo: string }>().photo;
      expect(await filesOf(shop, 'photos')).toEqual([second, second.replace('.', '@2x.')].sort());
      const old = await shop.call('GET', `/card/photo/${photo}`, { as: null });
      expect([old.statusCode, old.json()]).toEqual([404, { error: 'not found' }]);
    }));

  test('is refused in the words of the API, and the photo before stays', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1' });
      const png = await picture('red');
      const good: Part = ['photo', png, 'a.png', 'image/png'];
      const { photo } = (await shop.call('PATCH', `/card/${id}/photo`, { form: formOf(good) })).json<{
        photo: string;
      }>();
      const large = new Uint8Array(20 * 1024 * 1024 + 1);
      const cases: [string, FormData | null, number, string][] = [
        ['no form', null, 400, 'file not uploaded'],
        ['two fields', formOf(good, ['other', png, 'b.png', 'image/png']), 400, 'more than one file received'],
        ['another field', formOf(['file', png, 'a.png', 'image/png']), 400, 'field name "photo" is empty'],
        ['two files', formOf(good, good), 400, 'more than 1 file received by field "photo"'],
        ['a declared text', formOf(['photo', png, 'a.png', 'text/plain']), 400, 'file must be image'],
        ['an empty file', formOf(['photo', '', 'a.png', 'image/png']), 400, 'файл Excel не получен'],
        [
          'half a picture',
          formOf(['photo', png.subarray(0, 100), 'a.png', 'image/png']),
          400,
          'error resizing photo: unreadable picture',
        ],
        ['too large a file', formOf(['photo', large, 'a.png', 'image/png']), 413, 'request entity too large'],
      ];
      for (const [name, form, status, error] of cases) {
        const answer = await shop.call('PATCH', `/card/${id}/photo`, form ? { form } : { json: {} });
        expect([name, answer.statusCode, answer.json()]).toEqual([name, status, { error }]);
      }
      expect(await filesOf(shop, 'photos')).toEqual([photo, photo.replace('.', '@2x.')].sort());
      expect(await filesOf(shop, 'incoming')).toEqual([]);
      expect((await shop.call('GET', `/card/${id}`)).json()).toMatchObject({ photo });
    }));

  test('security 24: hostile names and contents are refused or stored under a generated name', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1' });
      const put = (content: Uint8Array | string, name: string, type = 'image/jpeg') =>
        shop.call('PATCH', `/card/${id}/photo`, { form: formOf(['photo', content, name, type]) });
      for (const content of [
        '<!doctype html><script>alert(1)</script>',
        '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        '<?php phpinfo(); ?>',
        'MZ\u0000',
      ]) {
        const answer = await put(content, 'x.jpg', 'image/svg+xml');
        expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'file must be image' }]);
      }
      const png = await picture('red');
      for (const name of ['..\\..\\x', '../../x.html', 'CON.png', 'a.php.jpg', 'я'.repeat(300), 'x\u0000.html']) {
        const answer = await put(png, name);
        expect([name, answer.statusCode]).toEqual([name, 200]);
        expect(answer.json<{ photo: string }>().photo).toMatch(/^[0-9a-f]{32}\.webp$/);
      }
      expect(await filesOf(shop, 'photos')).toHaveLength(2);
    }));

  test('security 45: one that stands, though the line broke before that was told, is there', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      const { database } = shop.bridge.context;
      if (database.dialect === 'sqlite') return;
      const [id = 0] = await shop.add({ article: 'A-1' });
      const form = formOf(['photo', await picture('red'), 'a.png', 'image/png']);
      const mend = loseAnswers(database);
      expect((await shop.call('PATCH', `/card/${id}/photo`, { form })).statusCode).toBe(503);
      mend();
      const { photo } = (await shop.call('GET', `/card/${id}`)).json<{ photo: string }>();
      expect((await shop.call('GET', `/card/photo/${photo}`, { as: null })).statusCode).toBe(200);
      expect(await filesOf(shop, 'photos')).toEqual([photo, photo.replace('.', '@2x.')].sort());
    }),
  );

  test('belongs to a card that exists, and is replaced by administrators only', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1' });
      const form = () => picture('red').then((png) => formOf(['photo', png, 'a.png', 'image/png']));
      for (const path of ['/card/77/photo', '/card/abc/photo', '/card/0/photo']) {
        const answer = await shop.call('PATCH', path, { form: await form() });
        expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'card not found' }]);
      }
      const status = async (as: string | null) =>
        (await shop.call('PATCH', `/card/${id}/photo`, { as, form: await form() })).statusCode;
      expect([await status(null), await status('user-token')]).toEqual([401, 403]);
      expect(await filesOf(shop, 'photos')).toEqual([]);
    }));

  test('replaced many times at once leaves exactly one', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1' });
      const answers = await Promise.all(
        ['red', 'green', 'blue', 'white'].map(async (color) =>
          shop.call('PATCH', `/card/${id}/photo`, {
            form: formOf(['photo', await picture(color), 'a.png', 'image/png']),
          }),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      const { photo } = (await shop.call('GET', `/card/${id}`)).json<{ photo: string }>();
      expect(await filesOf(shop, 'photos')).toEqual([photo, photo.replace('.', '@2x.')].sort());
    }));

  test('security 40: no address leads out of the folder of photos', () =>
    withBridge(open, async (shop) => {
      for (const name of [
        '%2e%2e%2fsecret',
        '..%5csecret',
        '%00',
        'a.webp.',
        'a.webp%20',

        '....//x',
      ]) {
        const answer = await shop.call('GET', `/card/photo/${name}`, { as: null });
        expect([name, answer.statusCode]).toEqual([name, 404]);
      }
    }));
});
