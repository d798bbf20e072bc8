import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredFiles } from '../files/open.ts';
import { type Picture, PictureRefused, toPicture } from '../files/picture.ts';
import { sendFile } from '../files/send.ts';
import { badRequest, notFound } from './errors.ts';
import type { ReceivedFile } from './upload.ts';

/** A stored file never changes under its name. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Sides of the picture that is made, px; with a height it is filled. */
interface Sides {
  readonly width: number;
  readonly height?: number;
}

/** Re-encodes a received picture as `toPicture` does; throws 400 in the words of the API on what is no readable one. */
export async function receivedPicture(
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
  throw badRequest(
    error.reason === 'not a picture' ? 'file must be image' : `error resizing photo: ${error.message}`,
  );
}
