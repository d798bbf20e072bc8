import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline as joined, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { FileStore, FileStores } from '../file-store.ts';
import type { ContentStream } from '../open-file.ts';
import type { Range } from '../range.ts';
import { sumOfFile } from '../sum.ts';
import type { ObjectStorage } from './address.ts';
import { type ObjectClient, objectClient, type SentContent } from './client.ts';
import { readListPage } from './list-page.ts';
import { StorageAway, StorageRefuses } from './storage-away.ts';

export interface StorageSurroundings {
  /** A folder of this machine for files that somebody reads by a path. */
  readonly temporary: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** The stores of a service in an object storage, below a name of its own. */
export function objectStores(
  storage: ObjectStorage,
  service: string,
  { temporary, clock }: StorageSurroundings,
): FileStores {
  const client = objectClient(storage, clock);
  return {
    of: (kind) => objectStore(client, `${service}/${kind}/`, temporary, clock),
    async probe() {
      if (!(await client.ask({ method: 'HEAD' }))) throw new StorageRefuses('has no such bucket');
    },
  };
}

/** A store whose objects have `folder` before their names. */
function objectStore(
  client: ObjectClient,
  folder: string,
  temporary: string,
  clock: () => number,
): FileStore {
  const nameOf = (name: string) => folder + name;
  const writtenAt = (modified: number) => (Number.isNaN(modified) ? clock() : modified - client.ahead());

  async function send(name: string, content: SentContent): Promise<void> {
    // A bucket that is missing says the same as an object that is.
    const answer = await client.ask({ method: 'PUT', name: nameOf(name), content });
    if (!answer) throw new StorageAway('has no such bucket');
    await answer.body?.cancel();
  }

  async function read(name: string, range?: Range): Promise<ContentStream> {
    const headers = range && { Range: `bytes=${range.start}-${range.end}` };
    const answer = await client.ask({ method: 'GET', name: nameOf(name), ...(headers && { headers }) });
    if (!answer) throw new StorageAway(`has lost ${nameOf(name)}`);
    return counted(contentIn(answer));
  }

  const store: FileStore = {
    prepare: async () => {},
    async put(name, content) {
      const sha256 = createHash('sha256').update(content).digest('hex');
      await send(name, { body: new Uint8Array(content), bytes: content.length, sha256 });
    },
    async take(name, path) {
      await store.copy(name, path);
      await rm(path, { force: true });
    },
    async copy(name, path) {
      const body = await openAsBlob(path);
      await send(name, { body, bytes: body.size, sha256: await sumOfFile(path) });
    },
    async find(name) {
      const answer = await client.ask({ method: 'HEAD', name: nameOf(name) });
      if (!answer) return null;
      const modified = Date.parse(answer.headers.get('last-modified') ?? '');
      return { name, size: Number(answer.headers.get('content-length')), writtenAt: writtenAt(modified) };
    },
    async open(name) {
      const found = await store.find(name);
      return found && { size: found.size, read: (range) => read(name, range), close: async () => {} };
    },
    async borrow(name) {
      await mkdir(temporary, { recursive: true });
      // Named as what is received, so that the next start removes what a crash left.
      const path = join(temporary, `${process.pid}-${randomUUID()}.part`);
      const release = () => rm(path, { force: true }).catch(() => {});
      const found = await store.find(name);
      if (!found || !(await store.fetch(name, path))) return null;
      return { path, size: found.size, release };
    },
    async fetch(name, path) {
      const answer = await client.ask({ method: 'GET', name: nameOf(name) });
      if (!answer) return false;
      try {
        await pipeline(contentIn(answer), createWriteStream(path, { mode: 0o600 }));
        return true;
      } catch (error) {
        await rm(path, { force: true });
        if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
        throw new StorageAway('broke off', { cause: error });
      }
    },
    async *list() {
      let place: string | null = '';
      while (place !== null) {
        const query: Record<string, string> = { 'list-type': '2', prefix: client.prefix + folder };
        if (place !== '') query['start-after'] = place;
        const answer: Response | null = await client.ask({ method: 'GET', query });
        if (!answer) throw new StorageAway('has no such bucket');
        const page = readListPage(await answer.text());
        for (const { key, size, modified } of page.objects) {
          const name = key.slice(client.prefix.length + folder.length);
          if (name !== '' && !name.includes('/')) yield { name, size, writtenAt: writtenAt(modified) };
        }
        place = page.next;
      }
    },
    async remove(name) {
      const answer = await client.ask({ method: 'DELETE', name: nameOf(name) });
      await answer?.body?.cancel();
    },
  } satisfies FileStore;
  return store;
}

const contentIn = ({ body }: Response): Readable =>
  body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);

/** The same content, counted as it is taken. */
function counted(content: Readable): ContentStream {
  const counter = new (class extends Transform {
    bytesRead = 0;
    override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void) {
      this.bytesRead += chunk.length;
      done(null, chunk);
    }
  })();
  // A failure of either end destroys the other.
  joined(content, counter, () => {});
  return counter;
}
