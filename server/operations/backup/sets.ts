/** The format of a backup: its name, manifest and list of hashes; and which of several stay. */
import { createHash } from 'node:crypto';
import { open, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DAY_MS } from '../../../contract/limits.ts';
import type { KeepRule } from '../../../settings/storage.ts';
import { FILES_AT_ONCE, limitTo } from '../../platform/limit-to.ts';
import { dayNumber } from '../../platform/text/day.ts';

/** Written last: a folder without it is no backup but the beginning of one. */
export const MANIFEST = 'manifest.json';
/** Every file with its hash, as `sha256sum -c` reads it. */
export const SUMS = 'SHA256SUMS';
/** What is still being written; never restored from. */
export const UNFINISHED = '.unfinished';

export interface Manifest {
  /** Of the layout of the folder. */
  readonly format: 1;
  /** ISO 8601, UTC. */
  readonly takenAt: string;
  /** Version of the product that took it. */
  readonly version: string;
  /** Where its databases are from; without it they are embedded ones. */
  readonly databases?: 'postgres';
  /** Newest migration of each database in it. */
  readonly schemas: Readonly<Record<string, number>>;
  readonly files: number;
  readonly bytes: number;
  /** SHA-256 of the list of hashes. */
  readonly sums: string;
}

/** A finished backup. */
export interface BackupSet {
  /** Where it lies, as a person would name it. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** In an object storage a name has an ending of its own, because two servers may write at the same second. */
export const SET_NAME = /^backup-\d{8}T\d{6}Z(?:-[0-9a-f]{8})?$/;

/** The folder of a backup taken at this time: names in order are times in order. */
export const setName = (at: Date): string => `backup-${at.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')}`;

export const newestFirst = (one: BackupSet, other: BackupSet): number =>
  basename(one.folder) < basename(other.folder) ? 1 : -1;

/** The backup in this very folder; null when there is none, or only a beginning. */
async function readSet(folder: string): Promise<BackupSet | null> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(absent);
  if (text === null) return null;
  return { folder, manifest: readManifest(text, folder) };
}

/** Throws where the layout of a backup is of a later program. */
export function readManifest(text: string, folder: string): Manifest {
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1)
    throw new Error(`${folder} was made by a newer version of this program (format ${manifest.format})`);
  return manifest;
}

/** Newest first. */
export async function setsIn(folder: string): Promise<BackupSet[]> {
  const names = (await readdir(folder).catch(absent)) ?? [];
  const sets = await Promise.all(
    names.filter((name) => SET_NAME.test(name)).map((name) => readSet(join(folder, name))),
  );
  return sets.filter((set) => set !== null).sort(newestFirst);
}

/** The backup in a folder, or the newest below it. */
export const setAt = async (folder: string): Promise<BackupSet | null> =>
  (await readSet(folder)) ?? (await setsIn(folder))[0] ?? null;

/** For `catch`: null where there is no such file or folder. */
export function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

export interface SourceFacts {
  /** Bytes. */
  readonly size: number;
  /** Null: the size alone decides, as a name is never used again. */
  readonly mtime: Date | null;
}

/** A backup that is being written; it is none until it is finished. Paths are below it, with slashes. */
export interface SetDraft {
  /** A folder of this machine into which files are laid before they are taken. */
  readonly folder: string;
  /** Reuses the file of the previous backup under this path: resolves to its hash; null when that one differs. */
  again(path: string, facts: SourceFacts): Promise<string | null>;
  /** Keeps the file that lies in the folder under this path; `sum`: SHA-256, hexadecimal. */
  take(path: string): Promise<{ readonly sum: string; readonly bytes: number }>;
  /** Writes the list of hashes and, last, the manifest: from then on it is a backup. Resolves to where it lies. */
  finish(sums: string, manifest: string): Promise<string>;
  /** Removes what was written, as far as the place allows now; the rest goes with a later rotation. */
  discard(): Promise<void>;
}

/** Where backups are kept: a folder or a part of an object storage. */
export interface BackupPlace {
  /** The finished ones, newest first. */
  sets(): Promise<BackupSet[]>;
  /** The backup in this place, or the newest below it. */
  meant(): Promise<BackupSet | null>;
  begin(at: Date): Promise<SetDraft>;
  /** Reads it in a folder of this machine; `release` must be called when it is not read any more. */
  borrow(set: BackupSet): Promise<{ readonly set: BackupSet; release(): Promise<void> }>;
  remove(set: BackupSet): Promise<void>;
  /** Removes unfinished backups older than this. */
  removeRests(before: Date): Promise<void>;
}

/** Paths below the backup's folder, with slashes, and the SHA-256 of each in hexadecimal digits. */
export type Sums = ReadonlyMap<string, string>;

/** Path and hash as `sha256sum` writes them; names with a line break or a backslash are escaped as it does. */
const lineOf = ([path, sum]: readonly [string, string]): string => {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${sum}  ${escaped}\n`;
};

export const writtenSums = (sums: Sums): string =>
  [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(lineOf)
    .join('');

const LINE = /^(\\?)([0-9a-f]{64}) [ *](.+)$/s;
const ESCAPES: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' };

/** Reads such a list. Throws an Error for a line that is none. */
export function readSums(text: string): Sums {
  const sums = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, escaped, sum, path] = LINE.exec(line) ?? [];
    if (sum === undefined || path === undefined) throw new Error(`not a line of ${SUMS}: ${line.slice(0, 120)}`);
    sums.set(escaped ? path.replace(/\\[\\nr]/g, (pair) => ESCAPES[pair] ?? pair) : path, sum);
  }
  return sums;
}

export const sumsOf = async ({ folder }: BackupSet): Promise<Sums> =>
  readSums(await readFile(join(folder, SUMS), 'utf8'));

/** FILES_AT_ONCE at a time; rejects with the first failure. */
export async function eachFile<File>(files: Iterable<File>, work: (file: File) => Promise<unknown>): Promise<void> {
  const turn = limitTo(FILES_AT_ONCE);
  await Promise.all([...files].map((file) => turn(() => work(file))));
}

/** SHA-256, hexadecimal. */
export const sumOfText = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** It is on the disk when this resolves. */
export async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

export interface Rotation {
  readonly rule: KeepRule;
  /** Where days begin. */
  readonly timeZone: string;
}

export async function rotate(place: BackupPlace, { rule, timeZone }: Rotation, at: Date): Promise<void> {
  const all = await place.sets();
  const momentOf = ({ manifest }: BackupSet) => Date.parse(manifest.takenAt);
  const kept = momentsToKeep(all.map(momentOf), rule, timeZone);
  for (const set of all) if (!kept.has(momentOf(set))) await place.remove(set);
  await place.removeRests(new Date(at.getTime() - DAY_MS));
}

/** 1 January 1970 was a Thursday; weeks begin with Monday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);

const monthOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 7);

/** Which moments (milliseconds, newest first) a rule keeps, by calendar days of a zone. The newest always stays. */
function momentsToKeep(
  moments: readonly number[],
  { days, weeks, months, newest }: KeepRule,
  timeZone: string,
): ReadonlySet<number> {
  const kept = new Set(moments.slice(0, Math.max(1, newest)));
  const keep = (count: number, periodOf: (day: number) => number | string): void => {
    const periods = new Set<number | string>();
    for (const moment of moments) {
      const period = periodOf(dayNumber(moment, timeZone));
      if (periods.has(period)) continue;
      if (periods.size >= count) return;
      periods.add(period);
      kept.add(moment);
    }
  };
  keep(days, (day) => day);
  keep(weeks, weekOf);
  keep(months, monthOf);
  return kept;
}
