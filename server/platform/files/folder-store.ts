import { randomBytes } from 'node:crypto';
import { constants, copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileStore, type FileStores, openHandle } from './file-store.ts';
import { assertWritable } from './folder-access.ts';

/** What a file is called until it is whole. */
export const DRAFT = '.part';

/** The stores of a service in folders below its own; the clock tells milliseconds since the epoch. */
export const folderStores = (folder: string, clock: () => number): FileStores => ({
  of: (kind) => folderStore(join(folder, kind), clock),
  probe: () => assertWritable(folder),
});

/** A store in a folder of its own, which is made when something is to be kept. */
export function folderStore(folder: string, clock: () => number): FileStore {
  const pathOf = (name: string) => join(folder, name);
  // What a crash left of a draft must not be in the way of the next.
  const draftOf = (name: string) => pathOf(`${name}.${randomBytes(4).toString('hex')}${DRAFT}`);

  /** Sweeps go by this moment: the disk may have a clock of its own, and a large file may have taken an hour to arrive. */
  async function stamp(handle: FileHandle): Promise<void> {
    const now = new Date(clock());
    await handle.utimes(now, now);
    await handle.sync();
  }

  async function putBy(name: string, write: (draft: string) => Promise<void>): Promise<void> {
    const draft = draftOf(name);
    try {
      await write(draft);
      await rename(draft, pathOf(name));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  const store: FileStore = {
    prepare: async () => void (await mkdir(folder, { recursive: true })),
    put: (name, content) =>
      putBy(name, async (draft) => {
        const handle = await open(draft, 'wx');
        try {
          await handle.writeFile(content);
          await stamp(handle);
        } finally {
          await handle.close();
        }
      }),
    async take(name, path) {
      const handle = await open(path, 'r+');
      try {
        await stamp(handle);
      } finally {
        await handle.close();
      }
      await rename(path, pathOf(name));
    },
    async copy(name, path) {
      await store.prepare();
      // A second name of the same file costs nothing; another file system may not have that, and a file may be there already.
      await link(path, pathOf(name)).catch(() =>
        putBy(name, (draft) => copyFile(path, draft, constants.COPYFILE_FICLONE)),
      );
    },
    async find(name) {
      const found = await stat(pathOf(name)).catch(unlessMissing);
      return found?.isFile() ? { name, size: found.size, writtenAt: found.mtimeMs } : null;
    },
    async open(name) {
      const handle = await open(pathOf(name), 'r').catch(unlessMissing);
      return handle && openHandle(handle, (await handle.stat()).size);
    },
    async borrow(name) {
      const found = await store.find(name);
      return found && { path: pathOf(name), size: found.size, release: async () => {} };
    },
    fetch: (name, path) =>
      copyFile(pathOf(name), path, constants.COPYFILE_FICLONE)
        .then(() => true, unlessMissing)
        .then(Boolean),
    async *list() {
      for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
        const found = await store.find(name);
        if (found) yield found;
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
  return store;
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
