import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { KeepRule } from '../../settings/backup-checks.ts';
import { keptMoments } from './kept-sets.ts';

/** Written last: a folder without it is no backup but the beginning of one. */
export const MANIFEST = 'manifest.json';
/** Every file with its hash, as `sha256sum -c` reads it. */
export const SUMS = 'SHA256SUMS';
/** What is still being written; never restored from. */
export const UNFINISHED = '.unfinished';

/** What a backup says of itself. */
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
  readonly folder: string;
  readonly manifest: Manifest;
}

const DAY_MS = 86_400_000;
const NAME = /^backup-\d{8}T\d{6}Z$/;

/** The folder of a backup taken at this time: names in order are times in order. */
export const setName = (at: Date): string =>
  `backup-${at.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')}`;

/** The backup that lies in this very folder; null when there is none, or only the beginning of one. */
export async function readSet(folder: string): Promise<BackupSet | null> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(absent);
  if (text === null) return null;
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1)
    throw new Error(`${folder} was made by a newer version of this program (format ${manifest.format})`);
  return { folder, manifest };
}

/** The backups below a folder, newest first. */
export async function setsIn(folder: string): Promise<BackupSet[]> {
  const names = (await readdir(folder).catch(absent)) ?? [];
  const sets = await Promise.all(
    names.filter((name) => NAME.test(name)).map((name) => readSet(join(folder, name))),
  );
  return sets
    .filter((set) => set !== null)
    .sort((one, other) => basename(other.folder).localeCompare(basename(one.folder)));
}

/** The backup that a person means by a folder: the one in it, or the newest below it. */
export const setAt = async (folder: string): Promise<BackupSet | null> =>
  (await readSet(folder)) ?? (await setsIn(folder))[0] ?? null;

/** How backups are kept. */
export interface Rotation {
  readonly rule: KeepRule;
  /** Where days begin. */
  readonly timeZone: string;
}

/**
 * Removes the backups below a folder that the rule does not keep, and beginnings of over a day before this time, which nobody
 * will finish.
 */
export async function rotate(folder: string, { rule, timeZone }: Rotation, at: Date): Promise<void> {
  const sets = await setsIn(folder);
  const momentOf = ({ manifest }: BackupSet) => Date.parse(manifest.takenAt);
  const kept = keptMoments(sets.map(momentOf), rule, timeZone);
  for (const set of sets) if (!kept.has(momentOf(set))) await rm(set.folder, { recursive: true });
  const dayBefore = `${setName(new Date(at.getTime() - DAY_MS))}${UNFINISHED}`;
  const left = (await readdir(folder)).filter(
    (name) => name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length)) && name < dayBefore,
  );
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true });
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
