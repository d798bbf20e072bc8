import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** A small picture as a form brings it, lying in the folder. */
export async function receivedPhoto(folder: string) {
  const path = join(folder, 'picture.png');
  const create = { width: 8, height: 8, channels: 3, background: 'red' } as const;
  const picture = await sharp({ create }).png().toBuffer();
  await writeFile(path, picture);
  return { field: 'photo', originalName: 'a.png', declaredType: 'image/png', path, bytes: picture.length };
}
