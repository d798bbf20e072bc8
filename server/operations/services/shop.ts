/** Opens the service of catalogue, requests and price lists over one database (bridge in the API). */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { CatalogueContext } from '../../catalogue/context/context.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { catalogueVersion } from '../../catalogue/context/versions.ts';
import { type Catalogue, type CatalogueSettings, openCatalogue } from '../../catalogue/index.ts';
import { sweepHourly } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/types.ts';
import { folderStores } from '../../platform/files/file-store.ts';
import { createLimits } from '../../platform/http/limits.ts';
import { removeAbandoned } from '../../platform/http/upload.ts';
import type { WatchedService } from '../../platform/watch/watched-service.ts';
import { openPriceLists, type PriceListSettings, type PriceLists } from '../../price-lists/index.ts';
import { markInterruptedRuns } from '../../price-lists/runs/run-store.ts';
import { openRequests, type RequestSettings, type Requests } from '../../requests/index.ts';

export interface ShopServiceSettings
  extends Omit<CatalogueSettings, 'stores'>,
    Omit<PriceListSettings, 'stores' | 'mail' | 'sources' | 'lookEvery'> {
  /** Where its files lie that other servers see too; by default in filesFolder. */
  readonly stores?: CatalogueSettings['stores'];
  /** Price lists that come by themselves; by default none do. */
  readonly arrivals?: PriceListSettings['sources'];
  /** How often import runs of other processes are looked after, ms. */
  readonly importLookEvery?: number | undefined;
  /** By default requests are kept and no mail is written about them. */
  readonly requests?: RequestSettings;
}

/** The catalogue, requests and price lists over one database, which the API calls bridge. */
export interface ShopService extends Pick<Catalogue, 'context' | 'search' | 'card' | 'parts' | 'directory'> {
  /** Relative to the prefix BRIDGE. */
  readonly routes: FastifyPluginAsyncTypebox;
  readonly feeds: PriceLists['feeds'];
  readonly database: Database<CatalogueSchema>;
  readonly arrivals: PriceLists['sources'];
  readonly photoLinks: PriceLists['photoLinks'];
  readonly requests: Requests;
  readonly watched: WatchedService;
  /** True when the database takes changes; rejects with the reason when it does not. */
  ready(): Promise<boolean>;
  /** Leaves import runs that wait for their turn to other processes; resolves when that is noted. */
  handOverRuns(): Promise<void>;
  /** Stops what runs in the background and closes the database. */
  close(): Promise<void>;
}

/** The service over an open database, which it closes in the end. */
export async function shopServiceOver(
  opened: Database<CatalogueSchema>,
  settings: ShopServiceSettings,
): Promise<ShopService> {
  const { filesFolder, clock, log } = settings;
  const stores = settings.stores ?? folderStores(filesFolder, clock);
  // Not all of it: a second server on this folder, perhaps one that finds its port taken, must not break the first.
  await removeAbandoned(join(filesFolder, 'incoming'));
  await markInterruptedRuns(opened, clock());
  const catalogue = await openCatalogue(opened, { ...settings, stores });
  const { context, search, card, parts, directory } = catalogue;
  const { database } = context;
  const limits = settings.requests?.limits ?? createLimits();
  const requests = openRequests(context, catalogue.jobs, { ...settings.requests, limits });
  const { outbox } = requests;
  const siteAddress = settings.requests?.mail?.shop.siteAddress;
  const priceLists = await openPriceLists(context, {
    ...settings,
    stores,
    mail: outbox && siteAddress ? { outbox, siteAddress } : null,
    sources: settings.arrivals,
    lookEvery: settings.importLookEvery,
  });
  const { queue, takeCrossFile } = priceLists;
  const sweep = async () => {
    const priceFiles = await priceLists.sweep();
    return { ...(await catalogue.sweep()), priceFiles, requests: await requests.sweep() };
  };
  const stopSweeping = sweepHourly(sweep, { clock, log });

  return {
    ...{ database, context, search, card, parts, directory, requests },
    arrivals: priceLists.sources,
    photoLinks: priceLists.photoLinks,
    routes: async (app) => {
      await app.register(catalogue.routes({ edits: queue, takeCrossFile }, limits));
      await app.register(priceLists.routes);
      await app.register(requests.routes);
    },
    feeds: priceLists.feeds,
    watched: watchedShop(context, queue, requests),
    handOverRuns: () => queue.handOver(),
    ready: () => database.probe().then(() => true),
    close: async () => {
      await stopSweeping();
      await priceLists.stop();
      await requests.close();
      await catalogue.close();
      await priceLists.close();
      await database.close();
    },
  };
}

/** Runs that the page of the state lists. */
const RUNS_LISTED = 8;

function watchedShop(
  { database, shown }: Pick<CatalogueContext, 'database' | 'shown'>,
  { active, turns }: PriceLists['queue'],
  { outbox, today }: Requests,
): WatchedService {
  return {
    name: 'bridge',
    database,
    outbox,
    requests: { today },
    imports: {
      queue: () => {
        const waiting = [...active.keys()].filter((id) => turns.ahead(id) > 0).length;
        return { running: active.size - waiting, waiting };
      },
      lastRuns: async () => {
        const rows = await database.read
          .selectFrom('import_runs')
          .select(['id', 'file_name', 'kind', 'state', 'started_at', 'ended_at'])
          .orderBy('id', 'desc')
          .limit(RUNS_LISTED)
          .execute();
        return rows.map(({ id, file_name: fileName, kind, state, started_at: startedAt, ended_at: endedAt }) => {
          return { id, fileName, kind, state, startedAt, endedAt };
        });
      },
    },
    index: {
      state: async () => ({
        revision: await catalogueVersion(database.read),
        behind: await shown.behind(),
        asOf: shown.asOf(),
        bytes: (await stat(shown.indexFile)).size,
      }),
    },
  };
}
