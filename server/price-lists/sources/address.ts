// Fetches a price list from a site or an FTP server, when it has changed since the last look.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'basic-ftp';
import { PRICE_FILE_MAX } from '../../../contract/limits.ts';
import { isSourceAddress } from '../../../rules/price-lists/source-place.ts';
import { shownFileName } from '../../platform/http/upload.ts';
import { addressOf, connectionProblem } from './public-network.ts';
import * as sourceStore from './source.ts';

interface Mark {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** SHA-256 of its content: servers may send other times and tags for the same file. */
  readonly hash: string | null;
}

const NOTHING: Mark = { etag: null, lastModified: null, hash: null };

/** Fetches a price list from a site or an FTP server when it is another than last time. */
const checkAddress: sourceStore.Checker<'address'> = async (context, source, reception) => {
  const mark: Mark = source.mark === null ? NOTHING : JSON.parse(source.mark);
  const target = join(context.incomingFolder, `${process.pid}-${randomUUID()}.part`);
  await mkdir(context.incomingFolder, { recursive: true });
  try {
    const fetched = await fetchFile(context, source, mark, target, reception.signal);
    if (!fetched) return;
    const hash = await hashOf(target);
    const name = shownFileName(fetched.name) || 'price';
    // Noted only afterwards: what could not be taken now has to come again.
    if (hash !== mark.hash) await reception.take({ path: target, name, bytes: fetched.bytes });
    const { etag, lastModified } = fetched;
    await reception.mark(JSON.stringify({ etag, lastModified, hash } satisfies Mark));
  } finally {
    await rm(target, { force: true });
  }
};

export const addressKind: sourceStore.KindOfSource<'address'> = {
  read: (given) => {
    const url = URL.parse(sourceStore.givenText(given.url));
    if (!url || !isSourceAddress(url.href)) return null;
    url.hash = '';
    return { url: url.href, user: sourceStore.givenText(given.user) };
  },
  check: checkAddress,
};

async function fetchFile(
  { settings: { allowsPrivate, sealOf } }: sourceStore.SourceContext,
  source: sourceStore.Source<'address'>,
  { etag, lastModified }: Mark,
  target: string,
  signal: AbortSignal,
) {
  const { url, user } = source.settings;
  const password = sourceStore.passwordOf(source, sealOf);
  const wish = { url, user, password, target, allowsPrivate, signal };
  if (!/^ftps?:/iu.test(url)) return fetchHttp({ ...wish, etag, lastModified });
  const file = await fetchFtp({ ...wish, version: lastModified });
  return file && { ...file, etag: null, lastModified: file.version };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const REDIRECTS_MAX = 5;
/** Longest fetch, and longest silence in one, ms. */
const FETCH_MS = 600_000;
const SILENCE_MS = 30_000;

interface FileRequest {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Where the file is written; nothing lies there yet. */
  readonly target: string;
  readonly allowsPrivate: boolean;
  readonly signal: AbortSignal;
}

/** With what the server said of the file when it was fetched last. */
interface HttpRequest extends FileRequest {
  /** What the server said of the file when it was fetched last. */
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Null when unchanged. Follows redirects by hand and connects to the address that was judged. Throws SourceProblem. */
export async function fetchHttp(wish: HttpRequest) {
  const signal = AbortSignal.any([wish.signal, AbortSignal.timeout(FETCH_MS)]);
  const start = new URL(wish.url);
  let url = start;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const response = await open(url, { ...wish, signal }, url.origin === start.origin);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return receive(response, url, wish.target, signal);
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

function unreachable(url: URL, error: NodeJS.ErrnoException, signal: AbortSignal): Error {
  const why = signal.aborted ? 'слишком долго' : error.message === 'silent' ? 'нет ответа' : connectionProblem(error);
  return new sourceStore.SourceProblem(`Сервер ${url.host} не отдал файл: ${why}`);
}

async function receive(response: IncomingMessage, url: URL, target: string, signal: AbortSignal) {
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > PRICE_FILE_MAX) throw new sourceStore.SourceProblem('Файл слишком велик');
      yield chunk;
    }
  };
  if (Number(response.headers['content-length'] ?? 0) > PRICE_FILE_MAX) {
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

/** With size and time of the file when it was fetched last. */
interface FtpRequest extends FileRequest {
  /** Size and time of the file when it was fetched last. */
  readonly version: string | null;
}

/** Null when size and time are unchanged. https://github.com/patrickjuchli/basic-ftp. Throws SourceProblem. */
async function fetchFtp(wish: FtpRequest) {
  const url = new URL(wish.url);
  const address = await addressOf(url.hostname, wish.allowsPrivate);
  // A server must not send us elsewhere for the file itself.
  const client = new Client(SILENCE_MS, { allowSeparateTransferHost: false });
  const stop = () => client.close();
  wish.signal.addEventListener('abort', stop, { once: true });
  try {
    const isNamed = isIP(url.hostname.replace(/^\[|\]$/gu, '')) === 0;
    await client.access({
      host: address,
      port: Number(url.port || 21),
      user: wish.user || 'anonymous',
      password: wish.user === '' ? 'guest' : wish.password,
      secure: url.protocol === 'ftps:',
      ...(isNamed ? { secureOptions: { servername: url.hostname, host: url.hostname } } : {}),
    });
    // From the folder that the server opens for the user on; one more slash means its root (RFC 1738, 3.2.2).
    return await fetchNewer(client, decodeURIComponent(url.pathname.slice(1)), wish);
  } catch (error) {
    if (error instanceof sourceStore.SourceProblem || (error as NodeJS.ErrnoException).syscall === 'write') throw error;
    throw new sourceStore.SourceProblem(`Сервер ${url.host} не отдал файл: ${connectionProblem(error as Error)}`);
  } finally {
    wish.signal.removeEventListener('abort', stop);
    client.close();
  }
}

async function fetchNewer(client: Client, path: string, wish: FtpRequest) {
  const size = await client.size(path).catch(() => null);
  if (size !== null && size > PRICE_FILE_MAX) throw new sourceStore.SourceProblem('Файл слишком велик');
  const time = await client.lastMod(path).catch(() => null);
  const version = size === null || time === null ? null : `${size} ${time.toISOString()}`;
  if (version !== null && version === wish.version) return null;
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > PRICE_FILE_MAX ? new sourceStore.SourceProblem('Файл слишком велик') : null, chunk);
    },
  });
  const written = createWriteStream(wish.target, { flags: 'wx', mode: 0o600 });
  const finished = new Promise<void>((resolve, reject) => {
    written.once('close', resolve).once('error', reject);
    counted.once('error', reject);
  });
  counted.pipe(written);
  await Promise.all([client.downloadTo(counted, path), finished]);
  return { bytes, name: path.split('/').at(-1) || 'price', version };
}
