import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileFacts, type FileStore, sumOfStored } from '../files/file-store.ts';
import type { Check, RepairTools, Subject } from './check.ts';

/** A file as a row names it. */
export interface NamedFile {
  readonly name: string;
  /** Who names it, for the report. */
  readonly owner: string;
  /** Where the row knows them. */
  readonly bytes?: number;
  readonly sha256?: string;
}

interface NamedFiles {
  /** The kind of files, and the name of the check. */
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
    const store = subject.stores.of(folder);
    const before = await named(subject);
    const there = new Map<string, FileFacts>();
    for await (const file of store.list()) there.set(file.name, file);
    const known = new Set(before.map(({ name }) => name));
    const doubtful = new Map<NamedFile, string>();
    for (const file of before) {
      const fault = await faultOf(store, there.get(file.name), file);
      if (fault !== null) doubtful.set(file, fault);
    }
    const empty = [...there.values()].filter((file) => isEmptySize(file, known)).map(({ name }) => name);
    const after = await subject.again(named);
    const still = new Set(after.map(({ name }) => name));
    const orphans: string[] = [];
    const moving: string[] = [];
    for (const { name, writtenAt } of there.values()) {
      if (known.has(namedAs(name)) || still.has(namedAs(name)) || !(await store.find(name))) continue;
      if (subject.now - writtenAt < young) moving.push(`${folder}/${name} is new and nothing names it yet`);
      else orphans.push(name);
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
        mend: (bench: RepairTools) => putAside(bench, folder, [...orphans, ...empty]),
      }),
    };
  },
});

/** What is wrong with a file that a row names; null: nothing. */
async function faultOf(
  store: FileStore,
  listed: FileFacts | undefined,
  { name, bytes, sha256 }: NamedFile,
): Promise<string | null> {
  if (!listed) return 'is missing';
  if (listed.size === 0) return 'is empty';
  if (bytes !== undefined && listed.size !== bytes) return `has ${listed.size} bytes instead of ${bytes}`;
  if (sha256 === undefined) return null;
  const sum = await sumOfStored(store, name);
  if (sum === null) return 'is missing';
  return sum === sha256 ? null : 'has another content than was received';
}

/** Another size of a picture that holds nothing: once it is away it is made again when somebody asks for it. */
const isEmptySize = ({ name, size }: FileFacts, known: ReadonlySet<string>): boolean =>
  size === 0 && name.includes('@') && known.has(namedAs(name));

async function putAside(
  { stores, lostFolder }: RepairTools,
  folder: string,
  names: readonly string[],
): Promise<string> {
  const store = stores.of(folder);
  const to = join(lostFolder, folder);
  await mkdir(to, { recursive: true });
  for (const name of names) {
    if (await store.fetch(name, join(to, name))) await store.remove(name);
  }
  return `moved ${names.length} files of ${folder} to ${to}`;
}
