// Keeps this process's copy of the PostgreSQL catalogue in an SQLite file, which search and cards read.

import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery } from 'kysely';
import { takeLock } from '../../platform/database/sqlite-locks.ts';
import type { JobRunner } from '../../platform/database/types.ts';
import type { CatalogueDatabase } from '../context/schema.ts';
import type { SearchQuestion, ShownCatalogue } from '../context/search-questions.ts';
import { openReaders, type Reading } from '../search/readers.ts';
import { CATALOGUE_STATE, type CatalogueState, COUNT_UNSEEN, isDamage } from './copy-file.ts';
import { type Followed, TIDIED_ROWS } from './follow-job.ts';
import { startFollower } from './follower.ts';
import * as snapshotFiles from './snapshots.ts';

interface ReplicaOptions {
  /** A folder of this machine, for the copies of all processes on it. */
  readonly folder: string;
  readonly reading: Reading;
  readonly store: snapshotFiles.SnapshotStore;
  readonly snapshots?: snapshotFiles.SnapshotPolicy;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

/** This process's copy, kept up to date, in its last state while the catalogue is away; a damaged one is made anew. */
export async function openReplica(
  database: CatalogueDatabase,
  { folder, reading, store, snapshots, clock, log }: ReplicaOptions,
): Promise<ShownCatalogue> {
  const slot = await takeSlot(folder);
  const jobs = database.frequentReads();
  const making: CopyMaking = { database, jobs, store, folder: slot.folder };
  const open = async (busy?: string) => {
    const began = performance.now();
    const { file, origin } = await makeCopy(making, busy);
    log.info({ origin, ms: Math.round(performance.now() - began) }, 'copy of the catalogue');
    return { copy: snapshotFiles.openCopy(file, reading), origin };
  };
  const first = await open().catch(async (error: unknown) => {
    await jobs.close();
    slot.release();
    throw error;
  });
  let copy: snapshotFiles.OpenCopy = first.copy;
  let { place } = copy.state();
  const saving = snapshotFiles.saveSnapshots(store, join(slot.folder, 'snapshot.db'), () => copy, log, snapshots);
  if (first.origin === 'built') saving.isDue();

  let isDamaged = false;
  async function renew(): Promise<void> {
    const old = copy;
    copy = (await open(old.file)).copy;
    isDamaged = false;
    ({ place } = copy.state());
    saving.isDue();
    await old.close();
    await snapshotFiles.removeCopy(old.file);
  }

  const follower = startFollower({
    database,
    place: () => place,
    show: async (hasChanged) => {
      if (isDamaged) return renew();
      if (!hasChanged) return;
      const followed = await follow(jobs, copy.file, false);
      if (followed.outcome !== 'followed') return renew();
      place = followed.place;
      saving.changed(followed.rows);
      // The change itself was shown; if the file is damaged, the next change fails and reports it.
      if (followed.rows >= TIDIED_ROWS) void tidy(jobs, copy.file).catch(() => {});
    },
    onReach: (lost) =>
      lost === null
        ? log.info('the catalogue is followed again')
        : log.warn({ err: lost }, 'the catalogue cannot be followed: search and cards show it as it was'),
    clock,
  });

  return {
    get read() {
      return copy.read;
    },
    async ask(question: SearchQuestion) {
      try {
        return await copy.ask(question);
      } catch (error) {
        if (isDamage(error)) isDamaged = true;
        throw error;
      }
    },
    asOf: follower.asOf,
    behind: async () => {
      const query = CompiledQuery.raw(COUNT_UNSEEN, [place]);
      const { rows } = await database.read.executeQuery<{ count: number }>(query);
      return Number(rows[0]?.count);
    },
    get indexFile() {
      return copy.file;
    },
    caughtUp: follower.caughtUp,
    close: async () => {
      await follower.close();
      await saving.close();
      await jobs.close();
      await copy.close();
      slot.release();
    },
  };
}

/** A folder that belongs to this process until it ends. */
interface Slot {
  readonly folder: string;
  release(): void;
}

/** Processes over one data folder at most. */
const SLOTS = 64;

/** Takes the first free of the numbered folders in `folder`: processes that share it keep a copy each, and find it again. */
async function takeSlot(folder: string): Promise<Slot> {
  for (let number = 1; number <= SLOTS; number++) {
    const own = join(folder, String(number));
    await mkdir(own, { recursive: true });
    const lock = takeLock(join(own, 'lock.db'));
    if (lock) return { folder: own, release: () => lock.close() };
  }
  throw new Error(`${folder}: ${SLOTS} processes use it already`);
}

export function embeddedCatalogue(database: CatalogueDatabase, file: string, reading: Reading): ShownCatalogue {
  const readers = openReaders(file, reading);
  return {
    read: database.read,
    ask: readers.ask,
    asOf: () => null,
    behind: async () => 0,
    indexFile: file,
    caughtUp: async () => {},
    close: readers.close,
  };
}

/** The database, whose changes wait until they are shown here: a user who uploads a list finds what is in it. */
export function showingOwnChanges(database: CatalogueDatabase, { caughtUp }: ShownCatalogue): CatalogueDatabase {
  const shown = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change;
    await caughtUp();
    return result;
  };
  return {
    ...database,
    write: (work, options) => shown(database.write(work, options)),
    writeIf: (...queries) => shown(database.writeIf(...queries)),
    runJob: (module, args, options) => shown(database.runJob(module, args, options)),
  };
}

