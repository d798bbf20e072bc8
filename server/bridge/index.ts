import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import type { Position } from '../../contract/bridge.ts';
import { SEARCH_MISS_KEEP_DAYS } from '../../contract/limits.ts';
import type { PartsQuery } from '../../contract/part-queries.ts';
import type { Offer, PartCross, PartsAnswer, PartsDirectory } from '../../contract/parts.ts';
import { openDatabase } from '../database/open.ts';
import type { Database, DatabaseLocation } from '../database/types.ts';
import type { FileStores } from '../files/file-store.ts';
import { folderStores } from '../files/folder-store.ts';
import { sweepHourly } from '../files/hourly.ts';
import { openFiles } from '../files/open.ts';
import { createLimits } from '../http/limits.ts';
import { removeAbandoned } from '../http/upload.ts';
import type { WatchedService } from '../watch/watched.ts';
import { ageOf } from './age.ts';
import { photoRoutes } from './cards/photo-routes.ts';
import { cardRoutes } from './cards/routes.ts';
import { byAlias, byId, byPart } from './cards/store.ts';
import { type BridgeContext, liveDayOf, PHOTOS } from './context.ts';
import { goOnWithCrosses } from './crosses/cross-work.ts';
import { crossesOfPart } from './crosses/part-crosses.ts';
import { crossRoutes } from './crosses/routes.ts';
import { exchangeRoutes } from './exchange/routes.ts';
import { type ExchangeSettings, NO_EXCHANGE } from './exchange/settings.ts';
import { feedRoutes } from './feeds/routes.ts';
import type { Shop } from './feeds/shop.ts';
import { type Arrivals, type ArrivalsOf, openArrivals } from './import/arrivals/arrivals.ts';
import { runMailRoutes } from './import/notices/mail-routes.ts';
import { noticeRoutes } from './import/notices/routes.ts';
import { createRunMails } from './import/notices/run-mails.ts';
import { presetRoutes } from './import/preset-routes.ts';
import { importRoutes } from './import/routes.ts';
import { openDesk } from './import/run/desk.ts';
import { keptFilesIn } from './import/run/kept-files.ts';
import { markInterruptedRuns } from './import/run/runs.ts';
import { sweepKeptFiles } from './import/run/sweep-kept.ts';
import { runRoutes } from './import/run-routes.ts';
import { undoRoutes } from './import/undo/routes.ts';
import { undoAs } from './import/undo/undo-work.ts';
import { migrations } from './migrations/index.ts';
import { partAnswer } from './parts/part-answer.ts';
import { partRoutes } from './parts/routes.ts';
import { settleParts } from './parts/settle-parts.ts';
import { positionAnswer } from './position.ts';
import { exportRoutes } from './positions/export-routes.ts';
import { positionRoutes } from './positions/routes.ts';
import { showRoutes } from './positions/show-routes.ts';
import { openPriceCache } from './pricelist/cache.ts';
import { priceListRoutes } from './pricelist/routes.ts';
import { referenceRoutes } from './references/routes.ts';
import { tellsCaughtUp } from './replica/own-changes.ts';
import { openReplica } from './replica/replica.ts';
import { embeddedCatalogue, type ShownCatalogue } from './replica/shown.ts';
import type { SnapshotPolicy } from './replica/snapshot-policy.ts';
import { snapshotsIn } from './replica/snapshots.ts';
import { openRequests, type RequestSettings, type Requests } from './requests/index.ts';
import type { BridgeSchema } from './schema.ts';
import { type SearchEngine, searchOver } from './search/engine.ts';
import { listRoutes } from './search/list/routes.ts';
import { countMisses } from './search/misses/counter.ts';
import { missRoutes } from './search/misses/routes.ts';
import { sweepMisses } from './search/misses/store.ts';
import { ownWordRoutes } from './search/own-words/routes.ts';
import { partsRequest } from './search/parts/parts-parameters.ts';
import { partSearchRoutes } from './search/parts/routes.ts';
import { renewPlusKeys } from './search/renew-plus-keys.ts';
import { searchRoutes } from './search/routes.ts';
import { sweepCatalogue } from './sweep.ts';
import { watchedCatalogue } from './watched.ts';

/** What is known of an address of a card. */
export interface CardFound {
  /** Null: there is none. */
  readonly position: Position | null;
  /** All offers of its part, itself included. */
  readonly offers: readonly Offer[];
  /** What replaces the part. */
  readonly crosses: readonly PartCross[];
  /** HTTP date up to which this is right, while the catalogue is out of reach; else null. */
  readonly asOf: string | null;
}

