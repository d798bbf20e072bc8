// Fetches a price list over http for a source, hop by hop: each address is checked before it is asked.
import { createWriteStream } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { PRICE_FILE_MAX } from '../../../contract/limits.ts';
import { addressOf, connectionProblem } from './public-network.ts';
import * as sourceStore from './source.ts';

const REDIRECTS_MAX = 5;
/** Longest fetch, and longest silence in one, ms. */
const FETCH_MS = 600_000;
export const SILENCE_MS = 30_000;

export interface FileRequest {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Where the file is written; nothing lies there yet. */
  readonly target: string;
  readonly allowsPrivate: boolean;
  readonly signal: AbortSignal;
  /** Other caps than those of a price list. */
  readonly most?: { readonly bytes: number; readonly ms: number };
}

/** With what the server said of the file when it was fetched last. */
interface HttpRequest extends FileRequest {
  /** What the server said of the file when it was fetched last. */
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Null when unchanged. Follows redirects by hand and connects to the address that was judged. Throws SourceProblem. */
export async function fetchHttp(wish: HttpRequest) {
  const signal = AbortSignal.any([wish.signal, AbortSignal.timeout(wish.most?.ms ?? FETCH_MS)]);
  const start = new URL(wish.url);
  let url = start;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const response = await open(url, { ...wish, signal }, url.origin === start.origin);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return receive(response, url, { ...wish, signal });
    response.destroy();
    if (statusCode === 304) return null;
    if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined)
      throw new sourceStore.SourceProblem(`Сервер ${url.host} ответил кодом ${statusCode}`);
    url = nextUrl(headers.location, url);
  }
  throw new sourceStore.SourceProblem(`Слишком много перенаправлений: ${start.host}`);
}

function nextUrl(location: string, from: URL): URL {
  const next = URL.canParse(location, from.href) ? new URL(location, from) : null;
  if (!next || !/^https?:$/u.test(next.protocol))
    throw new sourceStore.SourceProblem('Перенаправление ведёт не на сайт');
  if (from.protocol === 'https:' && next.protocol === 'http:')
    throw new sourceStore.SourceProblem('Перенаправление ведёт с https на http');
  return next;
}

async function open(url: URL, wish: HttpRequest, isStart: boolean): Promise<IncomingMessage> {
  const address = await addressOf(url.hostname, wish.allowsPrivate);
  const headers: Record<string, string> = { host: url.host, 'user-agent': 'parts-shop', accept: '*/*' };
  // What belongs to one server is nothing to another.
  if (isStart && wish.user !== '')
    headers.authorization = `Basic ${Buffer.from(`${wish.user}:${wish.password}`).toString('base64')}`;
  if (isStart && wish.etag !== null) headers['if-none-match'] = wish.etag;
  if (isStart && wish.lastModified !== null) headers['if-modified-since'] = wish.lastModified;
  const isSecure = url.protocol === 'https:';
  const name = url.hostname.replace(/^\[|\]$/gu, '');
  const options = {
    host: address,
    port: url.port || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers,
    signal: wish.signal,
    timeout: SILENCE_MS,
    agent: false,
    ...(isSecure && isIP(name) === 0 ? { servername: name } : {}),
  } as const;
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(options, resolve);
    request.on('timeout', () => request.destroy(new Error('silent')));
    request.on('error', (error: NodeJS.ErrnoException) => reject(unreachable(url, error, wish.signal)));
    request.end();
  });
}

async function receive(response: IncomingMessage, url: URL, { target, signal, most }: HttpRequest) {
  const bytesMax = most?.bytes ?? PRICE_FILE_MAX;
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new sourceStore.SourceProblem('Файл слишком велик');
      yield chunk;
    }
  };
  if (Number(response.headers['content-length'] ?? 0) > bytesMax) {
    response.destroy();
    throw new sourceStore.SourceProblem('Файл слишком велик');
  }
  try {
    await pipeline(response, counted, createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal });
  } catch (error) {
    if (error instanceof sourceStore.SourceProblem || (error as NodeJS.ErrnoException).syscall === 'write') throw error;
    throw unreachable(url, error as Error, signal);
  }
  const { etag = null, 'last-modified': lastModified = null } = response.headers;
  return { bytes, name: fileName(response, url), etag, lastModified };
}

function unreachable(url: URL, error: NodeJS.ErrnoException, signal: AbortSignal): Error {
  const why = signal.aborted ? 'слишком долго' : error.message === 'silent' ? 'нет ответа' : connectionProblem(error);
  return new sourceStore.SourceProblem(`Сервер ${url.host} не отдал файл: ${why}`);
}

function fileName({ headers }: IncomingMessage, url: URL): string {
  const disposition = headers['content-disposition'] ?? '';
  const encoded = /filename\*\s*=\s*utf-8''([^;\s]+)/iu.exec(disposition)?.[1];
  const plain = /filename\s*=\s*"?([^";]+)/iu.exec(disposition)?.[1];
  const named = encoded ?? plain ?? url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(named) || url.host;
  } catch {
    return named;
  }
}
