import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery } from 'kysely';
import { takeLock } from '../../platform/database/sqlite-locks.ts';
import type { Database } from '../../platform/database/types.ts';
import type { CatalogueSchema } from '../context/schema.ts';
import type { SearchQuestion, ShownCatalogue } from '../context/search-questions.ts';
import type { Reading } from '../search/readers.ts';
import { COUNT_UNSEEN } from './catalogue-log.ts';
import { isDamage } from './copy-file.ts';
import { TIDIED_ROWS } from './follow-job.ts';
import { startFollower } from './follower.ts';
import { type CopyMaking, follow, makeCopy, tidy } from './make-copy.ts';
import { type OpenCopy, openCopy, removeCopy } from './open-copy.ts';
import { type SnapshotPolicy, type SnapshotStore, saveSnapshots } from './snapshots.ts';

interface ReplicaOptions {
  /** A folder of this machine, for the copies of all processes on it. */
  readonly folder: string;
  readonly reading: Reading;
  readonly store: SnapshotStore;
  readonly snapshots?: SnapshotPolicy;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

/**
 * This process's copy of the catalogue in PostgreSQL, up to date when it is opened and kept so. While the catalogue is
 * out of reach it shows what it showed last; a copy that turns out to be damaged or foreign is made anew beside it.
 */
export async function openReplica(
  database: Database<CatalogueSchema>,
  { folder, reading, store, snapshots, clock, log }: ReplicaOptions,
): Promise<ShownCatalogue> {
  const slot = await takeSlot(folder);
  const jobs = database.frequentReads();
  const making: CopyMaking = { database, jobs, store, folder: slot.folder };
  const open = async (busy?: string) => {
    const began = performance.now();
    const { file, origin } = await makeCopy(making, busy);
    log.info({ origin, ms: Math.round(performance.now() - began) }, 'copy of the catalogue');
    return { copy: openCopy(file, reading), origin };
  };
  const first = await open().catch(async (error: unknown) => {
    await jobs.close();
    slot.release();
    throw error;
  });
  let copy: OpenCopy = first.copy;
  let { place } = copy.state();
  const saving = saveSnapshots(store, join(slot.folder, 'snapshot.db'), () => copy, log, snapshots);
  if (first.origin === 'built') saving.isDue();

  let isDamaged = false;
  async function renew(): Promise<void> {
    const old = copy;
    copy = (await open(old.file)).copy;
    isDamaged = false;
    ({ place } = copy.state());
    saving.isDue();
    await old.close();
    await removeCopy(old.file);
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
      // What it is about was shown: a failure is told by the next change, if the file is to blame.
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