/** An answer of the search for parts. */
export interface PartsFound {
  readonly answer: PartsAnswer;
  /** As for a card. */
  readonly asOf: string | null;
}

export interface BridgeSettings {
  /** The service's own folder of this machine: built price lists, uploads under way. */
  readonly filesFolder: string;
  /** Where its files lie that other servers see too; by default in filesFolder. */
  readonly stores?: FileStores;
  /** Beside PostgreSQL: a folder of this machine, for the copy that searches are answered from; by default in filesFolder. */
  readonly copyFolder?: string;
  readonly snapshots?: SnapshotPolicy;
  readonly timeZone: string;
  /** Days after which a price that no upload confirmed counts no more; 0: never. */
  readonly priceTtlDays: number;
  /** Threads that answer searches; one by default. */
  readonly searchThreads?: number;
  /** Whether these start, and read ahead, before anybody asks; they do by default. */
  readonly searchIsAhead?: boolean;
  /** Price lists that come by themselves; by default none do. */
  readonly arrivals?: ArrivalsOf;
  /** By default requests are kept and mailed to nobody. */
  readonly requests?: RequestSettings;
  /** By default no accounting program may bring anything. */
  readonly exchange?: ExchangeSettings;
  /** How often import runs of other processes are looked after, ms. */
  readonly importLookEvery?: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  /** How long a stalled reader of a download is borne, ms. */
  readonly slowWindowMs?: number;
}

/** The catalogue service. */
export interface Bridge {
  /** Its routes, relative to the prefix BRIDGE. */
  readonly routes: FastifyPluginAsyncTypebox;
  /** Sitemaps and feeds, for the root of the site; files are opened when it is mounted. */
  feeds(shop: () => Shop): FastifyPluginAsyncTypebox;
  /** The position that an id, or a present or former alias, names. */
  card(address: { readonly id: number } | { readonly alias: string }): Promise<CardFound>;
  /** What `GET /parts/` answers. */
  parts(asked: PartsQuery): Promise<PartsFound>;
  /** What `GET /parts/directory` answers. */
  directory(): Promise<PartsDirectory>;
  readonly database: Database<BridgeSchema>;
  readonly context: BridgeContext;
  /** Null where no price lists come by themselves. */
  readonly arrivals: Arrivals | null;
  readonly requests: Requests;
  readonly search: SearchEngine;
  /** What of it is watched. */
  readonly watched: WatchedService;
  /** True when the database takes changes; rejects with the reason when it does not. */
  ready(): Promise<boolean>;
  /** Leaves import runs that wait for their turn to other processes; resolves when that is noted. */
  handOverRuns(): Promise<void>;
  /** Stops what runs in the background and closes the database. */
  close(): Promise<void>;
}

const DAY = 86_400_000;

/** Opens the service's database, migrated, and the service over it. */
export async function openBridge(settings: BridgeSettings & { location: DatabaseLocation }): Promise<Bridge> {
  return bridgeOver(await openDatabase<BridgeSchema>(settings.location, migrations), settings);
}

/** What visitors are shown of it. */
const shownOf = (
  database: Database<BridgeSchema>,
  {
    filesFolder,
    clock,
    stores = folderStores(filesFolder, clock),
    copyFolder = join(filesFolder, 'copies'),
    searchThreads: threads = 1,
    searchIsAhead: isAhead = true,
    snapshots,
    log,
  }: BridgeSettings,
): Promise<ShownCatalogue> | ShownCatalogue =>
  database.location.dialect === 'sqlite'
    ? embeddedCatalogue(database, database.location.file, { threads, isAhead })
    : openReplica(database, {
        folder: copyFolder,
        reading: { threads, isAhead },
        store: snapshotsIn(stores.of('snapshots')),
        ...(snapshots ? { snapshots } : {}),
        clock,
        log,
      });

