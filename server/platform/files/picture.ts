import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import library, { type Metadata } from 'sharp';
import { IMAGE_PIXELS_MAX } from '../../../contract/limits.ts';
import { pictureTurns } from './picture-turns.ts';

/** Formats that are read, by the type of their content: sharp's names for them. */
const READABLE: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
  'image/tiff': 'tiff',
};
/** Height to width beyond which a picture is narrowed instead (a strip would pass what WebP can hold). */
const TALLEST = 4;
const QUALITY = 82;
/** A picture that takes longer is given up: many times what the largest ones take. */
const LONGEST_SECONDS = 30;

/** Why a picture was refused: by content it is no picture we read, or it cannot be decoded (`message` tells why). */
export class PictureRefused extends Error {
  readonly reason: 'not a picture' | 'unreadable';

  constructor(reason: 'not a picture' | 'unreadable', message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export interface Picture {
  readonly single: Buffer;
  /** The same at twice the width. */
  readonly doubled: Buffer;
}

/** A picture that is held in memory, or the path of a file, which nothing is read of before its turn. */
type PictureSource = string | Uint8Array;

/**
 * Re-encodes a picture of any readable format as WebP of the given width (px) and twice that: upright, first frame,
 * sRGB, without any metadata. Given a height too, it is filled and what sticks out is cut off on both sides.
 * It waits for its turn among the pictures of the process and for the memory that its header tells it takes; nothing
 * over IMAGE_PIXELS_MAX pixels, or over all the memory that pictures may take, is decoded. Throws PictureRefused,
 * TooManyPictures, and SenderGone when `gone` happened before its turn.
 */
export const toPicture = (
  source: PictureSource,
  width: number,
  height?: number,
  gone?: AbortSignal,
): Promise<Picture> =>
  pictureTurns.take(async (reserve) => {
    const type = await (typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source));
    const format = READABLE[type?.mime ?? ''];
    if (!format) throw new PictureRefused('not a picture', 'not a picture');
    const header = await check(source, format);
    if (!(await reserve(memoryOf(header)))) throw new PictureRefused('unreadable', 'too many pixels');
    return decode(source, width, height).catch((error: unknown) => {
      throw new PictureRefused('unreadable', 'unreadable picture', { cause: error });
    });
  }, gone);

/** Reads the header only: the decoder must see the format that the content was sniffed as, within the size limit. */
async function check(source: PictureSource, format: string): Promise<PictureHeader> {
  const header = await headerOf(source).catch((error: unknown) => {
    throw new PictureRefused('unreadable', 'unreadable picture', { cause: error });
  });
  if (header.format !== format) throw new PictureRefused('not a picture', 'not a picture');
  if (header.width * header.height > IMAGE_PIXELS_MAX) {
    throw new PictureRefused('unreadable', 'too many pixels');
  }
  return header;
}

/** Decoded once, by the decoder at a fraction of the size where it can; both sizes are made from the larger. */
async function decode(source: PictureSource, width: number, height?: number): Promise<Picture> {
  const { data, info } = await sharp(source, {
    limitInputPixels: IMAGE_PIXELS_MAX,
    failOn: 'error',
    pages: 1,
  })
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
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const single = await sharp(data, { raw })
    .resize({ width: Math.max(1, Math.round(info.width / 2)) })
    .webp({ quality: QUALITY })
    .toBuffer();
  return { single, doubled: await sharp(data, { raw }).webp({ quality: QUALITY }).toBuffer() };
}

/** What a picture says of itself before anything of it is decoded. */
export type PictureHeader = Pick<Metadata, 'format' | 'width' | 'height' | 'channels' | 'depth'> &
  Pick<Metadata, 'isProgressive' | 'pages'>;

const MEBIBYTE = 1024 * 1024;
/** What any picture takes besides its pixels: lines under way, both results, the encoder. */
const COMMON = 48 * MEBIBYTE;
/** Bytes of one sample by its depth; what is not listed is counted as the widest. */
const SAMPLE: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };
const SAMPLE_MOST = 8;
/** A JPEG that comes in passes is kept whole as coefficients of two bytes. */
const COEFFICIENT = 2;
/** An interlaced PNG is kept whole, and lines of it once more. */
const INTERLACED = 1.25;
/** From this side on a JPEG is decoded at half its size or less; a thinner one may be needed whole, px. */
const HALVED_FROM = 2_000;
/** Bytes a pixel of a GIF: its canvas of four, and as many of the lines under way; of an animated WebP: two canvases too. */
const GIF = 8;
const FRAMES = 12;
/** Bytes a pixel that the decoder of AVIF was seen to take, with 8 bits and with more or with alpha. */
const AV1 = 18;
const AV1_DEEP = 25;

/** Reads the header of a picture, a file by its path; throws what the decoder throws on what it cannot read. */
export const headerOf = (source: string | Uint8Array): Promise<PictureHeader> =>
  sharp(source, { limitInputPixels: false, pages: 1 }).metadata();

/**
 * Bytes that decoding a picture takes at the most, by its header. Lines of any format but JPEG count whole: of a wide
 * picture nearly all of them are under way at once. Measured with pictures of 16 to 49 megapixels of each kind and shape.
 */
export function memoryOf(header: PictureHeader): number {
  const { format, width, height, channels, depth, isProgressive, pages = 1 } = header;
  const pixels = width * height;
  const samples = pixels * channels;
  const bytes = SAMPLE[depth] ?? SAMPLE_MOST;
  switch (format) {
    case 'jpeg': {
      const lines = Math.min(width, height) < HALVED_FROM ? samples : samples / 4;
      return COMMON + lines + (isProgressive ? samples * COEFFICIENT : 0);
    }
    case 'webp':
      return COMMON + pixels * (pages > 1 ? FRAMES : 4);
    case 'gif':
      return COMMON + pixels * GIF;
    case 'heif':
      return COMMON + pixels * (bytes > 1 || channels > 3 ? AV1_DEEP : AV1);
    default:
      return COMMON + samples * bytes * (isProgressive ? INTERLACED : 1);
  }
}

// No picture is asked for twice, so keeping decoded ones would only take memory.
library.cache(false);
// Pictures wait for each other (picture-turns.ts); more threads for one would multiply its buffers.
library.concurrency(1);

/** The library of pictures as a server uses it: nothing kept, one thread for a picture. */
export const sharp = library;
