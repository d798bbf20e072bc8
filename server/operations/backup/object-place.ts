// Backups in an object storage, the objects of each below its name.
import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { sumOfFile, sumOfPart } from '../../platform/files/file-store.ts';
import {
  type ObjectClient,
  type ObjectStorage,
  objectClient,
  StorageAway,
  StorageRefuses,
} from '../../platform/files/object-client.ts';
import * as objectCalls from '../../platform/files/objects.ts';
import { FILES_AT_ONCE, limitTo } from '../../platform/limit-to.ts';
import * as sets from './sets.ts';

interface PlaceSurroundings {
  /** A folder of this machine with room for the databases, or for a whole backup that is restored. */
  readonly temporary: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Longest object: longer files are kept in pieces, bytes. */
  readonly pieceBytes: number;
}

export function objectPlace(storage: ObjectStorage, surroundings: PlaceSurroundings): sets.BackupPlace {
  const { temporary, clock, pieceBytes } = surroundings;
  const client = objectClient(storage, clock);
  const newFolder = async (at: Date): Promise<string> => {
    const folder = join(temporary, `${sets.setName(at)}-${randomBytes(4).toString('hex')}`);
    await mkdir(folder, { recursive: true });
    return folder;
  };
  const named = (name: string) => `s3://${storage.bucket}/${storage.prefix}${name}`;
  const nameOf = ({ folder }: sets.BackupSet) => folder.slice(named('').length);

  async function read(name: string): Promise<sets.BackupSet | null> {
    const answer = await client.ask({ method: 'GET', name: name === '' ? sets.MANIFEST : `${name}/${sets.MANIFEST}` });
    return answer && { folder: named(name), manifest: sets.readManifest(await answer.text(), named(name)) };
  }

  const place: sets.BackupPlace = {
    async sets() {
      const found = await Promise.all((await setNames(client)).map(read));
      return found.filter((set) => set !== null).sort(sets.newestFirst);
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
      const isOld = (name: string) => sets.SET_NAME.test(name) && name < sets.setName(before);
      for (const name of (await setNames(client)).filter(isOld)) if (!(await read(name))) await removeSet(client, name);
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
    const { objects, next } = await objectCalls.listPage(client, '', after);
    for (const { key } of objects) {
      const [name = '', below] = key.split('/');
      if (below !== undefined && sets.SET_NAME.test(name)) names.add(name);
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
  for await (const { key } of objectCalls.listObjects(client, below)) {
    const path = pathOfPiece(key.slice(below.length));
    if (path.split('/').some((part) => part === '..' || part === '.' || part === '')) continue;
    files.set(path, [...(files.get(path) ?? []), key]);
  }
  const turn = limitTo(FILES_AT_ONCE);
  const fetchFile = async (path: string, keys: readonly string[]) => {
    const to = join(folder, path);
    await mkdir(dirname(to), { recursive: true });
    for (const [at, key] of keys.toSorted().entries()) await objectCalls.fetchObject(client, key, to, at > 0);
  };
  const outcomes = await Promise.allSettled([...files].map(([path, keys]) => turn(() => fetchFile(path, keys))));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

interface Storage {
  readonly client: ObjectClient;
  readonly bucket: string;
  readonly pieceBytes: number;
  readonly named: (name: string) => string;
}

interface Beginning {
  readonly name: string;
  readonly folder: string;
  readonly before: string | null;
}

/** Each file goes there from the folder, or from the backup before within the storage. */
async function beginInStorage(
  { client, bucket, pieceBytes, named }: Storage,
  { name, folder, before }: Beginning,
): Promise<sets.SetDraft> {
  const release = () => rm(folder, { recursive: true, force: true });
  const { sums, sizes } = await knownOf(client, before).catch(async (error: unknown) => {
    await release();
    throw error;
  });

  /** Whether the storage has made all of these out of the backup before; a refusing one is sent them. */
  async function copied(pieces: readonly Piece[]): Promise<boolean> {
    if (!pieces.every((piece) => sizes.get(piece.name) === piece.bytes)) return false;
    for (const { name: piece, bytes } of pieces) {
      const from = { bucket, name: `${before}/${piece}`, bytes };
      const isCopied = await objectCalls.copyObject(client, from, `${name}/${piece}`).catch((error: unknown) => {
        if (error instanceof StorageRefuses) return false;
        throw error;
      });
      if (!isCopied) return false;
    }
    return true;
  }

  async function sendText(path: string, text: string): Promise<void> {
    const body = new TextEncoder().encode(text);
    await objectCalls.sendObject(client, `${name}/${path}`, { body, bytes: body.length, sha256: sets.sumOfText(text) });
  }

  return {
    folder,
    async again(path, { size, mtime }) {
      const sum = sums.get(path);
      // Objects carry no modification time: a file with one is compared by its hash.
      if (sum === undefined || mtime !== null) return null;
      return (await copied(piecesOf(path, size, pieceBytes))) ? sum : null;
    },
    async take(path) {
      const file = join(folder, path);
      const [whole, sum] = [await openAsBlob(file), await sumOfFile(file)];
      const pieces = piecesOf(path, whole.size, pieceBytes);
      if (sums.get(path) !== sum || !(await copied(pieces)))
        for (const { name: piece, start, bytes } of pieces) {
          const sha256 = pieces.length === 1 ? sum : await sumOfPart(file, start, bytes);
          const body = whole.slice(start, start + bytes);
          await objectCalls.sendObject(client, `${name}/${piece}`, { body, bytes, sha256 });
        }
      await rm(file);
      return { sum, bytes: whole.size };
    },
    async finish(list, manifest) {
      await sendText(sets.SUMS, list);
      await sendText(sets.MANIFEST, manifest);
      await release();
      return named(name);
    },
    async discard() {
      await release();
      await removeSet(client, name).catch((error: unknown) => {
        if (!(error instanceof StorageAway)) throw error;
      });
    },
  };
}

interface Known {
  readonly sums: sets.Sums;
  /** Bytes of each object by its name. */
  readonly sizes: ReadonlyMap<string, number>;
}

async function knownOf(client: ObjectClient, name: string | null): Promise<Known> {
  const sizes = new Map<string, number>();
  const list = name && (await client.ask({ method: 'GET', name: `${name}/${sets.SUMS}` }));
  if (!list) return { sums: new Map(), sizes };
  const sums = sets.readSums(await list.text());
  for await (const { key, size } of objectCalls.listObjects(client, `${name}/`))
    sizes.set(key.slice(`${name}/`.length), size);
  return { sums, sizes };
}

const PIECE = /\.piece-\d{5}$/;

/** An object of a file: its name below the backup, and which bytes are in it. */
interface Piece {
  readonly name: string;
  readonly start: number;
  readonly bytes: number;
}

/** The objects of a file of so many bytes: one of its own name, or pieces that are numbered. */
function piecesOf(path: string, size: number, longest: number): Piece[] {
  if (size <= longest) return [{ name: path, start: 0, bytes: size }];
  return Array.from({ length: Math.ceil(size / longest) }, (_, at) => ({
    name: `${path}.piece-${String(at + 1).padStart(5, '0')}`,
    start: at * longest,
    bytes: Math.min(longest, size - at * longest),
  }));
}

/** The file that an object belongs to. */
const pathOfPiece = (name: string): string => name.replace(PIECE, '');

/** The manifest first: from then on it is none. */
async function removeSet(client: ObjectClient, name: string): Promise<void> {
  await objectCalls.removeObject(client, `${name}/${sets.MANIFEST}`);
  const keys = await Array.fromAsync(objectCalls.listObjects(client, `${name}/`), ({ key }) => key);
  await sets.eachFile(keys, (key) => objectCalls.removeObject(client, key));
}
