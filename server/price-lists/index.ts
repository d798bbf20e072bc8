// Opens everything about price lists, with its routes: uploads and runs, sources, the exchange with 1C, downloads and
// feeds.
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { CrossUploadAnswer } from '../../contract/catalogue/crosses.ts';
import type { CatalogueContext } from '../catalogue/context/context.ts';
import type { FileStores } from '../platform/files/file-store.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { continueCrosses, takeCrossFile } from './cross-files/take-cross-file.ts';
import { exchangeRoutes } from './exchange/routes.ts';
import { type ExchangeSettings, NO_EXCHANGE } from './exchange/settings.ts';
import type { Shop } from './feeds/feed-writing.ts';
import { feedRoutes } from './feeds/routes.ts';
import { runRoutes } from './history/routes.ts';
import { createRunMails, noticeRoutes, runMailRoutes } from './history/run-mails.ts';
import { type PhotoFetcher, photoLinkRoutes, startPhotoFetching, sweepPhotoLinks } from './photo-links/fetch-photos.ts';
import { exportRoutes, openPriceCache, priceListRoutes } from './price-list/routes.ts';
import { keptFilesIn, sweepKeptFiles } from './runs/order.ts';
import { type ImportQueue, openImportQueue } from './runs/queue.ts';
import { presetRoutes } from './settings/preset-routes.ts';
import { type ImportSourceSettings, type ImportSources, openImportSources } from './sources/index.ts';
import { undoAs, undoRoutes } from './undo/routes.ts';
import { importRoutes } from './uploads.ts';

export interface PriceListSettings {
  /** The service's own folder of this machine: built price lists lie there. */
  readonly filesFolder: string;
  readonly stores: FileStores;
  /** Where mails about ended runs go; by default none are written. */
  readonly mail?: { readonly outbox: Outbox; readonly siteAddress: () => string } | null;
  /** Price lists that come by themselves; by default none do. */
  readonly sources?: ImportSourceSettings | undefined;
  /** By default no accounting program may bring anything. */
  readonly exchange?: ExchangeSettings | undefined;
  /** How often import runs of other processes are looked after, ms. */
  readonly lookEvery?: number | undefined;
  /** How long a stalled reader of a download is borne, ms. */
  readonly slowWindowMs?: number | undefined;
}

/** Price lists in and out: uploads and their runs, sources, the exchange with 1C, downloads and feeds. */
export interface PriceLists {
  readonly queue: ImportQueue;
  /** Null where no price lists come by themselves. */
  readonly sources: ImportSources | null;
  /** Null there as well. */
  readonly photoLinks: PhotoFetcher | null;
  readonly routes: FastifyPluginAsyncTypebox;
  /** Sitemaps and feeds, for the root of the site; files are opened when it is mounted. */
  feeds(shop: () => Shop): FastifyPluginAsyncTypebox;
  /** Imports a file of crosses as a run of the queue. */
  takeCrossFile(request: FastifyRequest): Promise<CrossUploadAnswer>;
  /** Mails what is due and removes old files; resolves to the number of these. */
  sweep(): Promise<number>;
  /** Stops looking at sources, then ends what is under way. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Opens what stands above the catalogue; runs that an earlier process left must be marked before. */
export async function openPriceLists(context: CatalogueContext, settings: PriceListSettings): Promise<PriceLists> {
  const { database, timeZone, priceTtlDays, clock } = context;
  const { filesFolder, stores, mail, exchange = NO_EXCHANGE, lookEvery } = settings;
  const folder = join(filesFolder, 'pricelists');
  const prices = await openPriceCache({ database, folder, timeZone, priceTtlDays, clock });
  const runMails = mail ? createRunMails(context, mail.outbox, mail.siteAddress) : null;
  await runMails?.mailEndedRuns();
  const mailEndedRuns = async () => runMails?.mailEndedRuns();
  const queue = openImportQueue(context, keptFilesIn(stores.of('received')), { mailEndedRuns, lookEvery });
  queue.takeOver({ undo: (run) => undoAs(context, run.undoes ?? 0), crosses: continueCrosses(context, queue.kept) });
  await queue.look();
  const sources =
    settings.sources === undefined
      ? null
      : await openImportSources(
          { ...context, queue, stagedFiles: keptFilesIn(stores.of('arrivals')) },
          settings.sources,
        );
  const photoLinks = settings.sources ? startPhotoFetching(context, settings.sources) : null;
  return {
    queue,
    sources,
    photoLinks,
    routes: async (app) => {
      await app.register(priceListRoutes(prices, settings.slowWindowMs));
      await app.register(importRoutes(context, queue));
      await app.register(runRoutes(context, queue));
      await app.register(photoLinkRoutes(context));
      await app.register(presetRoutes(context));
      await app.register(noticeRoutes(context));
      if (runMails) await app.register(runMailRoutes(context, runMails));
      await app.register(undoRoutes(context, queue));
      await app.register(exportRoutes(context));
      await app.register(exchangeRoutes({ ...context, queue, settings: exchange }));
      if (sources) await app.register(sources.routes);
    },
    feeds: (shop) => feedRoutes(context, filesFolder, shop),
    takeCrossFile: (request) => takeCrossFile(context, queue, request),
    sweep: async () => {
      await mailEndedRuns();
      await queue.staged.sweep();
      await sweepPhotoLinks(database);
      return sweepKeptFiles(database, queue.kept, clock());
    },
    stop: async () => {
      await sources?.stop();
      await photoLinks?.stop();
      await queue.stop();
    },
    close: () => prices.close(),
  };
}
