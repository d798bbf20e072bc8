// Limits how many uploaded pictures are decoded at a time and how much memory they take; others wait or are refused.
import type { Metadata } from 'sharp';

/** Too many pictures wait already. */
export class TooManyPictures extends Error {}
/** The sender of the picture has left before its turn. */
export class SenderGone extends Error {}

/** Reserves memory until the turn ends, waiting for it where others use it; false when that much is never available. */
type Reserve = (bytes: number) => Promise<boolean>;

interface PictureTurns {
  /** In the order of calls; always releases its memory. Throws TooManyPictures (waiting), SenderGone (`gone`). */
  take<T>(work: (reserve: Reserve) => Promise<T>, gone?: AbortSignal): Promise<T>;
  isFull(): boolean;
  /** `reservedBytes`: memory set aside for those that are worked on. */
  load(): { readonly decoding: number; readonly waiting: number; readonly reservedBytes: number };
}

/** At most `waitingMax` wait while `atATime` are worked on, and these take `bytesMax` together. */
export function createPictureTurns(limits: { atATime: number; waitingMax: number; bytesMax: number }): PictureTurns {
  const { atATime, waitingMax, bytesMax } = limits;
  let decoding = 0;
  let reservedBytes = 0;
  const waiting = new Set<() => void>();
  const wantMemory: { readonly bytes: number; readonly go: () => void }[] = [];

  const isFull = () => decoding === atATime && waiting.size >= waitingMax;

  async function enter(gone?: AbortSignal): Promise<void> {
    if (gone?.aborted) throw new SenderGone();
    if (isFull()) throw new TooManyPictures();
    if (decoding < atATime) {
      decoding++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        gone?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(go);
        reject(new SenderGone());
      };
      waiting.add(go);
      gone?.addEventListener('abort', leave, { once: true });
    });
  }

  function leave(bytes: number): void {
    reservedBytes -= bytes;
    for (let next = wantMemory[0]; next && reservedBytes + next.bytes <= bytesMax; next = wantMemory[0]) {
      wantMemory.shift();
      reservedBytes += next.bytes;
      next.go();
    }
    const [first] = waiting;
    if (first) {
      waiting.delete(first);
      first();
    } else decoding--;
  }

  return {
    isFull,
    load: () => ({ decoding, waiting: waiting.size, reservedBytes }),
    take: async (work, gone) => {
      await enter(gone);
      let ofTurn = 0;
      try {
        return await work(async (bytes) => {
          if (bytes > bytesMax) return false;
          if (wantMemory.length === 0 && reservedBytes + bytes <= bytesMax) reservedBytes += bytes;
          else await new Promise<void>((go) => wantMemory.push({ bytes, go }));
          ofTurn += bytes;
          return true;
        });
      } finally {
        leave(ofTurn);
      }
    },
  };
}

export type PictureHeader = Pick<Metadata, 'format' | 'width' | 'height' | 'channels' | 'depth'> &
  Pick<Metadata, 'isProgressive' | 'pages'>;

const MEBIBYTE = 1024 * 1024;

/** Memory of any picture besides its pixels: lines being processed, both results, the encoder. */
const COMMON = 48 * MEBIBYTE;

/** Bytes of one sample by its depth; what is not listed is counted as the widest. */
const SAMPLE: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };

const SAMPLE_MOST = 8;

/** A progressive JPEG is kept whole as coefficients of two bytes. */
const COEFFICIENT = 2;

/** An interlaced PNG is kept whole, and some of its lines once more. */
const INTERLACED = 1.25;

/** From this side on a JPEG is decoded at half its size or less; a thinner one may be decoded whole, px. */
const HALVED_FROM = 2_000;

/** Bytes a pixel of a GIF, its canvas and the lines being processed; of an animated WebP: two canvases. */
const GIF = 8;

const FRAMES = 12;

/** Measured bytes a pixel of the decoder of AVIF, with 8 bits and with more or with alpha. */
const AV1 = 18;

const AV1_DEEP = 25;

/** Upper bound of the bytes that decoding takes, by the header; measured with 16 to 49 megapixels of each kind. */
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
