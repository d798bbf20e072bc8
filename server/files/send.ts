import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsTag } from '../../rules/etag.ts';
import type { OpenFile } from './open-file.ts';
import { cutWhenSlow } from './pace.ts';
import { rangeOf } from './range.ts';

export interface SentFile {
  /** Closed when the answer has ended, however it ended. */
  readonly file: OpenFile;
  readonly type: string;
  /** Strong, quoted. */
  readonly etag: string;
  readonly cacheControl: string;
  /** Given for files to be saved, not shown. */
  readonly downloadName?: string;
  /** How long a stalled reader is borne, ms. */
  readonly slowWindowMs?: number;
  /** The file is packed by gzip and goes out unpacked. */
  readonly unpack?: boolean;
  /** A part of the file may be asked for. */
  readonly ranges?: boolean;
}

/** Answers with a file, or with 304 when the client has it already; HEAD reads nothing. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: SentFile,
): Promise<FastifyReply> {
  const { file } = sent;
  reply.header('ETag', sent.etag).header('Cache-Control', sent.cacheControl);
  if (holdsTag(request.headers['if-none-match'], sent.etag)) {
    await file.close();
    return reply.code(304).send();
  }
  const range = sent.ranges ? rangeOf(request.headers.range, file.size) : null;
  if (sent.ranges) reply.header('Accept-Ranges', 'bytes');
  if (range === 'none') {
    await file.close();
    return reply.code(416).header('Content-Range', `bytes */${file.size}`).send();
  }
  reply.type(sent.type);
  if (range) {
    reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
    reply.header('Content-Length', range.end - range.start + 1);
  } else if (!sent.unpack) reply.header('Content-Length', file.size);
  if (sent.downloadName) {
    reply.header('Content-Disposition', `attachment; filename="${sent.downloadName}"`);
  }
  if (request.method === 'HEAD') {
    await file.close();
    return reply.send(Readable.from([]));
  }
  const stored = cutWhenSlow(await file.read(range ?? undefined), sent.slowWindowMs);
  // A failure of either end destroys the other; the answer ends with it.
  return reply.send(sent.unpack ? pipeline(stored, createGunzip(), () => {}) : stored);
}
