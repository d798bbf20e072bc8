import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Note } from '../../../contract/slides/slides.ts';
import { doubledName } from '../../../server/platform/files/stored-files.ts';
import { withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { withStaff } from '../people/staff.ts';
import { withSlides } from '../slides/slides.ts';

const SECRETS = ['SECRET-AUTHOR', 'SECRET-PLACE', 'GPS'];
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- SECRET-PLACE --></x:xmpmeta>';

/** A photo as a telephone makes it, with its place. */
const photo = () =>
  sharp({ create: { width: 80, height: 60, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Artist: 'SECRET-AUTHOR' }, IFD3: { GPSLatitude: '56/1 50/1 0/1' } })
    .withXmp(XMP)
    .jpeg()
    .toBuffer();

function formOf(field: string, content: Uint8Array, title = ''): FormData {
  const form = new FormData();
  if (title) form.append('title', title);
  form.append(field, new Blob([content as BlobPart], { type: 'image/jpeg' }), 'photo.jpg');
  return form;
}

/** Looks at both sizes as anyone gets them, and at all that the service has kept on the disk. */
async function expectNothingTold(
  name: string,
  get: (name: string) => Promise<{ statusCode: number; rawPayload: Buffer }>,
  filesFolder: string,
): Promise<void> {
  for (const file of [name, doubledName(name)]) {
    const { statusCode, rawPayload } = await get(file);
    expect(statusCode).toBe(200);
    const { exif, xmp, icc } = await sharp(rawPayload).metadata();
    expect({ exif, xmp, icc }).toEqual({});
  }
  const kept = (await readdir(filesFolder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(kept.length).toBeGreaterThanOrEqual(2);
  for (const { parentPath, name: file } of kept) {
    const content = await readFile(join(parentPath, file));
    expect([file, SECRETS.filter((word) => content.includes(word))]).toEqual([file, []]);
  }
}

aboveSql('security 67: pictures that anybody may see tell nothing of place and author', (open) => {
  test('the photo of a profile', () =>
    withStaff(open, async ({ join: joined, call, filesFolder }) => {
      await joined('ivan', 'Иван');
      const sent = await call('PATCH', '/user/photo', { form: formOf('photo', await photo()) });
      const { photo: name } = sent.json<{ photo: string }>();
      const get = (file: string) => call('GET', `/user/photo/${file}`, { as: null });
      await expectNothingTold(name, get, filesFolder);
    }));

  test('the photo of a position', () =>
    withBridge(open, async ({ add, call, filesFolder }) => {
      const [id = 0] = await add({ article: 'A-1' });
      const sent = await call('PATCH', `/card/${id}/photo`, { form: formOf('photo', await photo()) });
      const { photo: name } = sent.json<{ photo: string }>();
      const get = (file: string) => call('GET', `/card/photo/${file}`, { as: null });
      await expectNothingTold(name, get, filesFolder);
    }));

  test('the picture of a slide', () =>
    withSlides(open, async ({ call, filesFolder }) => {
      const sent = await call('POST', '/', { form: formOf('images', await photo(), 'Слайд') });
      const [file] = sent.json<Note>().files;
      const get = (name: string) => call('GET', `/static/images/${name}`, { as: null });
      await expectNothingTold(file?.fileName ?? '', get, filesFolder);
    }));
});
