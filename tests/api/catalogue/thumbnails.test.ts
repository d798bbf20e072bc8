import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { THUMBNAIL_BYTES_MAX, THUMBNAIL_WIDTHS } from '../../../contract/limits.ts';
import { thumbnailName } from '../../../rules/catalogue/pictures.ts';
import { contentOf, folderStores } from '../../../server/platform/files/file-store.ts';
import { withThumbnails } from '../../../server/platform/files/picture.ts';
import { openFiles } from '../../../server/platform/files/stored-files.ts';
import { withBridge } from '../../support/bridge.ts';
import { onSqlite } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';

const PHOTO = `${'ab'.repeat(16)}.webp`;

/** A photo as one of an earlier version lies on the disk: without small ones beside it. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .webp()
    .toBuffer();

onSqlite('small pictures of photos', (open) => {
  test('a photo that was stored before has its small ones when they are asked for', () =>
    withBridge(open, async (shop) => {
      const folder = join(shop.filesFolder, 'photos');
      await writeFile(join(folder, PHOTO), await noise(500, 900));
      for (const width of THUMBNAIL_WIDTHS) {
        const path = `/card/photo/${thumbnailName(PHOTO, width)}`;
        const [first, beside] = await Promise.all([shop.call('GET', path), shop.call('GET', path)]);
        expect(first.statusCode).toBe(200);
        expect(first.headers).toMatchObject({
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
        });
        expect(beside.rawPayload.equals(first.rawPayload)).toBe(true);
        expect(first.rawPayload.length).toBeLessThanOrEqual(THUMBNAIL_BYTES_MAX);
        const { width: wide, height } = await sharp(first.rawPayload).metadata();
        expect([wide, height]).toEqual([width, (width * 44) / 56]);
      }
      expect(await readdir(folder)).toHaveLength(1 + THUMBNAIL_WIDTHS.length);
    }));

  test('of no photo and of no other width is none made', () =>
    withBridge(open, async (shop) => {
      await writeFile(join(shop.filesFolder, 'photos', PHOTO), await noise(50, 40));
      for (const name of [
        thumbnailName(`${'cd'.repeat(16)}.webp`, 56),
        thumbnailName(PHOTO, 57),
        thumbnailName(PHOTO.replace('.', '@2x.'), 56),
        thumbnailName(PHOTO, 56).replace('.webp', '.png'),
      ]) {
        expect([name, (await shop.call('GET', `/card/photo/${name}`)).statusCode]).toEqual([name, 404]);
      }
      expect(await readdir(join(shop.filesFolder, 'photos'))).toEqual([PHOTO]);
    }));

  test('a small picture goes with its photo, at once and in the sweep', () =>
    withBridge(open, async (shop) => {
      const folder = join(shop.filesFolder, 'photos');
      const files = await openFiles(folderStores(folder, () => EVENING).of(''));
      const used = await files.put('webp', await noise(50, 40));
      const left = await files.put('webp', await noise(50, 40));
      const gone = await files.put('webp', await noise(50, 40));
      const small = (name: string) => thumbnailName(name, 112);
      for (const name of [used, left, gone]) await shop.call('GET', `/card/photo/${small(name)}`);
      await files.remove(gone);
      await files.sweep(async () => [used], EVENING + 60_000);
      expect((await readdir(folder)).sort()).toEqual([used, small(used)].sort());
    }));
});

test('a photo without colour or with transparency is a small picture too', async () => {
  const grey = await sharp({ create: { width: 30, height: 300, channels: 4, background: '#0000' } })
    .greyscale()
    .png()
    .toBuffer();
  const folder = await mkdtemp(join(tmpdir(), 'parts-thumbnails-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = await openFiles(folderStores(folder, () => EVENING).of('photos'));
  const small = await withThumbnails(files).open(thumbnailName(await files.put('png', grey), 56));
  if (!small) throw new Error('there is no small picture');
  expect(await sharp(await contentOf(small)).metadata()).toMatchObject({ width: 56, height: 44 });
});
