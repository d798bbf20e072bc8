import { tell } from '../../apart/tell.ts';
import { ReadError } from './error.ts';
import { DISK_CODES, type WireMessage } from './wire.ts';

/** Reads in the child, and tells what was in the way. */
export async function tellFailure(reading: () => Promise<void>): Promise<void> {
  try {
    await reading();
  } catch (error) {
    tell({ kind: 'failed', ...failureOf(error) } satisfies WireMessage);
  }
}

/** A disk that takes nothing is told as the system tells it; anything else that is no ReadError is a broken file. */
function failureOf(error: unknown): { code: string; detail: string } {
  if (error instanceof ReadError) return { code: error.code, detail: error.detail };
  const { code = '' } = error as NodeJS.ErrnoException;
  return { code: DISK_CODES.has(code) ? code : 'BROKEN', detail: '' };
}
