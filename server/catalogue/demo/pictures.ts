// Draws the product photos of the demonstration from the SVG files in pictures/ and stores them.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { PHOTO_WIDTH } from '../../../contract/limits.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { doubledName } from '../../platform/files/stored-files.ts';

export interface PictureChoice {
  /** Name of a file in pictures/. */
  readonly kind: string;
  readonly variant: number;
}

export const PICTURE_VARIANTS = 2;

const QUALITY = 82;
/** Flat drawings hardly shrink with more effort, and the first start waits for them. */
const EFFORT = 0;
/** Dots per inch at which one unit of the drawing is two pixels. */
const DOUBLE_DENSITY = 144;
/** Drawings made at once: each takes megabytes of pixels. */
const DRAWN_AT_ONCE = 8;
const PLACED_AT_ONCE = 64;

/** File name of the photo of the demonstration position with this number, from 1; the same in every installation. */
export const demoPhotoName = (number: number): string =>
  `${createHash('sha256').update(`demo photo ${number}`).digest('hex').slice(0, 32)}.webp`;

const fileOf = ({ kind, variant }: PictureChoice): string => `${kind}-${variant}.webp`;

/** The drawing of one kind of part, an SVG document of 500 × 400; in the second variant its two colours change places. */
export async function pictureSvg({ kind, variant }: PictureChoice): Promise<string> {
  const drawing = await readFile(new URL(`./pictures/${kind}.svg`, import.meta.url), 'utf8');
  if (variant === 1) return drawing;
  return drawing.replaceAll(/ id="(body|accent)/g, (_, name) => (name === 'body' ? ' id="accent' : ' id="body'));
}

async function draw(choice: PictureChoice, folder: string): Promise<void> {
  const { data, info } = await sharp(Buffer.from(await pictureSvg(choice)), { density: DOUBLE_DENSITY })
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

/** Draws each chosen picture once; each photo is a file of its own, so that it can be removed alone. */
export async function storeDemoPhotos(
  store: FileStore,
  folder: string,
  choices: ReadonlyMap<number, PictureChoice>,
): Promise<void> {
  await store.prepare();
  await mkdir(folder, { recursive: true });
  const drawn = await mkdtemp(join(folder, 'drawing-'));
  try {
    const distinct = new Map([...choices.values()].map((choice) => [fileOf(choice), choice]));
    await inParts([...distinct.values()], DRAWN_AT_ONCE, (choice) => draw(choice, drawn));
    await inParts([...choices], PLACED_AT_ONCE, async ([number, choice]) => {
      const from = join(drawn, fileOf(choice));
      const name = demoPhotoName(number);
      await Promise.all([store.copy(name, from), store.copy(doubledName(name), doubledName(from))]);
    });
  } finally {
    await rm(drawn, { recursive: true, force: true });
  }
}

async function inParts<T>(items: readonly T[], count: number, work: (item: T) => Promise<void>) {
  for (let at = 0; at < items.length; at += count) {
    await Promise.all(items.slice(at, at + count).map(work));
  }
}