/** The service over an open database, which it closes in the end. */
export async function bridgeOver(opened: Database<BridgeSchema>, settings: BridgeSettings): Promise<Bridge> {
  const { filesFolder, timeZone, priceTtlDays, clock, log, exchange = NO_EXCHANGE } = settings;
  const stores = settings.stores ?? folderStores(filesFolder, clock);
  const incomingFolder = join(filesFolder, 'incoming');
  // Not all of it: a second server on this folder, perhaps one that finds its port taken, must not break the first.
  await removeAbandoned(incomingFolder);
  await markInterruptedRuns(opened, clock());
  await renewPlusKeys(opened);
  await settleParts(opened);
  const shown = await shownOf(opened, settings);
  const database = tellsCaughtUp(opened, shown);
  const photos = await openFiles(stores.of(PHOTOS));
  const context: BridgeContext = {
    database,
    shown,
    photos,
    incomingFolder,
    timeZone,
    priceTtlDays,
    clock,
    log,
  };
  const folder = join(filesFolder, 'pricelists');
  const prices = await openPriceCache({ database, folder, timeZone, priceTtlDays, clock });
  const misses = countMisses(database, clock, log);
  const search = searchOver(shown.ask, { timeZone, priceTtlDays, clock, onMiss: misses.add });
  const positionJobs = database.frequentReads();
  const limits = settings.requests?.limits ?? createLimits();
  const requests = openRequests(context, positionJobs, { ...settings.requests, limits });
  const { mail } = settings.requests ?? {};
  const runMails = mail && requests.outbox && createRunMails(context, requests.outbox, mail.shop.siteAddress);
  await runMails?.tellEnded();
  const tellEnded = async () => runMails?.tellEnded();
  const desk = openDesk(context, keptFilesIn(stores.of('received')), {
    tellEnded,
    lookEvery: settings.importLookEvery,
  });
  desk.takeOver({
    undo: (run) => undoAs(context, run.undoes ?? 0),
    crosses: goOnWithCrosses(context, desk.kept),
  });
  await desk.look();
  const arrivals =
    settings.arrivals === undefined
      ? null
      : await openArrivals({ ...context, desk, held: keptFilesIn(stores.of('arrivals')) }, settings.arrivals);
  const sweep = async () => {
    await tellEnded();
    const swept = await sweepCatalogue(context);
    const priceFiles = await sweepKeptFiles(database, desk.kept, clock());
    const wordings = await sweepMisses(database, clock() - SEARCH_MISS_KEEP_DAYS * DAY);
    return { ...swept, priceFiles, wordings, requests: await requests.sweep() };
  };
  const stopSweeping = sweepHourly(sweep, { clock, log });

  return {
    database,
    context,
    search,
    arrivals,
    requests,
    routes: async (app) => {
      await app.register(searchRoutes({ search, shown }));
      await app.register(partSearchRoutes({ search, shown }));
      await app.register(listRoutes(context, search, limits));
      await app.register(ownWordRoutes(context));
      await app.register(missRoutes(context, misses));
      await app.register(cardRoutes(context));
      await app.register(partRoutes(context));
      await app.register(crossRoutes(context, desk));
      await app.register(photoRoutes(context));
      await app.register(priceListRoutes(prices, settings.slowWindowMs));
      await app.register(importRoutes(context, desk));
      await app.register(runRoutes(context, desk));
      await app.register(presetRoutes(context));
      await app.register(noticeRoutes(context));
      if (runMails) await app.register(runMailRoutes(context, runMails));
      await app.register(undoRoutes(context, desk));
      await app.register(positionRoutes(context, positionJobs, desk));
      await app.register(showRoutes(context, desk));
      await app.register(exportRoutes(context));
      await app.register(exchangeRoutes({ ...context, desk, settings: exchange }));
      await app.register(requests.routes);
      if (arrivals) await app.register(arrivals.routes);
      await app.register(referenceRoutes(context, 'brands', 'brand'), { prefix: '/brands' });
      await app.register(referenceRoutes(context, 'providers', 'provider'), { prefix: '/providers' });
    },
    feeds: (shop) => feedRoutes(context, filesFolder, shop),
    card: async (address) => {
      const { read } = shown;
      const row = await ('id' in address ? byId(read, address.id) : byAlias(read, address.alias));
      const asOf = ageOf(shown);
      if (!row) return { position: null, offers: [], crosses: [], asOf };
      const liveDay = liveDayOf(context);
      const part = partAnswer(row.part_id, await byPart(read, row.part_id), liveDay);
      const crosses = await crossesOfPart(read, row.part_id, liveDay);
      return { position: positionAnswer(row, liveDay), offers: part?.offers ?? [], crosses, asOf };
    },
    parts: async (asked) => ({
      answer: JSON.parse(await search.parts(partsRequest(asked))) as PartsAnswer,
      asOf: ageOf(shown),
    }),
    directory: async () => JSON.parse(await search.directory()) as PartsDirectory,
    watched: watchedCatalogue(context, desk, requests),
    handOverRuns: () => desk.handOver(),
    ready: () => database.probe().then(() => true),
    close: async () => {
      await stopSweeping();
      await arrivals?.stop();
      await desk.stop();
      await requests.close();
      await misses.close();
      await prices.close();
      await positionJobs.close();
      await shown.close();
      await database.close();
    },
  };
}
