import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PictureRefused, toPicture } from '../../../server/platform/files/picture.ts';
import { SenderGone } from '../../../server/platform/files/picture-turns.ts';
import { HEIC } from '../../support/heic-photo.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-heic-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convert(photo: Uint8Array, gone?: AbortSignal) {
  const path = join(folder, 'photo.part');
  await writeFile(path, photo);
  try {
    return await toPicture(path, 64, undefined, gone);
  } finally {
    expect(await readdir(folder)).toEqual(['photo.part']);
  }
}

/** The photo with another size in its description of the image (ISO/IEC 23008-12, 6.5.3). */
function sized(width: number, height: number): Buffer {
  const photo = Buffer.from(HEIC);
  for (let at = photo.indexOf('ispe'); at >= 0; at = photo.indexOf('ispe', at + 4)) {
    photo.writeUInt32BE(width, at + 8);
    photo.writeUInt32BE(height, at + 12);
  }
  return photo;
}

const refusal = (photo: Uint8Array) =>
  convert(photo).then(
    () => 'taken',
    (error: unknown) => (error instanceof PictureRefused ? error.message : error),
  );

test('a photo of a phone becomes WebP with its colours and without what it says of its author', async () => {
  expect(HEIC.includes('SECRET-NAME')).toBe(true);
  const { single, doubled } = await convert(HEIC);
  const { format, width, height, exif } = await sharp(doubled).metadata();
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 128, height: 96, exif: undefined });
  const pixels = await sharp(single).removeAlpha().raw().toBuffer();
  const at = (x: number, y: number) => [...pixels.subarray((y * 64 + x) * 3, (y * 64 + x) * 3 + 3)];
  const [blue, red] = [at(8, 8), at(56, 40)];
  expect(blue[2]).toBeGreaterThan(180);
  expect(blue[0]).toBeLessThan(60);
  expect(red[0]).toBeGreaterThan(170);
  expect(red[2]).toBeLessThan(70);
});

test('security 25: a photo that is cut, broken or promises too many points is refused, and leaves no pixels behind', async () => {
  expect(await refusal(HEIC.subarray(0, HEIC.length - 40))).toBe('unreadable picture');
  expect(await refusal(HEIC.subarray(0, 60))).toBe('unreadable picture');
  expect(await refusal(sized(60_000, 60_000))).toBe('too many pixels');
});

test('a photo whose sender has left is not decoded any more', async () => {
  await expect(convert(HEIC, AbortSignal.abort())).rejects.toBeInstanceOf(SenderGone);
});
