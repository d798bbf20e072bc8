import { createWriteStream } from 'node:fs';
import { isIP } from 'node:net';
import { Transform } from 'node:stream';
import { Client } from 'basic-ftp';
import { PRICE_FILE_MAX } from '../../../../../contract/limits.ts';
import { SourceProblem } from '../source.ts';
import { networkWords } from './network-words.ts';
import { addressOf } from './public-address.ts';

const SILENCE_MS = 30_000;

export interface FtpWish {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Size and time of the file when it was fetched last. */
  readonly version: string | null;
  /** Where the file is written; nothing lies there yet. */
  readonly target: string;
  readonly allowsPrivate: boolean;
  readonly signal: AbortSignal;
}

export interface FtpFile {
  readonly bytes: number;
  readonly name: string;
  readonly version: string | null;
}

/**
 * Fetches a file over FTP (ftps: TLS) when its size or time is another than last time; null when neither is.
 * https://github.com/patrickjuchli/basic-ftp. Throws SourceProblem.
 */
export async function fetchFtp(wish: FtpWish): Promise<FtpFile | null> {
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
    if (error instanceof SourceProblem || (error as NodeJS.ErrnoException).syscall === 'write') throw error;
    throw new SourceProblem(`Сервер ${url.host} не\u00a0отдал файл: ${networkWords(error as Error)}`);
  } finally {
    wish.signal.removeEventListener('abort', stop);
    client.close();
  }
}

async function fetchNewer(client: Client, path: string, wish: FtpWish): Promise<FtpFile | null> {
  const size = await client.size(path).catch(() => null);
  if (size !== null && size > PRICE_FILE_MAX) throw new SourceProblem('Файл слишком велик');
  const time = await client.lastMod(path).catch(() => null);
  const version = size === null || time === null ? null : `${size} ${time.toISOString()}`;
  if (version !== null && version === wish.version) return null;
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > PRICE_FILE_MAX ? new SourceProblem('Файл слишком велик') : null, chunk);
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
