import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsTag } from '../../rules/etag.ts';
import { cutWhenSlow } from './pace.ts';
import { rangeOf } from './range.ts';

export interface SentFile {
  /** Closed when the answer has ended, however it ended. */
  readonly handle: FileHandle;
  readonly size: number;
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
  file: SentFile,
): Promise<FastifyReply> {
  reply.header('ETag', file.etag).header('Cache-Control', file.cacheControl);
  if (holdsTag(request.headers['if-none-match'], file.etag)) {
    await file.handle.close();
    return reply.code(304).send();
  }
  const range = file.ranges ? rangeOf(request.headers.range, file.size) : null;
  if (file.ranges) reply.header('Accept-Ranges', 'bytes');
  if (range === 'none') {
    await file.handle.close();
    return reply.code(416).header('Content-Range', `bytes */${file.size}`).send();
  }
  reply.type(file.type);
  if (range) {
    reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
    reply.header('Content-Length', range.end - range.start + 1);
  } else if (!file.unpack) reply.header('Content-Length', file.size);
  if (file.downloadName) {
    reply.header('Content-Disposition', `attachment; filename="${file.downloadName}"`);
  }
  if (request.method === 'HEAD') {
    await file.handle.close();
    return reply.send(Readable.from([]));
  }
  const stored = cutWhenSlow(file.handle.createReadStream(range ?? {}), file.slowWindowMs);
  // A failure of either end destroys the other; the answer ends with it.
  return reply.send(file.unpack ? pipeline(stored, createGunzip(), () => {}) : stored);
}
