import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { SERVICE_NAMES } from '../../../settings/storage.ts';
import { loadSchema } from '../../platform/database/postgres-copy.ts';
import { refuseOthers, setSchemasAside } from '../../platform/database/postgres-set-aside.ts';
import { SchemaTooNew } from '../../platform/database/trouble.ts';
import type { Migration } from '../../platform/database/types.ts';
import { type FileFacts, type FileStore, sumOfFile } from '../../platform/files/file-store.ts';
import { FILES_AT_ONCE, limitTo } from '../../platform/limit-to.ts';
import { SECRET_FILE } from '../../platform/secrets.ts';
import type { StoredKind } from '../config/places.ts';
import { fileOfTable, folderOfSchema, TABLES, type TableNote } from './databases.ts';
import { moveStateAside } from './restore-point.ts';
import { openSecret, SEALED_SECRET } from './sealed-secret.ts';
import { type BackupSet, readSums, SUMS, type Sums, sumOfText } from './sets.ts';

/** Damaged files that a message names. */
const NAMED_MAX = 5;

/** The backup is not what was written; the message names files. */
export class BackupDamaged extends Error {}

interface RestoreOrder {
  readonly dataFolder: string;
  /** Where its files go instead, an object storage; none: into the data folder. */
  readonly stored: readonly StoredKind[];
  readonly at: Date;
  /** What opens the key of the data folder in the backup; empty: the key that is there stays. */
  readonly passphrase: string;
  /** Whether what was put there is sound: the product's own opening of it. Rejects with the reason when it is not. */
  check(): Promise<void>;
}

/**
 * Puts a backup into the place of what the data folder has, which is moved aside first. Every file is compared with its
 * hash before anything moves. In an object storage nothing is removed: what the backup does not know is copied to what was
 * moved aside, because the server takes it away as soon as no row names it. Where the check fails, the disk or the
 * storage, everything is put back as it was. Returns the folder that now has what was there. Throws Damaged, InUse, and whatever the check throws.
 */
export async function restore(set: BackupSet, order: RestoreOrder): Promise<string> {
  const sums = await soundSums(set);
  // Before anything moves: a wrong passphrase changes nothing.
  const secret =
    sums.has(SEALED_SECRET) && order.passphrase !== '' ? await openSecret(set.folder, order.passphrase) : null;
  // Backups of earlier versions have it as it is.
  const replacesSecret = secret !== null || sums.has(SECRET_FILE);
  const point = await moveStateAside(order.dataFolder, order.at, replacesSecret);
  let dropOthers = async () => {};
  try {
    await putBack(set, sums, order);
    if (secret !== null) await writeFile(join(order.dataFolder, SECRET_FILE), secret, { mode: 0o600 });
    dropOthers = await keepOthers(order.stored, sums, point.folder);
    // The last step: it changes the databases that lie elsewhere.
    await order.check();
    return point.folder;
  } catch (error) {
    await dropOthers();
    await point.undo();
    throw error;
  }
}

/** The list of a backup whose every file has its hash. Throws Damaged. */
async function soundSums({ folder, manifest }: BackupSet): Promise<Sums> {
  const text = await readFile(join(folder, SUMS), 'utf8').catch(() => '');
  if (sumOfText(text) !== manifest.sums)
    throw new BackupDamaged(`${SUMS} of the backup of ${manifest.takenAt} is not the one that was written`);
  const sums = readSums(text);
  const turn = limitTo(FILES_AT_ONCE);
  const wrong: string[] = [];
  await Promise.all(
    [...sums].map(([path, sum]) =>
      turn(async () => {
        const found = await sumOfFile(join(folder, path)).catch(() => 'missing');
        if (found !== sum) wrong.push(path);
      }),
    ),
  );
  if (wrong.length === 0) return sums;
  const named = wrong.sort().slice(0, NAMED_MAX).join(', ');
  throw new BackupDamaged(
    `damaged or missing in the backup of ${manifest.takenAt}, ${wrong.length} of ${sums.size} files: ${named}`,
  );
}

