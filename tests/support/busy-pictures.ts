import { PICTURES_AT_A_TIME, PICTURES_WAITING_MAX } from '../../contract/limits.ts';
import { pictureTurns } from '../../server/platform/files/picture.ts';

/**
 * Takes the turns of this process, and all places to wait but `free` of them; the result gives everything back and
 * resolves when it is.
 */
export function occupyPictures(free = 0): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const works = Array.from({ length: PICTURES_AT_A_TIME + PICTURES_WAITING_MAX - free }, () =>
    pictureTurns.take(() => promise),
  );
  return async () => {
    resolve();
    await Promise.all(works);
  };
}
