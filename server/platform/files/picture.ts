/** Re-encodes uploaded pictures as WebP, within a budget of memory, and makes thumbnails. */
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import library from 'sharp';
import * as limits from '../../../contract/limits.ts';
import { messagesOfProcess, ProcessEnded } from '../child-process/run.ts';
import { limitTo } from '../limit-to.ts';
import { contentOf } from './file-store.ts';
import type { HeicAnswer, HeicTask } from './heic-child.ts';
import { createPictureTurns, memoryOf, type PictureHeader, SenderGone, TooManyPictures } from './picture-turns.ts';
import type { StoredFiles } from './stored-files.ts';

/** Formats that are read, by the type of their content, with sharp's names for them. */
const READABLE: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
  'image/tiff': 'tiff',
};
/** Photos of phones, which are decoded by heic-child.ts. */
const HEIC: ReadonlySet<string> = new Set(['image/heic', 'image/heif']);
const HEIC_CHILD = new URL('./heic-child.ts', import.meta.url).href;
/** A photo of 24 megapixels takes 400 MB, and of the processor from 1 s to 10 s by its detail. */
const HEIC_CAPS = { heapMb: 128, residentMb: 700, cpuSeconds: 25, wallMs: 45_000 } as const;
/** One at a time: the memory of its process is beside that of all other pictures. */
const heicInTurn = limitTo(1);
/** Ratio of height to width beyond which a picture is narrowed instead (a strip would exceed the limits of WebP). */
const TALLEST = 4;
const QUALITY = 82;
/** A picture that takes longer is given up: many times longer than the largest ones take. */
const LONGEST_SECONDS = 30;

/** Why a picture was refused: it has no readable format, or it cannot be decoded (`message` has the reason). */
export class PictureRefused extends Error {
  readonly reason: 'not a picture' | 'unreadable';

