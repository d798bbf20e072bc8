import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectClient } from '../files/s3/client.ts';
import { copyObject, listObjects, sendObject } from '../files/s3/objects.ts';
import { StorageAway, StorageRefuses } from '../files/s3/storage-away.ts';
import { sumOfFile, sumOfPart } from '../files/sum.ts';
import { type Piece, piecesOf } from './pieces.ts';
import type { SetDraft } from './place.ts';
import { removeSet } from './remove-set.ts';
import { MANIFEST, SUMS } from './sets.ts';
import { readSums, type Sums, sumOfText } from './sums.ts';

interface Storage {
  readonly client: ObjectClient;
  readonly bucket: string;
  readonly pieceBytes: number;
  /** How a person names what lies under a name. */
  readonly named: (name: string) => string;
}

interface Beginning {
  readonly name: string;
  readonly folder: string;
  /** The name of the backup before. */
  readonly before: string | null;
}

/** A backup in an object storage: each file goes there from the folder, or from the backup before within the storage. */
export async function beginInStorage(
  { client, bucket, pieceBytes, named }: Storage,
  { name, folder, before }: Beginning,
): Promise<SetDraft> {
  const release = () => rm(folder, { recursive: true, force: true });
  const { sums, sizes } = await knownOf(client, before).catch(async (error: unknown) => {
    await release();
    throw error;
  });

  /** Whether the storage has made all of these out of the backup before; one that does not do that is sent them. */
  async function copied(pieces: readonly Piece[]): Promise<boolean> {
    if (!pieces.every((piece) => sizes.get(piece.name) === piece.bytes)) return false;
    for (const { name: piece, bytes } of pieces) {
      const from = { bucket, name: `${before}/${piece}`, bytes };
      const isCopied = await copyObject(client, from, `${name}/${piece}`).catch((error: unknown) => {
        if (error instanceof StorageRefuses) return false;
        throw error;
      });
      if (!isCopied) return false;
    }
    return true;
  }

  async function sendText(path: string, text: string): Promise<void> {
    const body = new TextEncoder().encode(text);
    await sendObject(client, `${name}/${path}`, { body, bytes: body.length, sha256: sumOfText(text) });
  }

  return {
    folder,
    async again(path, { size, mtime }) {
      const sum = sums.get(path);
      // Objects have no times of ours: what has one is read for its hash.
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
          await sendObject(client, `${name}/${piece}`, { body, bytes, sha256 });
        }
      await rm(file);
      return { sum, bytes: whole.size };
    },
    async finish(list, manifest) {
      await sendText(SUMS, list);
      await sendText(MANIFEST, manifest);
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
  readonly sums: Sums;
  /** Bytes of each object by its name. */
  readonly sizes: ReadonlyMap<string, number>;
}

async function knownOf(client: ObjectClient, name: string | null): Promise<Known> {
  const sizes = new Map<string, number>();
  const list = name && (await client.ask({ method: 'GET', name: `${name}/${SUMS}` }));
  if (!list) return { sums: new Map(), sizes };
  const sums = readSums(await list.text());
  for await (const { key, size } of listObjects(client, `${name}/`))
    sizes.set(key.slice(`${name}/`.length), size);
  return { sums, sizes };
}
