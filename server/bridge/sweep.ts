import { type BridgeContext, liveDayOf } from './context.ts';
import { settleParts } from './parts/settle-parts.ts';
import { trimLog } from './replica/trim-log.ts';

const EXPIRY = new URL('./search/sweep-job.ts', import.meta.url);
const USED_PHOTOS = new URL('./cards/used-photos-job.ts', import.meta.url);
/** Files younger than this may belong to a change that is not committed yet, ms. */
const YOUNG = 3_600_000;

export interface Swept {
  /** Positions that left the stock because their price expired. */
  readonly expired: number;
  /** Photos that no position shows. */
  readonly photos: number;
}

/** One round: expired positions leave the stock (and the catalogue version grows), those without a part get one, forgotten photos leave the disk. */
export async function sweepCatalogue(context: BridgeContext): Promise<Swept> {
  const { database, photos, clock } = context;
  const liveDay = liveDayOf(context);
  const expired = liveDay > 0 ? await database.runJob<{ liveDay: number }, number>(EXPIRY, { liveDay }) : 0;
  await settleParts(database);
  await trimLog(database);
  // The moment is taken before the question: a photo put in place meanwhile is younger.
  const before = clock() - YOUNG;
  const used = new Set(await database.readJob<null, string[]>(USED_PHOTOS, null));
  return { expired, photos: await photos.sweep(used, before) };
}
