import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sumOfFile } from '../files/sum.ts';
import type { BackupPlace, SetDraft } from './place.ts';
import { MANIFEST, SET_NAME, SUMS, setAt, setName, setsIn, UNFINISHED } from './sets.ts';
import { type Sums, sumsOf, writeThrough } from './sums.ts';

/** Backups in a folder of this machine. What the one before has is linked: it takes neither room nor time. */
export const folderPlace = (folder: string): BackupPlace => ({
  sets: () => setsIn(folder),
  meant: () => setAt(folder),
  begin: (at) => beginIn(folder, at),
  borrow: async (set) => ({ set, release: async () => {} }),
  remove: ({ folder: own }) => rm(own, { recursive: true }),
  async removeRests(before) {
    const limit = `${setName(before)}${UNFINISHED}`;
    const left = (await readdir(folder)).filter(
      (name) => name.endsWith(UNFINISHED) && SET_NAME.test(name.slice(0, -UNFINISHED.length)) && name < limit,
    );
    for (const name of left) await rm(join(folder, name), { recursive: true, force: true });
  },
});

async function beginIn(parent: string, at: Date): Promise<SetDraft> {
  const own = join(parent, setName(at));
  const folder = `${own}${UNFINISHED}`;
  await mkdir(parent, { recursive: true });
  await mkdir(folder).catch(takenByOther);
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    const [before = null] = await setsIn(parent);
    const known: Sums = before ? await sumsOf(before) : new Map();
    return {
      folder,
      async again(path, { size, mtime }) {
        const sum = known.get(path);
        if (!before || sum === undefined || path === SUMS) return null;
        const kept = join(before.folder, path);
        const same = await stat(kept).catch(() => null);
        if (same?.size !== size || (mtime && Math.abs(same.mtimeMs - mtime.getTime()) >= 1)) return null;
        const to = join(folder, path);
        await mkdir(dirname(to), { recursive: true });
        // A folder that takes no links has a copy.
        return link(kept, to).then(
          () => sum,
          () => null,
        );
      },
      async take(path) {
        const file = join(folder, path);
        return { sum: await sumOfFile(file), bytes: (await stat(file)).size };
      },
      async finish(sums, manifest) {
        await writeThrough(join(folder, SUMS), sums);
        await writeThrough(join(folder, MANIFEST), manifest);
        await rename(folder, own);
        return own;
      },
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

function takenByOther(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EEXIST') throw error;
  throw new Error('another backup is being taken into this folder', { cause: error });
}
