import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { XLSX_TYPE } from '../../../contract/price-lists/upload.ts';
import { containsTag } from '../../../rules/format/etag.ts';
import { type ContentStream, type OpenFile, rangeOf } from '../files/file-store.ts';

interface SentFile {
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
export async function sendFile(request: FastifyRequest, reply: FastifyReply, sent: SentFile): Promise<FastifyReply> {
  const { file } = sent;
  reply.header('ETag', sent.etag).header('Cache-Control', sent.cacheControl);
  if (containsTag(request.headers['if-none-match'], sent.etag)) {
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

/** A reader that takes less than this in a window is cut off. */
const SLOWEST_BYTES = 64 * 1024;
/** Long enough for the system's own send buffer to hide a slow but honest connection, ms. */
const SLOW_WINDOW_MS = 60_000;

/** Destroys the stream, and with it the answer, when its reader stalls or all but stalls. */
function cutWhenSlow<T extends ContentStream>(source: T, windowMs = SLOW_WINDOW_MS): T {
  let taken = 0;
  const watch = setInterval(() => {
    if (source.bytesRead - taken < SLOWEST_BYTES) source.destroy(new Error('the reader is too slow'));
    taken = source.bytesRead;
  }, windowMs);
  watch.unref();
  source.once('close', () => clearInterval(watch));
  return source;
}

/** Answers with a workbook that a browser saves under a name of Latin letters, and that nothing on the way keeps. */
export const sendWorkbook = (reply: FastifyReply, name: string, book: Readable): FastifyReply =>
  reply
    .type(XLSX_TYPE)
    .headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' })
    .send(book);
