import { THUMBNAIL_BYTES_MAX, THUMBNAIL_RATIO, THUMBNAIL_WIDTHS } from '../../../contract/limits.ts';
import { limitTo } from '../limit-to.ts';
import { contentOf } from './file-store.ts';
import { sharp } from './picture.ts';
import type { StoredFiles } from './stored-files.ts';

/** Tried one after the other until the picture is small enough; the last one is taken as it is. */
const QUALITIES = [78, 60, 40, 20, 5];
/** Small pictures made at once: those of one list are asked for together, and searches go on beside them. */
const AT_ONCE = 2;
const SMALL_NAME = new RegExp(`^(\\w+)@(${THUMBNAIL_WIDTHS.join('|')})w(\\.\\w+)$`);

/**
 * Stored photos with the small pictures of each: one that is asked for is made of its photo the first time, also where
 * that was stored before there were any, and kept beside it. Those who ask for one at the same time wait together.
 */
export function withThumbnails(photos: StoredFiles): Pick<StoredFiles, 'open'> {
  const inTurn = limitTo(AT_ONCE);
  const making = new Map<string, Promise<void>>();

  async function make(name: string, photoName: string, width: number): Promise<void> {
    const photo = await photos.open(photoName);
    if (!photo) return;
    await photos.putBeside(name, await toThumbnail(await contentOf(photo), width));
  }

  return {
    async open(name) {
      const found = await photos.open(name);
      const [, stem, width, extension] = SMALL_NAME.exec(name) ?? [];
      if (found || !stem) return found;
      const made =
        making.get(name) ??
        inTurn(() => make(name, `${stem}${extension}`, Number(width))).finally(() => making.delete(name));
      making.set(name, made);
      await made;
      return photos.open(name);
    },
  };
}

/** A picture cut to the shape of those in lists, as WebP of THUMBNAIL_BYTES_MAX at most. Throws on what is no picture. */
export async function toThumbnail(picture: Uint8Array, width: number): Promise<Buffer> {
  const height = Math.round(width * THUMBNAIL_RATIO);
  const { data, info } = await sharp(picture)
    .resize({ width, height, fit: 'cover' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let small = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    small = await sharp(data, { raw: info }).webp({ quality }).toBuffer();
    if (small.length <= THUMBNAIL_BYTES_MAX) break;
  }
  return small;
}
