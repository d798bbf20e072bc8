import { HIDDEN } from '../../../contract/hidden.ts';
import { type BuiltFile, openBuiltFiles } from '../built-files.ts';
import { type BridgeContext, liveDayOf } from '../context.ts';
import { feedVersion } from '../version.ts';
import type { BuiltFeed, FeedArgs, FeedKind } from './build-job.ts';
import type { Shop } from './shop.ts';
import { idsOf } from './sitemap.ts';

const JOB = new URL('./build-job.ts', import.meta.url);

/** The feeds for search engines, as files packed by gzip. */
export interface Feeds {
  open(kind: 'index' | 'yml'): Promise<BuiltFile>;
  /** A part of the sitemap of products, which count from 1; null when it would be empty. */
  openProducts(part: number): Promise<BuiltFile | null>;
  close(): Promise<void>;
}

/** Opens the cache of feeds in a folder of its own. */
export async function openFeeds(context: BridgeContext, folder: string, shop: () => Shop): Promise<Feeds> {
  const { database, timeZone, clock } = context;
  const files = await openBuiltFiles<FeedKind>({
    version: () => feedVersion(database.read),
    folder,
    timeZone,
    clock,
    build: (kind, path, _today, signal) => {
      const written = minuteOf(clock(), timeZone);
      const args: FeedArgs = { kind, path, shop: shop(), liveDay: liveDayOf(context), written };
      return database.readJob<FeedArgs, BuiltFeed>(JOB, args, { signal });
    },
  });
  return {
    open: files.open,
    close: files.close,
    async openProducts(part) {
      const { after, last } = idsOf(part);
      const any = await database.read
        .selectFrom('positions')
        .select('id')
        .where('id', '>', after)
        .where('id', '<=', last)
        .where('hidden', '=', HIDDEN.shown)
        .limit(1)
        .executeTakeFirst();
      return any ? files.open(`products-${part}`) : null;
    },
  };
}

/** A moment as YYYY-MM-DD hh:mm in a time zone: how Swedish writes it. */
const minuteOf = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(time);
