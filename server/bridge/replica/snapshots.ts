import { constants, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where processes leave copies of the catalogue for those that start later; on several machines, one that all reach. */
export interface SnapshotStore {
  /** Names of all that there are. */
  list(): Promise<readonly string[]>;
  /** Brings one into a file; rejects when it is gone. */
  fetch(name: string, file: string): Promise<void>;
  /** Keeps a file under a name; it is there as a whole or not at all. */
  put(name: string, file: string): Promise<void>;
  /** Forgets one; nothing happens when it is gone already. */
  remove(name: string): Promise<void>;
}

const DRAFT = '.part';

/** A store in a folder. */
export function snapshotFolder(folder: string): SnapshotStore {
  return {
    async list() {
      await mkdir(folder, { recursive: true });
      return (await readdir(folder)).filter((name) => !name.endsWith(DRAFT));
    },
    fetch: (name, file) => copyFile(join(folder, name), file, constants.COPYFILE_FICLONE),
    async put(name, file) {
      await mkdir(folder, { recursive: true });
      const draft = join(folder, `${name}.${process.pid}${DRAFT}`);
      await copyFile(file, draft, constants.COPYFILE_FICLONE);
      await rename(draft, join(folder, name));
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}
