/** Receives, encodes and serves pictures, with a limit for each user. */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { PICTURE_UPLOADS_OF_USER } from '../../../contract/limits.ts';
import { type Picture, PictureRefused, pictureTurns, toPicture } from '../files/picture.ts';
import { SenderGone, TooManyPictures } from '../files/picture-turns.ts';
import type { StoredFiles } from '../files/stored-files.ts';
import { badRequest, busy, notFound, requireCaller, sendFile, tooMany } from './request.ts';
import { type ReceivedFile, withPlacedFiles } from './upload.ts';

/** Retry time, seconds: some of the waiting pictures are done by then. */
const RETRY_SECONDS = 5;

const uploads = new Map<string, number>();

const uploadsOf = (uid: string): number => uploads.get(uid) ?? 0;

/**
 * From the first byte of the body to the saved row, in one of the caller's places, freed however it ends. Throws 429
 * when all are taken, and 503 when too many pictures wait, before the body is read or after.
 */
export async function withPicturePlace<T>(request: FastifyRequest, upload: (gone: AbortSignal) => Promise<T>) {
  const { uid } = requireCaller(request);
  if (pictureTurns.isFull()) throw busy(RETRY_SECONDS);
  const taken = uploadsOf(uid);
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
    if (error instanceof SenderGone) throw badRequest('invalid form');
    throw error;
  } finally {
    socket.off('close', leave);
    const left = uploadsOf(uid) - 1;
    if (left > 0) uploads.set(uid, left);
    else uploads.delete(uid);
  }
}

/** A stored file never changes under its name. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Re-encodes a received picture as `toPicture` does; throws 400 with the text of the API for an unreadable one. */
async function encodeReceivedPicture(
  file: ReceivedFile,
  { width, height }: { readonly width: number; readonly height?: number },
  gone?: AbortSignal,
): Promise<Picture> {
  // A system that does not know the ending of HEIC names no type.
  const isNamed = file.declaredType !== 'application/octet-stream' && file.declaredType !== '';
  if (isNamed && !file.declaredType.startsWith('image/')) throw badRequest('file must be image');
  return toPicture(file.path, width, height, gone).catch(refusal);
}

interface PicturePlace {
  readonly database: Parameters<typeof withPlacedFiles>[0];
  readonly photos: Pick<StoredFiles, 'put' | 'remove'>;
  readonly log: FastifyBaseLogger;
}

/**
 * Puts a picture in the place of another: it is complete before `show` names it in the row, and the former goes after
 * the commit. `show` resolves to the former name, null for none, undefined where there is no row: then false.
 */
export async function replacePicture(
  { database, photos, log }: PicturePlace,
  file: ReceivedFile,
  sides: { readonly width: number; readonly height?: number },
  show: (name: string) => Promise<string | null | undefined>,
  gone?: AbortSignal,
): Promise<boolean> {
  const { single, doubled } = await encodeReceivedPicture(file, sides, gone);
  const name = await photos.put('webp', single, doubled);
  const before = await withPlacedFiles(
    database,
    () => show(name),
    () => photos.remove(name),
  );
  const left = before === undefined ? name : before;
  if (left) {
    await photos.remove(left).catch((error) => log.warn({ err: error, name: left }, 'photo not removed'));
  }
  return before !== undefined;
}

/** Answers with a stored picture that browsers may cache for ever; throws 404 when there is none of this name. */
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
