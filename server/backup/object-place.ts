import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { limitTo } from '../files/limit-to.ts';
import type { ObjectStorage } from '../files/s3/address.ts';
import { type ObjectClient, objectClient } from '../files/s3/client.ts';
import { fetchObject, listObjects, listPage } from '../files/s3/objects.ts';
import { beginInStorage } from './object-draft.ts';
import { pathOfPiece } from './pieces.ts';
import type { BackupPlace } from './place.ts';
import { removeSet } from './remove-set.ts';
import { type BackupSet, MANIFEST, newestFirst, readManifest, SET_NAME, setName } from './sets.ts';

const AT_ONCE = 8;

/** What a place in an object storage needs besides. */
export interface PlaceSurroundings {
  /** A folder of this machine with room for the databases, or for a whole backup that is restored. */
  readonly temporary: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Longest object: longer files are kept in pieces, bytes. */
  readonly pieceBytes: number;
}

/** Backups in an object storage, the objects of each below its name. */
export function objectPlace(storage: ObjectStorage, surroundings: PlaceSurroundings): BackupPlace {
  const { temporary, clock, pieceBytes } = surroundings;
  const client = objectClient(storage, clock);
  const newFolder = async (at: Date): Promise<string> => {
    const folder = join(temporary, `${setName(at)}-${randomBytes(4).toString('hex')}`);
    await mkdir(folder, { recursive: true });
    return folder;
  };
  const named = (name: string) => `s3://${storage.bucket}/${storage.prefix}${name}`;
  const nameOf = ({ folder }: BackupSet) => folder.slice(named('').length);

  async function read(name: string): Promise<BackupSet | null> {
    const answer = await client.ask({ method: 'GET', name: name === '' ? MANIFEST : `${name}/${MANIFEST}` });
    return answer && { folder: named(name), manifest: readManifest(await answer.text(), named(name)) };
  }

  const place: BackupPlace = {
    async sets() {
      const found = await Promise.all((await setNames(client)).map(read));
      return found.filter((set) => set !== null).sort(newestFirst);
    },
    meant: async () => (await read('')) ?? (await place.sets())[0] ?? null,
    async begin(at) {
      const [[before = null], folder] = [await place.sets(), await newFolder(at)];
      return beginInStorage(
        { client, bucket: storage.bucket, pieceBytes, named },
        { name: posix.basename(folder), folder, before: before && nameOf(before) },
      );
    },
    async borrow(set) {
      const folder = await newFolder(new Date(clock()));
      const release = () => rm(folder, { recursive: true, force: true });
      try {
        await fetchAll(client, nameOf(set) === '' ? '' : `${nameOf(set)}/`, folder);
        return { set: { folder, manifest: set.manifest }, release };
      } catch (error) {
        await release();
        throw error;
      }
    },
    remove: (set) => removeSet(client, nameOf(set)),
    async removeRests(before) {
      const isOld = (name: string) => SET_NAME.test(name) && name < setName(before);
      for (const name of (await setNames(client)).filter(isOld))
        if (!(await read(name))) await removeSet(client, name);
      for (const name of (await readdir(temporary)).filter(isOld))
        await rm(join(temporary, name), { recursive: true, force: true });
    },
  };
  return place;
}

/** Names of all backups and beginnings: a page of a list of each, as there are many objects in one. */
async function setNames(client: ObjectClient): Promise<string[]> {
  const names = new Set<string>();
  for (let after: string | null = ''; after !== null; ) {
    const { objects, next } = await listPage(client, '', after);
    for (const { key } of objects) {
      const [name = '', below] = key.split('/');
      if (below !== undefined && SET_NAME.test(name)) names.add(name);
    }
    const [last = ''] = next?.split('/') ?? [];
    // The character behind the slash: what is behind all objects of it.
    after = next !== null && names.has(last) ? `${last}0` : next;
  }
  return [...names];
}

/** Writes the objects of a backup into a folder, each file whole again; what would lie elsewhere is left out. */
async function fetchAll(client: ObjectClient, below: string, folder: string): Promise<void> {
  const files = new Map<string, string[]>();
  for await (const { key } of listObjects(client, below)) {
    const path = pathOfPiece(key.slice(below.length));
    if (path.split('/').some((part) => part === '..' || part === '.' || part === '')) continue;
    files.set(path, [...(files.get(path) ?? []), key]);
  }
  const turn = limitTo(AT_ONCE);
  const fetchFile = async (path: string, keys: readonly string[]) => {
    const to = join(folder, path);
    await mkdir(dirname(to), { recursive: true });
    for (const [at, key] of keys.toSorted().entries()) await fetchObject(client, key, to, at > 0);
  };
  const outcomes = await Promise.allSettled(
    [...files].map(([path, keys]) => turn(() => fetchFile(path, keys))),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
