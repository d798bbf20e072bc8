import { createHash } from 'node:crypto';
import { copyFile, link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { PHOTO_WIDTH } from '../../../contract/limits.ts';
import { doubledName } from '../../files/open.ts';
import { pictureSvg } from './drawing/pictures.ts';
import type { PictureChoice } from './picture-kinds.ts';

const QUALITY = 82;
/** Flat drawings hardly shrink with more effort, and the first start waits for them. */
const EFFORT = 0;
/** Dots per inch at which one unit of the drawing is two pixels. */
const DOUBLE_DENSITY = 144;
/** Links made at once. */
const AT_ONCE = 64;

/** File name of the photo of the demonstration position with this number, from 1; the same in every installation. */
export const demoPhotoName = (number: number): string =>
  `${createHash('sha256').update(`demo photo ${number}`).digest('hex').slice(0, 32)}.webp`;

const fileOf = ({ kind, variant }: PictureChoice): string => `${kind}-${variant}.webp`;

async function draw(choice: PictureChoice, folder: string): Promise<void> {
  const { data, info } = await sharp(Buffer.from(pictureSvg(choice.kind, choice.variant)), {
    density: DOUBLE_DENSITY,
  })
    .resize({ width: PHOTO_WIDTH * 2 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = sharp(data, { raw: info });
  const file = join(folder, fileOf(choice));
  const [single, doubled] = await Promise.all([
    pixels.clone().resize({ width: PHOTO_WIDTH }).webp({ quality: QUALITY, effort: EFFORT }).toBuffer(),
    pixels.clone().webp({ quality: QUALITY, effort: EFFORT }).toBuffer(),
  ]);
  await Promise.all([writeFile(file, single), writeFile(doubledName(file), doubled)]);
}

/** A second name for a file, or a copy where the file system knows no links. */
async function share(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await link(from, to).catch(() => copyFile(from, to));
}

/**
 * Draws each chosen picture once and stores it as the photo of every position that shows it (number → choice), under
 * `demoPhotoName`. Each photo is a file of its own to whoever removes it later.
 */
export async function storeDemoPhotos(
  folder: string,
  choices: ReadonlyMap<number, PictureChoice>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const drawn = await mkdtemp(join(folder, 'drawing-'));
  try {
    const distinct = new Map([...choices.values()].map((choice) => [fileOf(choice), choice]));
    await Promise.all([...distinct.values()].map((choice) => draw(choice, drawn)));
    const photos = [...choices];
    for (let at = 0; at < photos.length; at += AT_ONCE) {
      await Promise.all(
        photos.slice(at, at + AT_ONCE).flatMap(([number, choice]) => {
          const from = join(drawn, fileOf(choice));
          const to = join(folder, demoPhotoName(number));
          return [share(from, to), share(doubledName(from), doubledName(to))];
        }),
      );
    }
  } finally {
    await rm(drawn, { recursive: true, force: true });
  }
}
