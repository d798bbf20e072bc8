// Fetches a price list from a site or an FTP server, when it has changed since the last look.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'basic-ftp';
import { PRICE_FILE_MAX } from '../../../contract/limits.ts';
import { isSourceAddress } from '../../../rules/price-lists/source-place.ts';
import { shownFileName } from '../../platform/http/upload.ts';
import { type FileRequest, fetchHttp, SILENCE_MS } from './fetch-file.ts';
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
    if (hash !== mark.hash) {
      const madeAt = Date.parse(fetched.saidTime ?? '') || null;
      await reception.take({ path: target, name, bytes: fetched.bytes, madeAt });
    }
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
  if (!/^ftps?:/iu.test(url)) {
    const file = await fetchHttp({ ...wish, etag, lastModified });
    return file && { ...file, saidTime: file.lastModified };
  }
  const file = await fetchFtp({ ...wish, version: lastModified });
  return file && { ...file, etag: null, lastModified: file.version };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
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
  return { bytes, name: path.split('/').at(-1) || 'price', version, saidTime: time?.toISOString() ?? null };
}
