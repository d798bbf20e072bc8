import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import type { Database, JobRunner } from '../../platform/database/types.ts';
import type { CatalogueSchema } from '../context/schema.ts';
import { CATALOGUE_STATE, type CatalogueState } from './catalogue-log.ts';
import type { Followed } from './follow-job.ts';
import { removeCopy } from './open-copy.ts';
import { fittingNames, type SnapshotStore } from './snapshots.ts';

const BUILD = new URL('./build-job.ts', import.meta.url);
const TIDY = new URL('./tidy-job.ts', import.meta.url);
const FOLLOW = new URL('./follow-job.ts', import.meta.url);

export interface CopyMaking {
  readonly database: Database<CatalogueSchema>;
  readonly jobs: JobRunner;
  readonly store: SnapshotStore;
  /** The process's own folder for copies. */
  readonly folder: string;
}

/** Where a copy that fits came from. */
type Origin = 'kept' | 'snapshot' | 'built';

const isCopy = (name: string): boolean => /^copy-\d+\.db$/.test(name);
const numberOf = (name: string): number => Number(/\d+/.exec(name)?.[0]);

/** Brings a copy to the present state of the catalogue; `check` reads through all of it first. */
export const follow = (jobs: JobRunner, file: string, check = false): Promise<Followed> =>
  jobs.run(FOLLOW, { file, check });

/** Puts a copy in order after many changes, in a moment when nobody waits for it. */
export const tidy = (jobs: JobRunner, file: string): Promise<null> => jobs.run(TIDY, { file });

/**
 * A copy that shows the present state of the catalogue, in the folder: the one kept there if it is whole and of this
 * catalogue, else the newest snapshot that is, else a new one. The other copies in the folder are removed, except `busy`.
 */
export async function makeCopy(making: CopyMaking, busy?: string): Promise<{ file: string; origin: Origin }> {
  const { jobs, folder } = making;
  await mkdir(folder, { recursive: true });
  const kept = (await readdir(folder)).filter(isCopy).map((name) => join(folder, name));
  const own = kept.filter((file) => file !== busy);
  for (const file of busy ? [] : own) {
    if ((await follow(jobs, file, true)).outcome === 'followed') return { file, origin: 'kept' };
  }
  for (const file of own) await removeCopy(file);
  const last = busy ? numberOf(busy.slice(folder.length)) : 0;
  const file = join(folder, `copy-${last + 1}.db`);
  if (await fetchSnapshot(making, file)) return { file, origin: 'snapshot' };
  await jobs.run(BUILD, { file });
  return { file, origin: 'built' };
}

/** Whether a snapshot that fits was found and brought up to date. */
async function fetchSnapshot({ database, jobs, store }: CopyMaking, file: string): Promise<boolean> {
  const { rows } = await database.read.executeQuery<CatalogueState>(CompiledQuery.raw(CATALOGUE_STATE));
  const names = rows[0] ? fittingNames(await store.list(), rows[0]) : [];
  for (const name of names) {
    const fetched = await store.fetch(name, file).then(
      () => true,
      () => false,
    );
    if (fetched && (await follow(jobs, file, true)).outcome === 'followed') return true;
    await removeCopy(file);
  }
  return false;
}
