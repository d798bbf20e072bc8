import type { FastifyReply, FastifyRequest } from 'fastify';
import { PICTURE_UPLOADS_OF_USER } from '../../../contract/limits.ts';
import { type Picture, PictureRefused, toPicture } from '../files/picture.ts';
import { pictureTurns, SenderGone, TooManyPictures } from '../files/picture-turns.ts';
import type { StoredFiles } from '../files/stored-files.ts';
import { badRequest, busy, notFound, requireCaller, tooMany } from './request.ts';
import { sendFile } from './send-file.ts';
import type { ReceivedFile } from './upload.ts';

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
  const { uid } = requireCaller(request);
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

/** A stored file never changes under its name. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Sides of the picture that is made, px; with a height it is filled. */
interface Sides {
  readonly width: number;
  readonly height?: number;
}

/** Re-encodes a received picture as `toPicture` does; throws 400 in the words of the API on what is no readable one. */
export async function encodeReceivedPicture(
  file: ReceivedFile,
  { width, height }: Sides,
  gone?: AbortSignal,
): Promise<Picture> {
  if (!file.declaredType.startsWith('image/')) throw badRequest('file must be image');
  return toPicture(file.path, width, height, gone).catch(refusal);
}

/** Answers with a stored picture, to be kept for ever; throws 404 when there is none of this name. */
export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Pick<StoredFiles, 'open'>,
  fileName: string,
): Promise<FastifyReply> {
  const file = await files.open(fileName);
  if (!file) throw notFound('not found');
  return sendFile(request, reply, { file, type: file.type, etag: `"${fileName}"`, cacheControl: FOR_EVER });
}

function refusal(error: unknown): never {
  if (!(error instanceof PictureRefused)) throw error;
  throw badRequest(error.reason === 'not a picture' ? 'file must be image' : `error resizing photo: ${error.message}`);
}
