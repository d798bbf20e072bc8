import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { shownFileName } from '../../../http/upload.ts';
import type { Checker } from './checker.ts';
import { fetchFtp } from './net/fetch-ftp.ts';
import { fetchHttp } from './net/fetch-http.ts';
import { passwordOf } from './secrets.ts';
import type { Source } from './source.ts';

type AddressSource = Extract<Source, { kind: 'address' }>;

/** What is known of the file that was fetched last. */
interface Mark {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** SHA-256 of its content: servers tell other times and tags of the same file. */
  readonly hash: string | null;
}

const NOTHING: Mark = { etag: null, lastModified: null, hash: null };

/** Fetches a price list from a site or an FTP server when it is another than last time. */
export const checkAddress: Checker<AddressSource> = async (context, source, reception) => {
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

async function fetchFile(
  { settings: { allowsPrivate, sealOf } }: Parameters<typeof checkAddress>[0],
  source: AddressSource,
  { etag, lastModified }: Mark,
  target: string,
  signal: AbortSignal,
) {
  const { url, user } = source.settings;
  const password = passwordOf(source, sealOf);
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
