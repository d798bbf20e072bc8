import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

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
  /** Where it lies, as a person would name it. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** In an object storage a name has an ending of its own, because nobody can be kept from writing at the same second. */
export const SET_NAME = /^backup-\d{8}T\d{6}Z(?:-[0-9a-f]{8})?$/;

/** The folder of a backup taken at this time: names in order are times in order. */
export const setName = (at: Date): string =>
  `backup-${at.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')}`;

/** Backups by their names. */
export const newestFirst = (one: BackupSet, other: BackupSet): number =>
  basename(one.folder) < basename(other.folder) ? 1 : -1;

/** The backup that lies in this very folder; null when there is none, or only the beginning of one. */
export async function readSet(folder: string): Promise<BackupSet | null> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(absent);
  if (text === null) return null;
  return { folder, manifest: readManifest(text, folder) };
}

/** What a backup says of itself. Throws where its layout is of a later program. */
export function readManifest(text: string, folder: string): Manifest {
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1)
    throw new Error(`${folder} was made by a newer version of this program (format ${manifest.format})`);
  return manifest;
}

/** The backups below a folder, newest first. */
export async function setsIn(folder: string): Promise<BackupSet[]> {
  const names = (await readdir(folder).catch(absent)) ?? [];
  const sets = await Promise.all(
    names.filter((name) => SET_NAME.test(name)).map((name) => readSet(join(folder, name))),
  );
  return sets.filter((set) => set !== null).sort(newestFirst);
}

/** The backup that a person means by a folder: the one in it, or the newest below it. */
export const setAt = async (folder: string): Promise<BackupSet | null> =>
  (await readSet(folder)) ?? (await setsIn(folder))[0] ?? null;

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
