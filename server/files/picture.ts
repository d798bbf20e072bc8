import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { IMAGE_PIXELS_MAX } from '../../contract/limits.ts';
import { limitTo } from './limit-to.ts';

/** Formats that are read, by the type of their content: sharp's names for them. */
const READABLE: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
  'image/tiff': 'tiff',
};
/** Pictures worked on at a time; each may take a few hundred megabytes while decoded. */
const AT_A_TIME = 2;
/** Height to width beyond which a picture is narrowed instead (a strip would pass what WebP can hold). */
const TALLEST = 4;
const QUALITY = 82;

const inTurn = limitTo(AT_A_TIME);
// No picture is asked for twice, so keeping decoded ones would only take memory.
sharp.cache(false);

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

/**
 * Re-encodes a picture of any readable format as WebP of the given width (px) and twice that: upright, first frame,
 * sRGB, without any metadata. Given a height too, it is filled and what sticks out is cut off on both sides.
 * Nothing over IMAGE_PIXELS_MAX pixels is decoded. Throws PictureRefused.
 */
export const toPicture = (content: Buffer, width: number, height?: number): Promise<Picture> =>
  inTurn(async () => {
    const type = await fileTypeFromBuffer(content);
    const format = READABLE[type?.mime ?? ''];
    if (!format) throw new PictureRefused('not a picture', 'not a picture');
    await check(content, format);
    try {
      // Decoded once; both sizes are made from the larger.
      const { data, info } = await sharp(content, {
        limitInputPixels: IMAGE_PIXELS_MAX,
        failOn: 'error',
        pages: 1,
      })
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
      const [single, doubled] = await Promise.all([
        sharp(data, { raw })
          .resize({ width: Math.max(1, Math.round(info.width / 2)) })
          .webp({ quality: QUALITY })
          .toBuffer(),
        sharp(data, { raw }).webp({ quality: QUALITY }).toBuffer(),
      ]);
      return { single, doubled };
    } catch (error) {
      throw new PictureRefused('unreadable', 'unreadable picture', { cause: error });
    }
  });

/** Reads the header only: the decoder must see the format that the content was sniffed as, within the size limit. */
async function check(content: Buffer, format: string): Promise<void> {
  const header = await sharp(content, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch((error: unknown) => {
      throw new PictureRefused('unreadable', 'unreadable picture', { cause: error });
    });
  if (header.format !== format) throw new PictureRefused('not a picture', 'not a picture');
  if (header.width * header.height > IMAGE_PIXELS_MAX) {
    throw new PictureRefused('unreadable', 'too many pixels');
  }
}
