/** Opens the file stores of a service, in a folder or in an object storage. */
import { createHash, randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline as joined, type Readable, Transform } from 'node:stream';
import * as fileStore from './file-store.ts';
import { type ObjectClient, type ObjectStorage, objectClient, StorageAway, StorageRefuses } from './object-client.ts';
import { contentIn, fetchObject, listObjects, removeObject, sendObject } from './objects.ts';

export type FilesLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'objects'; readonly storage: ObjectStorage; readonly service: string };

export const storesAt = (location: FilesLocation, surroundings: StorageSurroundings): fileStore.FileStores =>
  location.kind === 'folder'
    ? fileStore.folderStores(location.folder, surroundings.clock)
    : objectStores(location.storage, location.service, surroundings);

interface StorageSurroundings {
  /** A folder of this machine for files that are read by their path. */
  readonly temporary: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

function objectStores(
  storage: ObjectStorage,
  service: string,
  { temporary, clock }: StorageSurroundings,
): fileStore.FileStores {
  const client = objectClient(storage, clock);
  return {
    of: (kind) => objectStore(client, `${service}/${kind}/`, temporary, clock),
    async probe() {
      if (!(await client.ask({ method: 'HEAD' }))) throw new StorageRefuses('has no such bucket');
    },
  };
}

function objectStore(
  client: ObjectClient,
  folder: string,
  temporary: string,
  clock: () => number,
): fileStore.FileStore {
  const nameOf = (name: string) => folder + name;
  const writtenAt = (modified: number) => (Number.isNaN(modified) ? clock() : modified - client.ahead());

  async function read(name: string, range?: fileStore.Range): Promise<fileStore.ContentStream> {
    const headers = range && { Range: `bytes=${range.start}-${range.end}` };
    const answer = await client.ask({ method: 'GET', name: nameOf(name), ...(headers && { headers }) });
    if (!answer) throw new StorageAway(`has lost ${nameOf(name)}`);
    return counted(contentIn(answer));
  }

  const store: fileStore.FileStore = {
    prepare: async () => {},
    async put(name, content) {
      const sha256 = createHash('sha256').update(content).digest('hex');
      await sendObject(client, nameOf(name), { body: new Uint8Array(content), bytes: content.length, sha256 });
    },
    async take(name, path) {
      await store.copy(name, path);
      await rm(path, { force: true });
    },
    async copy(name, path) {
      const body = await openAsBlob(path);
      await sendObject(client, nameOf(name), { body, bytes: body.size, sha256: await fileStore.sumOfFile(path) });
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
      // Named like received files, so that the next start removes what a crash left.
      const path = join(temporary, `${process.pid}-${randomUUID()}.part`);
      const release = () => rm(path, { force: true }).catch(() => {});
      const found = await store.find(name);
      if (!found || !(await store.fetch(name, path))) return null;
      return { path, size: found.size, release };
    },
    fetch: (name, path) => fetchObject(client, nameOf(name), path),
    async *list() {
      for await (const { key, size, modified } of listObjects(client, folder)) {
        const name = key.slice(folder.length);
        if (name !== '' && !name.includes('/')) yield { name, size, writtenAt: writtenAt(modified) };
      }
    },
    remove: (name) => removeObject(client, nameOf(name)),
  } satisfies fileStore.FileStore;
  return store;
}

function counted(content: Readable): fileStore.ContentStream {
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
