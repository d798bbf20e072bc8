import type { FileStore } from '../../files/file-store.ts';
import { DRAFT } from '../../files/folder-store.ts';

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

export const snapshotsIn = (store: FileStore): SnapshotStore => ({
  async list() {
    const names: string[] = [];
    for await (const { name } of store.list()) if (!name.endsWith(DRAFT)) names.push(name);
    return names;
  },
  async fetch(name, file) {
    if (!(await store.fetch(name, file))) throw new Error(`the snapshot ${name} is gone`);
  },
  put: (name, file) => store.copy(name, file),
  remove: (name) => store.remove(name),
});
