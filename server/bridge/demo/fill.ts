import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '../../database/trouble.ts';
import type { Database } from '../../database/types.ts';
import { dayNumber } from '../../text/day.ts';
import { photosOf } from '../context.ts';
import type { BridgeSchema } from '../schema.ts';
import { isCatalogueEmpty } from './empty.ts';
import type { FillArgs } from './fill-job.ts';
import { type PictureChoice, storeDemoPhotos } from './pictures.ts';
import { demoPositions } from './positions.ts';

const JOB = new URL('./fill-job.ts', import.meta.url);
const ATTEMPTS = 10;
const BETWEEN_ATTEMPTS_MS = 500;

export interface FillOptions {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly timeZone: string;
}

/**
 * Fills a catalogue that holds nothing yet with the demonstration data, photos first, rows in one transaction.
 * `filesFolder` is the service's own. Resolves to the number of positions made; 0 and nothing touched where there is anything already.
 */
export async function fillDemo(
  database: Database<BridgeSchema>,
  filesFolder: string,
  { clock, timeZone }: FillOptions,
): Promise<number> {
  if (!(await isCatalogueEmpty(database))) return 0;
  const choices = new Map<number, PictureChoice>();
  demoPositions().forEach(({ picture }, at) => {
    if (picture) choices.set(at + 1, picture);
  });
  await storeDemoPhotos(photosOf(filesFolder), choices);
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
