import type { WritableAtom } from 'nanostores';
import { IMAGE_FILE_MAX } from '../../../contract/limits.ts';
import type { Failure } from '../http/failure.ts';

/** How the replacement of a photo goes. */
export type PhotoState =
  | { readonly phase: 'idle' | 'sending' | 'saved' }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** What is wrong with a picture before it is sent; null when nothing is. */
function refusalOf(photo: File): string | null {
  if (photo.size > IMAGE_FILE_MAX) return 'too large';
  return photo.type.startsWith('image/') ? null : 'file must be image';
}

/** Sends a photo that looks like one, one at a time, and keeps `$photo` up to date. Never throws. */
export async function sendPhoto(
  $photo: WritableAtom<PhotoState>,
  photo: File,
  send: () => Promise<void>,
): Promise<void> {
  if ($photo.get().phase === 'sending') return;
  const refusal = refusalOf(photo);
  if (refusal !== null) {
    $photo.set({ phase: 'failed', failure: { kind: 'refused', code: refusal, facts: {} } });
    return;
  }
  $photo.set({ phase: 'sending' });
  try {
    await send();
    $photo.set({ phase: 'saved' });
  } catch (error) {
    // Only who sends loads the code of calls.
    const { failureOf } = await import('../http/failure.ts');
    $photo.set({ phase: 'failed', failure: failureOf(error) });
  }
}