/** Rows of PostgreSQL go into its database, and the sealed key is opened. */
const isOfFolder = (path: string): boolean =>
  path !== SEALED_SECRET && !SERVICE_NAMES.some((name) => path.startsWith(`${folderOfSchema(name)}/`));

async function putBack(
  { folder }: BackupSet,
  sums: Sums,
  { dataFolder, stored }: Pick<RestoreOrder, 'dataFolder' | 'stored'>,
): Promise<void> {
  const turn = limitTo(FILES_AT_ONCE);
  await putIntoStorage(folder, sums.keys(), stored);
  const isStored = (path: string) => stored.some((kind) => path.startsWith(`${kind.path}/`));
  await Promise.all(
    [...sums.keys()]
      .filter((path) => isOfFolder(path) && !isStored(path))
      .map((path) =>
        turn(async () => {
          const [from, to] = [join(folder, path), join(dataFolder, path)];
          await mkdir(dirname(to), { recursive: true });
          await copyFile(from, to, constants.COPYFILE_FICLONE);
          const { mtime } = await stat(from);
          // The next backup links what it knows by its time.
          await utimes(to, mtime, mtime);
        }),
      ),
  );
}

/** Puts those files of a folder into the object storage that it does not have, by their paths below the folder. */
export async function putIntoStorage(
  folder: string,
  paths: Iterable<string>,
  stored: readonly StoredKind[],
): Promise<void> {
  const all = [...paths];
  const turn = limitTo(FILES_AT_ONCE);
  for (const { path: kind, store } of stored) {
    const there = await factsIn(store);
    const wanted = all.filter((path) => path.startsWith(`${kind}/`)).map((path) => path.slice(kind.length + 1));
    await Promise.all(
      wanted.filter((name) => !there.has(name)).map((name) => turn(() => store.copy(name, join(folder, kind, name)))),
    );
  }
}

/** Copies the files of the object storage that are not among these paths into a folder. Returns how to remove the copies. */
async function keepOthers(
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

/**
 * Puts the schemas of a backup, whose files are sound, into the places of those there, which are renamed, and brings them up to
 * date: all in one transaction, so that a failure leaves nothing changed. Resolves to the new names of what was there.
 * Throws DatabaseInUse, SchemaTooNew, Damaged.
 */
export async function restorePostgres(
  client: pg.Client,
  { folder, manifest }: BackupSet,
  migrations: Readonly<Record<string, readonly Migration[]>>,
  at: Date,
): Promise<string[]> {
  await refuseOthers(client);
  await client.query('BEGIN');
  try {
    const aside = await setSchemasAside(client, Object.keys(migrations), at);
    for (const [schema, version] of Object.entries(manifest.schemas)) {
      const known = migrations[schema] ?? [];
      if (version > known.length) throw new SchemaTooNew(`the backup of ${schema}`, version, known.length);
      await loadOne(client, schema, known, version, join(folder, folderOfSchema(schema)));
    }
    await client.query('COMMIT');
    return aside;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function loadOne(
  client: pg.Client,
  schema: string,
  migrations: readonly Migration[],
  version: number,
  folder: string,
): Promise<void> {
  const text = await readFile(join(folder, TABLES), 'utf8');
  const notes = new Map((JSON.parse(text) as TableNote[]).map((note) => [note.name, note]));
  const counts = await loadSchema(client, schema, migrations, {
    version,
    rows: ({ name, columns }) => {
      const note = notes.get(name);
      if (!note) return null;
      if (note.columns.join() !== columns.map((column) => column.name).join())
        throw new BackupDamaged(`${schema}.${name} has other columns in the backup`);
      return createReadStream(join(folder, fileOfTable(name)));
    },
    lastCounted: (table) => notes.get(table)?.last ?? null,
  });
  for (const { name, rows } of notes.values()) {
    if (counts.get(name) !== rows)
      throw new BackupDamaged(`${schema}.${name} has ${counts.get(name) ?? 0} rows instead of ${rows}`);
  }
}
