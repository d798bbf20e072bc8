// Fills an empty catalogue with the demonstration at the first start: photos first, then positions by fill-job.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '../../platform/database/trouble.ts';
import { type FileStores, folderStores } from '../../platform/files/file-store.ts';
import { dayNumber } from '../../platform/text/day.ts';
import { PHOTOS } from '../context/context.ts';
import type { CatalogueDatabase } from '../context/schema.ts';
import type { FillArgs } from './fill-job.ts';
import { type PictureChoice, storeDemoPhotos } from './pictures.ts';
import { demoPositions } from './positions.ts';
import { isCatalogueEmpty } from './recognise.ts';

const JOB = new URL('./fill-job.ts', import.meta.url);
const ATTEMPTS = 10;
const BETWEEN_ATTEMPTS_MS = 500;

interface FillOptions {
  readonly clock: () => number;
  readonly timeZone: string;
  /** Where photos go; by default into filesFolder. */
  readonly stores?: FileStores;
}

/** Fills an empty catalogue with the demonstration, photos first; answers how many positions, 0 where it is filled. */
export async function fillDemo(
  database: CatalogueDatabase,
  filesFolder: string,
  { clock, timeZone, stores = folderStores(filesFolder, clock) }: FillOptions,
): Promise<number> {
  if (!(await isCatalogueEmpty(database))) return 0;
  const choices = new Map<number, PictureChoice>();
  demoPositions().forEach(({ picture }, at) => {
    if (picture) choices.set(at + 1, picture);
  });
  await storeDemoPhotos(stores.of(PHOTOS), filesFolder, choices);
  const moment = clock();
  const args = { day: dayNumber(moment, timeZone), moment };
  return inTurn(() => database.runJob<FillArgs, number>(JOB, args));
}

/** Tries anew while another server that starts with this one fills the catalogue, longer than a write waits. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isUnavailable(error)) throw error;
      await pause(BETWEEN_ATTEMPTS_MS);
    }
  }
}
