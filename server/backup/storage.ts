import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StoredKind } from '../config/file-kinds.ts';
import type { FileFacts, FileStore } from '../files/file-store.ts';
import { limitTo } from '../files/limit-to.ts';

const AT_ONCE = 8;

/** Puts those files of a folder into the object storage that it does not have, by their paths below the folder. */
export async function putIntoStorage(
  folder: string,
  paths: Iterable<string>,
  stored: readonly StoredKind[],
): Promise<void> {
  const all = [...paths];
  const turn = limitTo(AT_ONCE);
  for (const { path: kind, store } of stored) {
    const there = await factsIn(store);
    const wanted = all
      .filter((path) => path.startsWith(`${kind}/`))
      .map((path) => path.slice(kind.length + 1));
    await Promise.all(
      wanted
        .filter((name) => !there.has(name))
        .map((name) => turn(() => store.copy(name, join(folder, kind, name)))),
    );
  }
}

/** Copies the files of the object storage that are not among these paths into a folder. Returns how to remove the copies. */
export async function keepOthers(
  stored: readonly StoredKind[],
  paths: { has(path: string): boolean },
  folder: string,
): Promise<() => Promise<void>> {
  const copies: string[] = [];
  const drop = async () => {
    for (const copy of copies) await rm(copy, { force: true });
  };
  try {
    for await (const copy of copiesOfOthers(stored, paths, folder)) copies.push(copy);
    return drop;
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Each copy when it is there. */
async function* copiesOfOthers(
  stored: readonly StoredKind[],
  paths: { has(path: string): boolean },
  folder: string,
): AsyncGenerator<string> {
  for (const { path: kind, store } of stored)
    for (const name of (await factsIn(store)).keys()) {
      const path = `${kind}/${name}`;
      if (paths.has(path)) continue;
      const to = join(folder, path);
      await mkdir(dirname(to), { recursive: true });
      if (await store.fetch(name, to)) yield to;
    }
}

async function factsIn(store: FileStore): Promise<Map<string, FileFacts>> {
  const facts = new Map<string, FileFacts>();
  for await (const file of store.list()) facts.set(file.name, file);
  return facts;
}
