// Where backups are put: a folder of this machine (here) or an object storage (object-place.ts), as named on the
// command line.
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { bucket, isBucket } from '../../../settings/storage.ts';
import { sumOfFile } from '../../platform/files/file-store.ts';
import type { Config } from '../config/config.ts';
import { wrongUsage } from '../console/problems.ts';
import { objectPlace } from './object-place.ts';
import * as sets from './sets.ts';

/** Longest object of a file, so that a failed call repeats no more, bytes. */
const PIECE_BYTES = 256 * 1024 * 1024;

/** The place of backups named on the command line: a folder or s3://bucket/folder. Throws Refused for any other. */
export function backupPlace(config: Config, typed: string, clock: () => number): sets.BackupPlace {
  if (!isBucket(typed)) return folderPlace(resolve(typed));
  const checked = bucket(typed);
  if ('problem' in checked || !checked.value) throw wrongUsage(`${typed} must be like s3://bucket/folder`);
  const { backupAccess: access, dataDir } = config;
  if (access.endpoint === '' || access.key === '' || access.secret === '')
    throw wrongUsage('BACKUP_ENDPOINT, BACKUP_KEY and BACKUP_SECRET, or those of FILES_, must be given');
  const temporary = join(dataDir, 'backup-under-way');
  return objectPlace({ ...checked.value, ...access }, { temporary, clock, pieceBytes: PIECE_BYTES });
}

/** Backups in a folder of this machine. Files equal to those of the previous backup are linked. */
const folderPlace = (folder: string): sets.BackupPlace => ({
  sets: () => sets.setsIn(folder),
  meant: () => sets.setAt(folder),
  begin: (at) => beginIn(folder, at),
  borrow: async (set) => ({ set, release: async () => {} }),
  remove: ({ folder: own }) => rm(own, { recursive: true }),
  async removeRests(before) {
    const limit = `${sets.setName(before)}${sets.UNFINISHED}`;
    for (const name of await readdir(folder)) {
      const isRest = name.endsWith(sets.UNFINISHED) && sets.SET_NAME.test(name.slice(0, -sets.UNFINISHED.length));
      if (isRest && name < limit) await rm(join(folder, name), { recursive: true, force: true });
    }
  },
});

async function beginIn(parent: string, at: Date): Promise<sets.SetDraft> {
  const own = join(parent, sets.setName(at));
  const folder = `${own}${sets.UNFINISHED}`;
  await mkdir(parent, { recursive: true });
  await mkdir(folder).catch(takenByOther);
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    const [before = null] = await sets.setsIn(parent);
    const known: sets.Sums = before ? await sets.sumsOf(before) : new Map();
    return {
      folder,
      async again(path, { size, mtime }) {
        const sum = known.get(path);
        if (!before || sum === undefined || path === sets.SUMS) return null;
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
        await sets.writeThrough(join(folder, sets.SUMS), sums);
        await sets.writeThrough(join(folder, sets.MANIFEST), manifest);
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
