import type { Metadata } from 'sharp';
import { sharp } from './sharp.ts';

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
