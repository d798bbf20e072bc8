import { sweepUnused } from '../files/open.ts';
import { type BridgeContext, liveDayOf } from './context.ts';
import { settleParts } from './parts/settle-parts.ts';
import { trimLog } from './replica/trim-log.ts';

const EXPIRY = new URL('./search/sweep-job.ts', import.meta.url);
const USED_PHOTOS = new URL('./cards/used-photos-job.ts', import.meta.url);

export interface Swept {
  /** Positions that left the stock because their price expired. */
  readonly expired: number;
  /** Photos that no position shows. */
  readonly photos: number;
}

/** One round: expired positions leave the stock (and the catalogue version grows), those without a part get one, forgotten photos leave the disk. */
export async function sweepCatalogue(context: BridgeContext): Promise<Swept> {
  const { database } = context;
  const liveDay = liveDayOf(context);
  const expired = liveDay > 0 ? await database.runJob<{ liveDay: number }, number>(EXPIRY, { liveDay }) : 0;
  await settleParts(database);
  await trimLog(database);
  return { expired, photos: await sweepUnused(context.photos, context, USED_PHOTOS) };
}
