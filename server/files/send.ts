import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cutWhenSlow } from './pace.ts';

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
  reply.type(file.type).header('Content-Length', file.size);
  if (file.downloadName) {
    reply.header('Content-Disposition', `attachment; filename="${file.downloadName}"`);
  }
  if (request.method === 'HEAD') {
    await file.handle.close();
    return reply.send(Readable.from([]));
  }
  return reply.send(cutWhenSlow(file.handle.createReadStream(), file.slowWindowMs));
}

/** Whether an If-None-Match header names the tag (weak comparison, RFC 9110, 13.1.2). */
export function holdsTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
