import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import S3rver from '@20minutes/s3rver';
import { onTestFinished } from 'vitest';
import type { ObjectStorage } from '../../server/platform/files/object-client.ts';
import { shopFolder } from './shop-folder.ts';

const BUCKET = 'parts';

/** Objects on a page of a list. */
const PAGE = 3;
/**
 * The beginning of a list. The server would cut one itself, but the ciphers that it makes its tokens with are not in the
 * OpenSSL of today.
 */
function cut(body: unknown): unknown {
  const objects = typeof body === 'string' ? body.match(/<Contents>.*?<\/Contents>/gs) : null;
  if (typeof body !== 'string' || !objects || objects.length <= PAGE) return body;
  const left = objects.slice(PAGE).reduce((text, object) => text.replace(object, ''), body);
  return left.replace('<IsTruncated>false<', '<IsTruncated>true<');
}

/** An object storage of this machine with one empty bucket, for the time of a test. */
export interface ObjectServer {
  readonly storage: ObjectStorage;
  /** The same as settings. */
  readonly environment: Readonly<Record<string, string>>;
  /** From now on it says that it is too busy, or that all is well again. */
  refuse(isRefusing: boolean): void;
  /** From now on it says so of what is asked at such an address alone. */
  refuseAt(path: RegExp): void;
  /** Stops listening. */
  stop(): Promise<void>;
  /** Listens at the same port again. */
  start(): Promise<void>;
  /** Names of all objects, below the prefix. */
  names(): Promise<string[]>;
  /** Removes an object behind everybody's back. */
  lose(name: string): Promise<void>;
  /** Changes a byte of an object behind everybody's back. */
  spoil(name: string): Promise<void>;
}

export async function startObjects(): Promise<ObjectServer> {
  const directory = await shopFolder();
  let refused: RegExp | null = null;
  let port = 0;
  let server: S3rver | null = null;

  async function start(): Promise<void> {
    const where = { address: '127.0.0.1', port, directory, silent: true };
    server = new S3rver({ ...where, configureBuckets: port === 0 ? [{ name: BUCKET }] : [] });
    server.middleware.unshift(async (context, next) => {
      if (!refused?.test(context.path)) {
        await next();
        const shorter = cut(context.body);
        if (shorter !== context.body) context.body = shorter;
        return;
      }
      context.status = 503;
      context.body = '<Error><Code>SlowDown</Code></Error>';
    });
    port = (await server.run()).port;
  }
  async function stop(): Promise<void> {
    const closed = server?.close();
    server?.httpServer.closeAllConnections();
    server = null;
    await closed;
  }

  const pathOf = (name: string) => `${directory}/${BUCKET}/shop/${name}._S3rver_object`;

  await start();
  onTestFinished(stop);
  const storage: ObjectStorage = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-central-1',
    bucket: BUCKET,
    prefix: 'shop/',
    key: 'S3RVER',
    secret: 'S3RVER',
  };
  return {
    storage,
    environment: {
      FILES_URL: `s3://${BUCKET}/shop`,
      FILES_ENDPOINT: storage.endpoint,
      FILES_REGION: storage.region,
      FILES_KEY: storage.key,
      FILES_SECRET: storage.secret,
    },
    refuse: (does) => {
      refused = does ? /^/ : null;
    },
    refuseAt: (path) => {
      refused = path;
    },
    stop,
    start,
    lose: (name) => rm(pathOf(name)),
    async spoil(name) {
      const content = await readFile(pathOf(name));
      content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
      await writeFile(pathOf(name), content);
    },
    async names() {
      const entries = await readdir(`${directory}/${BUCKET}/shop`, { recursive: true }).catch(() => []);
      return entries.flatMap((entry) => /^(.*)\._S3rver_object$/.exec(entry)?.[1] ?? []).toSorted();
    },
  };
}
