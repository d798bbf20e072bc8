import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Coding } from '../../platform/built-site/answers.ts';
import { SECURITY_HEADERS } from '../../platform/security-headers.ts';

/** A page is packed while its reader waits: most of the gain at a tenth of the time. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A text in a coding; works in the thread pool. */
export async function packed(coding: Coding, content: Buffer): Promise<Buffer> {
  if (coding === 'gzip') return gzipped(content, { level: GZIP_LEVEL });
  if (coding === 'identity') return content;
  return brotli(content, {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
      [zlib.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

/** How long a new address is believed. */
const MOVED = 'public, max-age=3600';

/** Leads to the address under which a page is. */
export function sendOn(response: ServerResponse, address: string): void {
  response.writeHead(301, {
    ...SECURITY_HEADERS,
    Location: address,
    'Cache-Control': MOVED,
    'Content-Length': 0,
  });
  response.end();
}

/** How long a page waits for what fills it before it goes out unfilled, ms. */
const WAIT_MS = 1_500;

/** What a work answers; rejects when it takes longer than a page can wait. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('what fills the page did not come in time')), WAIT_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

type Source<Asked extends unknown[], Answer> = (...asked: Asked) => Promise<Answer>;

/**
 * Lets so many questions wait for their answers at once, whoever asks them; one more is refused at once. A page that is sent
 * unfilled after a while leaves its question behind it, so only this keeps a crowd from queueing up behind the search.
 */
export function boundTo(max: number) {
  let waiting = 0;
  return <Asked extends unknown[], Answer>(source: Source<Asked, Answer>): Source<Asked, Answer> =>
    async (...asked) => {
      if (waiting >= max) throw new Error('too many pages are being filled');
      waiting += 1;
      try {
        return await source(...asked);
      } finally {
        waiting -= 1;
      }
    };
}