const BUILD = new URL('./build-job.ts', import.meta.url);
const TIDY = new URL('./tidy-job.ts', import.meta.url);
const FOLLOW = new URL('./follow-job.ts', import.meta.url);

interface CopyMaking {
  readonly database: CatalogueDatabase;
  readonly jobs: JobRunner;
  readonly store: snapshotFiles.SnapshotStore;
  readonly folder: string;
}

type Origin = 'kept' | 'snapshot' | 'built';

const isCopy = (name: string): boolean => /^copy-\d+\.db$/.test(name);
const numberOf = (name: string): number => Number(/\d+/.exec(name)?.[0]);

/** Brings a copy to the present state of the catalogue; `check` reads through all of it first. */
const follow = (jobs: JobRunner, file: string, check = false): Promise<Followed> => jobs.run(FOLLOW, { file, check });

const tidy = (jobs: JobRunner, file: string): Promise<null> => jobs.run(TIDY, { file });

/** A copy of the present state: one kept in the folder, a snapshot or a new one; the others but `busy` are removed. */
async function makeCopy(making: CopyMaking, busy?: string): Promise<{ file: string; origin: Origin }> {
  const { jobs, folder } = making;
  await mkdir(folder, { recursive: true });
  const kept = (await readdir(folder)).filter(isCopy).map((name) => join(folder, name));
  const own = kept.filter((file) => file !== busy);
  for (const file of busy ? [] : own) {
    if ((await follow(jobs, file, true)).outcome === 'followed') return { file, origin: 'kept' };
  }
  for (const file of own) await snapshotFiles.removeCopy(file);
  const last = busy ? numberOf(busy.slice(folder.length)) : 0;
  const file = join(folder, `copy-${last + 1}.db`);
  if (await fetchSnapshot(making, file)) return { file, origin: 'snapshot' };
  await jobs.run(BUILD, { file });
  return { file, origin: 'built' };
}

/** Whether a snapshot that fits was found and brought up to date. */
async function fetchSnapshot({ database, jobs, store }: CopyMaking, file: string): Promise<boolean> {
  const { rows } = await database.read.executeQuery<CatalogueState>(CompiledQuery.raw(CATALOGUE_STATE));
  const names = rows[0] ? snapshotFiles.fittingNames(await store.list(), rows[0]) : [];
  for (const name of names) {
    const fetched = await store.fetch(name, file).then(
      () => true,
      () => false,
    );
    if (fetched && (await follow(jobs, file, true)).outcome === 'followed') return true;
    await snapshotFiles.removeCopy(file);
  }
  return false;
}
