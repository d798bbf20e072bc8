import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '../../../../rules/uuid.ts';

/** Price lists as they came, under generated names. */
export interface KeptFiles {
  /** Keeps a file and resolves to its name; the file itself stays where it is. */
  keep(path: string): Promise<string>;
  /** Where a kept file lies and its size, bytes; null when it is not kept. */
  find(name: string): Promise<{ readonly path: string; readonly bytes: number } | null>;
  /** Removes the files that no run names (`used`) and that came before a moment, ms. Resolves to their number. */
  sweep(used: ReadonlySet<string>, before: number): Promise<number>;
}

export function keptFilesIn(folder: string): KeptFiles {
  return {
    async keep(path) {
      await mkdir(folder, { recursive: true });
      const name = randomUUID();
      const kept = join(folder, name);
      // A second name of the same file costs nothing; another file system may not have that.
      await link(path, kept).catch(() => copyFile(path, kept, constants.COPYFILE_EXCL));
      return name;
    },
    async find(name) {
      if (!isUuid(name)) return null;
      const path = join(folder, name);
      const known = await stat(path).catch(() => null);
      return known?.isFile() ? { path, bytes: known.size } : null;
    },
    async sweep(used, before) {
      let removed = 0;
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const known = await stat(path).catch(() => null);
        if (!known || used.has(name) || known.mtimeMs >= before) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}
