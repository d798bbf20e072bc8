import type { FastifyRequest } from 'fastify';
import { PICTURE_UPLOADS_OF_USER } from '../../contract/limits.ts';
import { pictureTurns, SenderGone, TooManyPictures } from '../files/picture-turns.ts';
import { callerOf } from './caller.ts';
import { badRequest, busy, tooMany } from './errors.ts';

/** When to come again: by then some of the pictures that wait are done, seconds. */
const RETRY_SECONDS = 5;

/** Uploads of pictures under way by user. */
const uploads = new Map<string, number>();

/** How many uploads of pictures a user has under way. */
export const pictureUploadsOf = (uid: string): number => uploads.get(uid) ?? 0;

/**
 * Runs the upload of a picture, from the first byte of its body to the saved row, in one of the places that the caller
 * has. `gone` happens when the connection closes. Throws 429 when all his places are taken, and 503 when the pictures of
 * everybody that wait are too many, before the body is read or after; the place is free again however it ends.
 */
export async function withPicturePlace<T>(
  request: FastifyRequest,
  upload: (gone: AbortSignal) => Promise<T>,
): Promise<T> {
  const { uid } = callerOf(request);
  if (pictureTurns.isFull()) throw busy(RETRY_SECONDS);
  const taken = pictureUploadsOf(uid);
  if (taken >= PICTURE_UPLOADS_OF_USER) throw tooMany(RETRY_SECONDS);
  uploads.set(uid, taken + 1);
  const { socket } = request.raw;
  const gone = new AbortController();
  const leave = () => gone.abort();
  socket.once('close', leave);
  try {
    return await upload(gone.signal);
  } catch (error) {
    if (error instanceof TooManyPictures) throw busy(RETRY_SECONDS);
    // Nobody is there to read the answer.
    if (error instanceof SenderGone) throw badRequest('invalid form');
    throw error;
  } finally {
    socket.off('close', leave);
    const left = pictureUploadsOf(uid) - 1;
    if (left > 0) uploads.set(uid, left);
    else uploads.delete(uid);
  }
}