  constructor(reason: 'not a picture' | 'unreadable', message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export interface Picture {
  readonly single: Buffer;
  readonly doubled: Buffer;
}

/** All pictures of this process share them. */
export const pictureTurns = createPictureTurns({
  atATime: limits.PICTURES_AT_A_TIME,
  waitingMax: limits.PICTURES_WAITING_MAX,
  bytesMax: limits.PICTURES_MEMORY_MAX,
});

/** The bytes of a picture, or the path of a file, which is not read before its turn. */
type PictureSource = string | Uint8Array;

/**
 * WebP of the given width (px) and twice that: upright, first frame, sRGB, without metadata, cropped to a height if given.
 * Waits for its turn and memory; too large ones are not decoded. Throws PictureRefused, TooManyPictures, SenderGone.
 */
export const toPicture = (
  source: PictureSource,
  width: number,
  height?: number,
  gone?: AbortSignal,
): Promise<Picture> =>
  pictureTurns.take(async (reserve) => {
    const type = await (typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source));
    if (typeof source === 'string' && HEIC.has(type?.mime ?? '')) {
      return withPixels(
        source,
        async (pixels, raw) => {
          if (!(await reserve(memoryOf({ ...raw, depth: 'uchar', format: 'raw', isProgressive: false }))))
            throw tooManyPixels();
          return decode(await readFile(pixels), raw, width, height).catch(unreadable);
        },
        gone,
      );
    }
    const format = READABLE[type?.mime ?? ''];
    if (!format) throw new PictureRefused('not a picture', 'not a picture');
    const header = await check(source, format);
    if (!(await reserve(memoryOf(header)))) throw tooManyPixels();
    return decode(source, undefined, width, height).catch(unreadable);
  }, gone);

/** Pause before another try where other pictures take all places, ms. */
const PAUSE_MS = 500;

/** The same of work in the background: waits while other pictures take all places. */
export async function toPictureInTime(source: PictureSource, width: number, gone: AbortSignal): Promise<Picture> {
  for (;;) {
    try {
      return await toPicture(source, width, undefined, gone);
    } catch (error) {
      if (!(error instanceof TooManyPictures)) throw error;
      await setTimeout(PAUSE_MS, undefined, { signal: gone });
    }
  }
}

const tooManyPixels = () => new PictureRefused('unreadable', 'too many pixels');

function unreadable(error: unknown): never {
  throw new PictureRefused('unreadable', 'unreadable picture', { cause: error });
}

/** Pixels without a format of their own. */
type RawPixels = { readonly width: number; readonly height: number; readonly channels: 3 };

/** Whether a file begins as a picture of a format that is read; it may be broken all the same. */
export async function looksLikePicture(path: string): Promise<boolean> {
  const type = (await fileTypeFromFile(path))?.mime ?? '';
  return HEIC.has(type) || Object.hasOwn(READABLE, type);
}

/** Decodes a HEIC photo into a file beside it, which is there while `work` runs. Throws PictureRefused, SenderGone. */
const withPixels = <T>(path: string, work: (pixels: string, raw: RawPixels) => Promise<T>, gone?: AbortSignal) =>
  heicInTurn(async () => {
    if (gone?.aborted) throw new SenderGone();
    // Named as the drafts that sweeps remove after a crash.
    const out = `${path}-${randomUUID()}.part`;
    const task: HeicTask = { path, out, pixelsMax: limits.HEIC_PIXELS_MAX };
    const apart = { module: HEIC_CHILD, task, reads: [path], writes: [out], caps: HEIC_CAPS };
    try {
      let answer: HeicAnswer = 'broken';
      for await (const message of messagesOfProcess<HeicAnswer>(apart, gone)) answer = message;
      if (answer === 'huge') throw tooManyPixels();
      if (answer === 'broken') throw new PictureRefused('unreadable', 'unreadable picture');
      return await work(out, { ...answer, channels: 3 });
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      if (error.code === 'CANCELLED') throw new SenderGone();
      if (error.cause !== undefined) throw error.cause;
      throw new PictureRefused('unreadable', 'unreadable picture', { cause: error });
    } finally {
      await rm(out, { force: true });
    }
  });

/** Reads the header only: the decoder must see the format that the content was sniffed as, within the size limit. */
async function check(source: PictureSource, format: string): Promise<PictureHeader> {
  const header = await headerOf(source).catch(unreadable);
  if (header.format !== format) throw new PictureRefused('not a picture', 'not a picture');
  if (header.width * header.height > limits.IMAGE_PIXELS_MAX) throw tooManyPixels();
  return header;
}

/** Decoded once, by the decoder at a fraction of the size where it can; both sizes are made from the larger. */
async function decode(
  source: PictureSource,
  raw: RawPixels | undefined,
  width: number,
  height?: number,
): Promise<Picture> {
  const opened = {
    limitInputPixels: limits.IMAGE_PIXELS_MAX,
    failOn: 'error',
    ...(raw ? { raw } : { pages: 1 }),
  } as const;
  const { data, info } = await sharp(source, opened)
    .timeout({ seconds: LONGEST_SECONDS })
    .autoOrient()
    .resize(
      height === undefined
        ? { width: width * 2, height: width * 2 * TALLEST, fit: 'inside' }
        : { width: width * 2, height: height * 2, fit: 'cover' },
    )
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const made = { width: info.width, height: info.height, channels: info.channels };
  const single = await sharp(data, { raw: made })
    .resize({ width: Math.max(1, Math.round(info.width / 2)) })
    .webp({ quality: QUALITY })
    .toBuffer();
  return { single, doubled: await sharp(data, { raw: made }).webp({ quality: QUALITY }).toBuffer() };
}

/** Reads the header of a picture, a file by its path; throws what the decoder throws on what it cannot read. */
export const headerOf = (source: string | Uint8Array): Promise<PictureHeader> =>
  sharp(source, { limitInputPixels: false, pages: 1 }).metadata();

// No picture is decoded twice, so a cache would only take memory.
library.cache(false);
// Pictures wait for each other (picture-turns.ts); more threads for one would multiply its buffers.
library.concurrency(1);

export const sharp = library;

/** Tried one after the other until the picture is small enough; the last one is taken as it is. */
const QUALITIES = [78, 60, 40, 20, 5];
/** Thumbnails made at once: those of one list are requested together, and searches continue beside them. */
const AT_ONCE = 2;
const SMALL_NAME = new RegExp(`^(\\w+)@(${limits.THUMBNAIL_WIDTHS.join('|')})w(\\.\\w+)$`);

/** Stored photos with their thumbnails: each is made at its first request, which others share, and kept beside it. */
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
async function toThumbnail(picture: Uint8Array, width: number): Promise<Buffer> {
  const height = Math.round(width * limits.THUMBNAIL_RATIO);
  const { data, info } = await sharp(picture)
    .resize({ width, height, fit: 'cover' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let small = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    small = await sharp(data, { raw: info }).webp({ quality }).toBuffer();
    if (small.length <= limits.THUMBNAIL_BYTES_MAX) break;
  }
  return small;
}
