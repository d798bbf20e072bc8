import type { Stats } from 'node:fs';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sumOfFile } from '../files/sum.ts';
import type { Bench, Check, Subject } from './check.ts';

/** A file as a row names it. */
export interface NamedFile {
  readonly name: string;
  /** Who names it, for the report. */
  readonly owner: string;
  /** Where the row knows them. */
  readonly bytes?: number;
  readonly sha256?: string;
}

export interface NamedFiles {
  /** The folder below the service's own, and the name of the check. */
  readonly folder: string;
  /** All files that rows name. */
  named(subject: Subject): Promise<readonly NamedFile[]>;
  /** Younger files may belong to a change that is not committed yet, ms. */
  readonly young: number;
}

/** The name that rows give to a picture of which this is another size. */
const namedAs = (entry: string): string => entry.replace(/@[^.]*/, '');

/**
 * Every row has its file, whole, and every file its row. The server may be working: what is missing or left over is looked
 * for again in the rows as they are afterwards. Files that nothing names can be put aside; nothing is removed.
 */
export const filesCheck = ({ folder, named, young }: NamedFiles): Check => ({
  name: folder,
  run: async (subject) => {
    const path = join(subject.filesFolder, folder);
    const before = await named(subject);
    const entries = await readdir(path).catch(noneYet);
    const there = new Set(entries);
    const known = new Set(before.map(({ name }) => name));
    const unknown = entries.filter((entry) => !known.has(namedAs(entry)));
    const doubtful = new Map<NamedFile, string>();
    for (const file of before) {
      const fault = there.has(file.name) ? await faultOf(join(path, file.name), file) : 'is missing';
      if (fault !== null) doubtful.set(file, fault);
    }
    const empty = await emptySizes(path, entries, known);
    const after = await subject.again(named);
    const still = new Set(after.map(({ name }) => name));
    const orphans: string[] = [];
    const moving: string[] = [];
    for (const entry of unknown) {
      const found = still.has(namedAs(entry)) ? null : await statOf(join(path, entry));
      if (!found) continue;
      if (subject.now - found.mtimeMs < young)
        moving.push(`${folder}/${entry} is new and nothing names it yet`);
      else orphans.push(entry);
    }
    const faults = [...doubtful].flatMap(([{ name, owner }, fault]) =>
      still.has(name) ? [`${folder}/${name} of ${owner} ${fault}`] : [],
    );
    return {
      faults: [
        ...faults,
        ...orphans.map((entry) => `${folder}/${entry} is named by no row`),
        ...empty.map((entry) => `${folder}/${entry}, a smaller size of a picture, is empty`),
      ],
      moving,
      ...(orphans.length + empty.length > 0 && {
        mend: (bench: Bench) => putAside(bench, folder, [...orphans, ...empty]),
      }),
    };
  },
});

/** What is wrong with a file that is there; null: nothing. */
async function faultOf(path: string, { bytes, sha256 }: NamedFile): Promise<string | null> {
  const found = await statOf(path);
  if (!found) return 'is missing';
  if (found.size === 0) return 'is empty';
  if (bytes !== undefined && found.size !== bytes) return `has ${found.size} bytes instead of ${bytes}`;
  if (sha256 !== undefined && (await sumOfFile(path)) !== sha256)
    return 'has another content than was received';
  return null;
}

/** Other sizes of pictures that hold nothing: once they are away they are made again when somebody asks for them. */
async function emptySizes(
  path: string,
  entries: readonly string[],
  known: ReadonlySet<string>,
): Promise<string[]> {
  const empty: string[] = [];
  for (const entry of entries) {
    if (!entry.includes('@') || !known.has(namedAs(entry))) continue;
    if ((await statOf(join(path, entry)))?.size === 0) empty.push(entry);
  }
  return empty;
}

async function putAside(
  { filesFolder, lostFolder }: Bench,
  folder: string,
  entries: readonly string[],
): Promise<string> {
  const to = join(lostFolder, folder);
  await mkdir(to, { recursive: true });
  for (const entry of entries) await rename(join(filesFolder, folder, entry), join(to, entry));
  return `moved ${entries.length} files of ${folder} to ${to}`;
}

const statOf = (path: string): Promise<Stats | null> =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

/** A service makes a folder with its first file. */
function noneYet(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
