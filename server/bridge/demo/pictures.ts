import { createHash } from 'node:crypto';
import { copyFile, link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { PHOTO_WIDTH } from '../../../contract/limits.ts';
import { doubledName } from '../../files/open.ts';

/** One drawing in one colour variant, from 1. */
export interface PictureChoice {
  /** Name of a file in pictures/. */
  readonly kind: string;
  readonly variant: number;
}

/** Colour variants of every picture. */
export const PICTURE_VARIANTS = 2;

const QUALITY = 82;
/** Flat drawings hardly shrink with more effort, and the first start waits for them. */
const EFFORT = 0;
/** Dots per inch at which one unit of the drawing is two pixels. */
const DOUBLE_DENSITY = 144;
/** Drawings made at once: each takes megabytes of pixels. */
const DRAWN_AT_ONCE = 8;
/** Links made at once. */
const LINKED_AT_ONCE = 64;

/** File name of the photo of the demonstration position with this number, from 1; the same in every installation. */
export const demoPhotoName = (number: number): string =>
  `${createHash('sha256').update(`demo photo ${number}`).digest('hex').slice(0, 32)}.webp`;

const fileOf = ({ kind, variant }: PictureChoice): string => `${kind}-${variant}.webp`;

/** The drawing of one kind of part, an SVG document of 500 × 400; in the second variant its two colours change places. */
export async function pictureSvg({ kind, variant }: PictureChoice): Promise<string> {
  const drawing = await readFile(new URL(`./pictures/${kind}.svg`, import.meta.url), 'utf8');
  if (variant === 1) return drawing;
  return drawing.replaceAll(/ id="(body|accent)/g, (_, name) =>
    name === 'body' ? ' id="accent' : ' id="body',
  );
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
    await inParts([...distinct.values()], DRAWN_AT_ONCE, (choice) => draw(choice, drawn));
    await inParts([...choices], LINKED_AT_ONCE, async ([number, choice]) => {
      const from = join(drawn, fileOf(choice));
      const to = join(folder, demoPhotoName(number));
      await Promise.all([share(from, to), share(doubledName(from), doubledName(to))]);
    });
  } finally {
    await rm(drawn, { recursive: true, force: true });
  }
}

/** Does a work for each item, `count` of them at once. */
async function inParts<T>(items: readonly T[], count: number, work: (item: T) => Promise<void>) {
  for (let at = 0; at < items.length; at += count) {
    await Promise.all(items.slice(at, at + count).map(work));
  }
}
