import type { ContentStream } from './open-file.ts';

/** A reader that takes less than this in a window is cut off. */
const SLOWEST_BYTES = 64 * 1024;
/** Long enough for the system's own send buffer to hide a slow but honest connection, ms. */
const SLOW_WINDOW_MS = 60_000;

/** Destroys the stream, and with it the answer, when its reader stalls or all but stalls. */
export function cutWhenSlow<T extends ContentStream>(source: T, windowMs = SLOW_WINDOW_MS): T {
  let taken = 0;
  const watch = setInterval(() => {
    if (source.bytesRead - taken < SLOWEST_BYTES) source.destroy(new Error('the reader is too slow'));
    taken = source.bytesRead;
  }, windowMs);
  watch.unref();
  source.once('close', () => clearInterval(watch));
  return source;
}
