import { randomUUID } from 'node:crypto';
import { isUuid } from '../../../../rules/uuid.ts';
import type { FileStore, LocalFile } from '../../../files/file-store.ts';
import type { OpenFile } from '../../../files/open-file.ts';

/** Price lists as they came, under generated names. */
export interface KeptFiles {
  /** Keeps a file and resolves to its name; the file itself stays where it is. */
  keep(path: string): Promise<string>;
  /** A kept file to be sent; null when it is not kept. */
  open(name: string): Promise<OpenFile | null>;
  /** A kept file to be read by its path; null when it is not kept. */
  borrow(name: string): Promise<LocalFile | null>;
  /** What is not kept is no error. */
  remove(name: string): Promise<void>;
  /** Removes the files that no row names (`used`) and that came before a moment, ms. Resolves to their number. */
  sweep(used: ReadonlySet<string>, before: number): Promise<number>;
}

export const keptFilesIn = (store: FileStore): KeptFiles => ({
  async keep(path) {
    const name = randomUUID();
    await store.copy(name, path);
    return name;
  },
  open: async (name) => (isUuid(name) ? store.open(name) : null),
  borrow: async (name) => (isUuid(name) ? store.borrow(name) : null),
  remove: async (name) => {
    if (isUuid(name)) await store.remove(name);
  },
  async sweep(used, before) {
    let removed = 0;
    for await (const { name, writtenAt } of store.list()) {
      if (used.has(name) || writtenAt >= before) continue;
      await store.remove(name);
      removed += 1;
    }
    return removed;
  },
});
