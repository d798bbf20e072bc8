import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import { IMAGE_PIXELS_MAX } from '../../contract/limits.ts';
import { headerOf, memoryOf, type PictureHeader } from './picture-header.ts';
import { pictureTurns } from './picture-turns.ts';
import { sharp } from './sharp.ts';

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
export type PictureSource = string | Uint8Array;

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
