import { PICTURES_AT_A_TIME, PICTURES_MEMORY_MAX, PICTURES_WAITING_MAX } from '../../../contract/limits.ts';

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

/** Turns with limits of their own: tests only; the pictures of a process share `pictureTurns`. */
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

export const pictureTurns = createPictureTurns({
  atATime: PICTURES_AT_A_TIME,
  waitingMax: PICTURES_WAITING_MAX,
  bytesMax: PICTURES_MEMORY_MAX,
});
