import type { StoredKind } from '../config/file-kinds.ts';
import type { FileFacts, FileStore } from '../files/file-store.ts';
import { DRAFT } from '../files/folder-store.ts';
import { limitTo } from '../files/limit-to.ts';
import { sumOfStored } from '../files/sum.ts';

const AT_ONCE = 8;

/** What was done about all kinds of files. */
export interface FilesMoved {
  /** Files of the source, each of which the target has with the same content. */
  files: number;
  bytes: number;
  /** Those of them that were not there yet. */
  copied: number;
  /** Files that the target has besides. */
  others: number;
  /** Paths whose contents differ, or that are missing, after all. */
  readonly unequal: string[];
}

/**
 * Copies every file that the target does not have with the same size, then compares counts and the hash of each, read from both
 * sides. Nothing is removed on either; what was copied before a break is not copied again.
 */
export async function moveFiles(
  from: readonly StoredKind[],
  to: readonly StoredKind[],
  say: (line: string) => void,
): Promise<FilesMoved> {
  const moved: FilesMoved = { files: 0, bytes: 0, copied: 0, others: 0, unequal: [] };
  for (const { path, store: source } of from) {
    const target = to.find((kind) => kind.path === path)?.store;
    if (!target) throw new Error(`there is no place for ${path}`);
    await target.prepare();
    const files = await factsIn(source);
    const before = await factsIn(target);
    const missing = [...files.values()].filter(({ name, size }) => before.get(name)?.size !== size);
    await eachOf(missing, ({ name }) => copyOne(source, target, name));
    const after = await factsIn(target);
    const unequal: string[] = [];
    await eachOf([...files.values()], async ({ name }) => {
      const sum = await sumOfStored(source, name);
      // Gone meanwhile, as a photo that was replaced.
      if (sum !== null && sum !== (await sumOfStored(target, name))) unequal.push(`${path}/${name}`);
    });
    moved.files += files.size;
    moved.bytes += [...files.values()].reduce((bytes, { size }) => bytes + size, 0);
    moved.copied += missing.length;
    moved.others += [...after.keys()].filter((name) => !files.has(name)).length;
    moved.unequal.push(...unequal);
    say(`${path}: ${files.size} files, ${missing.length} of them copied now, ${unequal.length} differ`);
  }
  return moved;
}

async function copyOne(source: FileStore, target: FileStore, name: string): Promise<void> {
  const lent = await source.borrow(name);
  if (!lent) return;
  try {
    await target.copy(name, lent.path);
  } finally {
    await lent.release();
  }
}

/** Whole files by their names. */
async function factsIn(store: FileStore): Promise<Map<string, FileFacts>> {
  const facts = new Map<string, FileFacts>();
  for await (const file of store.list()) if (!file.name.endsWith(DRAFT)) facts.set(file.name, file);
  return facts;
}

async function eachOf(files: readonly FileFacts[], work: (file: FileFacts) => Promise<void>): Promise<void> {
  const turn = limitTo(AT_ONCE);
  await Promise.all(files.map((file) => turn(() => work(file))));
}
