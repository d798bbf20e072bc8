import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sweepPhotos } from '../../../server/people/profiles/photos.ts';
import { aboveSql } from '../../support/databases.ts';
import { loseAnswers } from '../../support/lost-answer.ts';
import { EVENING } from '../../support/moment.ts';
import { writtenAt } from '../../support/written-at.ts';
import { type Staff, withStaff } from './staff.ts';

type Part = [field: string, content: Uint8Array | string, name: string, type: string];

function formOf(...parts: Part[]): FormData {
  const form = new FormData();
  for (const [field, content, name, type] of parts) {
    form.append(field, new Blob([content as BlobPart], { type }), name);
  }
  return form;
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

const put = ({ call }: Staff, content: Uint8Array | string, name = 'я.gif', type = 'image/png') =>
  call('PATCH', '/user/photo', { form: formOf(['photo', content, name, type]) });

const withDouble = (photo: string) => [photo, photo.replace('.', '@2x.')].sort();

aboveSql('the photo of a profile', (open) => {
  test('is cropped to a square, served to anyone, and its predecessor is removed', () =>
    withStaff(open, async (staff) => {
      const { call, files } = staff;
      await staff.join('ivan', 'Иван');
      const sent = await put(staff, await picture(640, 480));
      expect(sent.statusCode).toBe(200);
      const { photo } = sent.json<{ photo: string }>();
      expect(sent.json()).toEqual((await call('GET', '/user')).json());
      expect(photo).toMatch(/^[0-9a-f]{32}\.webp$/);
      expect(await files('photos')).toEqual(withDouble(photo));
      expect(await files('incoming')).toEqual([]);
      for (const [name, side] of [
        [photo, 160],
        [photo.replace('.', '@2x.'), 320],
      ] as const) {
        const served = await call('GET', `/user/photo/${name}`, { as: null });
        expect(served.headers).toMatchObject({
          'content-type': 'image/webp',
          'x-content-type-options': 'nosniff',
          'cache-control': 'public, max-age=31536000, immutable',
        });
        const { width, height, format } = await sharp(served.rawPayload).metadata();
        expect({ width, height, format }).toEqual({ width: side, height: side, format: 'webp' });
      }
      const next = (await put(staff, await picture(20, 90))).json<{ photo: string }>().photo;
      expect(await files('photos')).toEqual(withDouble(next));
      expect((await call('GET', `/user/photo/${photo}`)).statusCode).toBe(404);
    }));

  test('is refused in the words of the API, and the old one stays', () =>
    withStaff(open, async (staff) => {
      await staff.join('ivan', 'Иван');
      const png = await picture(64, 64);
      const { photo } = (await put(staff, png)).json<{ photo: string }>();
      const good: Part = ['photo', png, 'a.png', 'image/png'];
      const cases: [FormData | null, string][] = [
        [null, 'file not uploaded'],
        [formOf(good, ['other', png, 'b.png', 'image/png']), 'more than one file received'],
        [formOf(['file', png, 'a.png', 'image/png']), 'field name "photo" is empty'],
        [formOf(good, good), 'more than 1 file received by field "photo"'],
        [formOf(['photo', png, 'a.png', 'text/plain']), 'file must be image'],
        [formOf(['photo', png.subarray(0, 60), 'a.png', 'image/png']), 'error resizing photo: unreadable picture'],
      ];
      for (const [form, error] of cases) {
        const answer = await staff.call('PATCH', '/user/photo', form ? { form } : { json: {} });
        expect([answer.statusCode, answer.json()]).toEqual([400, { error }]);
      }
      expect(await staff.files('photos')).toEqual(withDouble(photo));
      expect(await staff.files('incoming')).toEqual([]);
      expect((await staff.call('GET', '/user')).json()).toMatchObject({ photo });
    }));

  test('security 24: hostile names and contents are refused or stored under a generated name', () =>
    withStaff(open, async (staff) => {
      await staff.join('ivan', 'Иван');
      for (const content of [
        '<!doctype html><script>alert(1)</script>',
        '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        '<?php phpinfo(); ?>',
      ]) {
        const answer = await put(staff, content, 'x.jpg', 'image/jpeg');
        expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'file must be image' }]);
      }
      const polyglot = Buffer.concat([await picture(64, 64), Buffer.from('<html><script>alert(1)</script>')]);
      for (const name of ['..\\..\\x', '../../x.html', 'CON.png', 'a.php.jpg', 'я'.repeat(300)]) {
        const { photo } = (await put(staff, polyglot, name)).json<{ photo: string }>();
        expect(photo).toMatch(/^[0-9a-f]{32}\.webp$/);
        const served = await staff.call('GET', `/user/photo/${photo}`, { as: null });
        expect(served.rawPayload.includes('<script>')).toBe(false);
      }
      expect(await staff.files('photos')).toHaveLength(2);
    }));

  test('security 25: a picture too large is refused before it is decoded, a strip is cropped or refused', () =>
    withStaff(open, async (staff) => {
      await staff.join('ivan', 'Иван');
      const wide = await sharp({ create: { width: 12_000, height: 5_000, channels: 3, background: 'red' } })
        .png({ compressionLevel: 9 })
        .toBuffer();
      const refused = await put(staff, wide);
      expect([refused.statusCode, refused.json()]).toEqual([400, { error: 'error resizing photo: too many pixels' }]);
      for (const [width, height] of [
        [1, 60_000],
        [60_000, 1],
      ] as const) {
        expect([200, 400]).toContain((await put(staff, await picture(width, height))).statusCode);
      }
      const exif = await sharp({ create: { width: 64, height: 32, channels: 3, background: 'red' } })
        .withExif({ IFD0: { Artist: 'SECRET-NAME' } })
        .jpeg()
        .toBuffer();
      const { photo } = (await put(staff, exif)).json<{ photo: string }>();
      const served = await staff.call('GET', `/user/photo/${photo}`, { as: null });
      expect(served.rawPayload.includes('SECRET-NAME')).toBe(false);
    }));

  test('security 17: a photo that is missing or named otherwise is 404, whoever asks', () =>
    withStaff(open, async ({ call }) => {
      const names = ['0'.repeat(32), 'x.webp', '..%2f..%2finformator.db', `${'0'.repeat(32)}.php`];
      for (const name of names) {
        for (const as of [null, 'ivan', 'admin']) {
          const answer = await call('GET', `/user/photo/${name}`, { as });
          expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'not found' }]);
        }
      }
    }));

  test('security 45: one that stands, though the line broke before that was told, is there', () =>
    withStaff(open, async (staff) => {
      const { database } = staff.informator.context;
      if (database.dialect === 'sqlite') return;
      await staff.join('ivan', 'Иван');
      const mend = loseAnswers(database);
      expect((await put(staff, await picture(64, 64))).statusCode).toBe(503);
      mend();
      const { photo } = (await staff.call('GET', '/user')).json<{ photo: string }>();
      expect((await staff.call('GET', `/user/photo/${photo}`)).statusCode).toBe(200);
      expect(await staff.files('photos')).toEqual(withDouble(photo));
    }));

  test('security 29: the sweep removes files that no profile shows, once they are old', () =>
    withStaff(open, async (staff) => {
      const { context } = staff.informator;
      await staff.join('ivan', 'Иван');
      const { photo } = (await put(staff, await picture(64, 64))).json<{ photo: string }>();
      const orphan = await context.photos.put('webp', Buffer.from('x'), Buffer.from('y'));
      await writtenAt(join(staff.filesFolder, 'photos'), EVENING);
      expect(await sweepPhotos(context)).toBe(0);
      await writtenAt(join(staff.filesFolder, 'photos'), EVENING - 7_200_000);
      expect(await sweepPhotos(context)).toBe(2);
      expect(await context.photos.open(orphan)).toBeNull();
      expect(await staff.files('photos')).toEqual(withDouble(photo));
    }));
});
