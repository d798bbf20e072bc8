// Fills prebuilt pages before they are sent: reads their templates, fills in the values and compresses the result.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { AS_OF_HEADER } from '../../../contract/api.ts';
import * as answers from '../../platform/built-site/answers.ts';
import type { Site } from '../../platform/built-site/site.ts';
import { SECURITY_HEADERS } from '../../platform/security-headers.ts';
import { type PageShell, readShell } from './shell.ts';

export type Filled =
  | {
      readonly answer: answers.Answer;
      readonly status: 200 | 404;
      /** HTTP date up to which this is right, while the catalogue is out of reach; else null. */
      readonly asOf?: string | null;
    }
  | { readonly moved: string };

interface FilledPages<Address> {
  readonly files: readonly string[];
  /** What a path, still encoded, and its query (without `?`) name; null where they are none of these pages. */
  address(path: string, query: string): Address | null;
  fileOf(address: Address): string;
  /** Rejects where what fills it cannot be had: the page goes out as it was built. */
  fill(shell: PageShell, address: Address, coding: answers.Coding): Promise<Filled>;
}

/** A site with some pages filled before they are sent; one that cannot be filled fills itself in the browser. */
export function withFilled<Address>(site: Site, { files, address, fileOf, fill }: FilledPages<Address>): Site {
  let shells: ReadonlyMap<string, PageShell> = new Map();
  let served = 0;

  async function answer(request: IncomingMessage, response: ServerResponse, shell: PageShell, asked: Address) {
    const filled = await fill(shell, asked, answers.codingOf(request));
    if ('moved' in filled) redirect(response, filled.moved);
    else {
      if (filled.asOf) response.setHeader(AS_OF_HEADER, filled.asOf);
      if (filled.status === 200) answers.writeAnswer(request, response, filled.answer);
      else answers.writeWhole(request, response, filled.answer, filled.status);
    }
    served += 1;
  }

  return {
    ...site,
    serve(request, response) {
      const url = request.url ?? '';
      const end = url.indexOf('?');
      const reads = request.method === 'GET' || request.method === 'HEAD';
      const path = end === -1 ? url : url.slice(0, end);
      const asked = reads && shells.size > 0 ? address(path, end === -1 ? '' : url.slice(end + 1)) : null;
      const shell = asked === null ? undefined : shells.get(fileOf(asked));
      if (asked === null || !shell) return site.serve(request, response);
      answer(request, response, shell, asked).catch(() => {
        if (!response.headersSent) site.serve(request, response);
        else response.destroy();
      });
      return true;
    },
    replace(next) {
      const read = files.flatMap((file) => {
        const built = next.shells.get(file);
        const shell = built === undefined ? null : readShell(built, next.origins);
        return shell ? [[file, shell] as const] : [];
      });
      site.replace(next);
      shells = new Map(read);
    },
    get served() {
      return site.served + served;
    },
  };
}

/** A page is packed while its reader waits: most of the gain at a tenth of the time. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A text in a coding; works in the thread pool. */
export async function compressPage(coding: answers.Coding, content: Buffer): Promise<Buffer> {
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

export async function pageAnswer(
  shell: PageShell,
  html: string,
  coding: answers.Coding,
  cacheControl?: 'no-store',
): Promise<answers.Answer> {
  const content = Buffer.from(html);
  return answers.pageAnswerMaker(content, shell.policy, cacheControl)(coding, await compressPage(coding, content));
}

/** How long a new address is believed. */
const MOVED = 'public, max-age=3600';

function redirect(response: ServerResponse, address: string): void {
  response.writeHead(301, { ...SECURITY_HEADERS, Location: address, 'Cache-Control': MOVED, 'Content-Length': 0 });
  response.end();
}

/** How long a page waits for what fills it before it goes out unfilled, ms. */
const WAIT_MS = 1_500;

/** What a work answers; rejects when it takes longer than a page can wait. */
export function withinPageTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('what fills the page did not come in time')), WAIT_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

type Source<Asked extends unknown[], Answer> = (...asked: Asked) => Promise<Answer>;

/** Refuses further questions where so many wait: an unfilled page leaves its own behind, and they would queue up. */
export function limitWaiting(max: number) {
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
