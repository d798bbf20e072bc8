/** Starts the product: port, services, server, first contents and pages. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { SITE } from '../../../contract/api.ts';
import { localAddress } from '../../../settings/networks.ts';
import { productionWarnings } from '../../../settings/read.ts';
import { misspeltSettings } from '../../../settings/report.ts';
import { createSite, type Site } from '../../platform/built-site/site.ts';
import { closeToOthers } from '../../platform/files/folder-access.ts';
import type { DeclaredRoute } from '../../platform/http-server/guards.ts';
import { buildServer } from '../../platform/http-server/server.ts';
import { CONNECTION_LIMITS } from '../../platform/http-server/server-options.ts';
import type { ReservedPort } from '../../platform/http-server/starting.ts';
import { createEpisodes, logOncePerEpisode } from '../../platform/http-server/trouble-log.ts';
import { type WishPage, wishRoutes, withAskedOffers, withWishPage } from '../../requests/wish-page.ts';
import { backupRoutes, openBackups } from '../backup/scheduled-backups.ts';
import type { Config } from '../config/config.ts';
import { refuseForeignFolder } from '../config/data-folder.ts';
import { fillDemonstration } from '../demo/demonstrate.ts';
import { demonstrationsOf, shouldDemonstrate } from '../demo/demonstrations.ts';
import { openServices, type Services } from '../services/services.ts';
import { filledSite, openPages, type PageSurroundings } from '../site/pages.ts';
import { type Publisher, siteRoutes } from '../site/publisher.ts';
import { type Watching, watchServices } from '../watch/watching.ts';
import { claimMachine, tryObjectStorage } from './claim-machine.ts';
import { createAdministrator } from './first-administrator.ts';

const NAMED_MAX = 10;
/** How often a server in trouble looks whether it is over, ms. */
const TROUBLE_LOOK_MS = 30_000;
/** How long a server that leaves waits for imports, and how often it looks, ms. */
const IMPORTS_MS = 15_000;
const LEAVE_LOOK_MS = 100;

interface App {
  readonly address: string;
  readonly services: Services;
  readonly routes: readonly DeclaredRoute[];
  /**
   * For a stop without failed requests: from now on /ready answers 503 and connections close with their next answer.
   * Resolves after STOP_DELAY, and where that is not 0 when the imports under way have ended, or have had their time.
   */
  leave(): Promise<void>;
  /** Finishes running requests, stops background work, closes the databases. */
  close(): Promise<void>;
}

interface AppSurroundings extends PageSurroundings {
  /** Whether the search starts before its first use; it does by default. */
  readonly searchIsAhead?: boolean;
}

/**
 * Configuration → port, folders → databases → services → listener → first contents → pages. The port is taken before
 * anything that takes long, and early requests get 503. Throws when any step fails.
 */
export async function startApp(config: Config, surroundings: AppSurroundings): Promise<App> {
  const { say, environment } = surroundings;
  for (const text of misspeltSettings(environment)) say({ kind: 'note', text });
  const held = await claimMachine(environment);
  for (const text of productionWarnings(environment)) say({ kind: 'note', text });
  try {
    await refuseForeignFolder(config);
    return await startBehind(held, config, surroundings);
  } finally {
    await held.release();
  }
}

async function startBehind(held: ReservedPort, config: Config, surroundings: AppSurroundings): Promise<App> {
  const { clock, say, searchIsAhead = true } = surroundings;
  const episodes = createEpisodes();
  const log = logOncePerEpisode(surroundings.log, episodes);
  closeFolder(config, log);
  await tryObjectStorage(config, clock, log);
  const listensAt = localAddress(config.host, held.port);
  // Never taken from a request: the client that asks for a mail must not choose where its link leads.
  const siteAddress = () => config.siteUrl || listensAt;
  let pages: Publisher | null = null;
  let isLeaving = false;
  const onContentChange = () => pages?.changed();
  const services = await openServices(config, { clock, log, siteAddress, onContentChange, searchIsAhead });
  const probe = async () => {
    const isReady = await services.ready();
    if (isReady) episodes.end();
    return isReady;
  };
  const wishes = withWishPage(createSite(undefined, clock));
  const { bridge } = services;
  const asked = bridge ? withAskedOffers(wishes.site, bridge.requests.wishOf) : wishes.site;
  const site = filledSite(asked, config, services, siteAddress);
  let server: FastifyInstance | null = null;
  const backups = openBackups(config, { ...surroundings, log });
  const watching = await watchServices(config, services, {
    pages: () => pages,
    address: () => listensAt,
    backups:
      backups &&
      (async () => {
        const { lastAt, error } = await backups.state();
        return { lastAt, error };
      }),
    clock,
    log,
  });
  try {
    const demonstrations = demonstrationsOf(config, services, clock);
    const fills = await shouldDemonstrate(config, demonstrations, say);
    const behind = {
      site,
      wishes,
      pages: () => pages,
      isLeaving: () => isLeaving,
      backups,
      probe,
      watching,
      clock,
      log,
    };
    server = await serverOf(config, services, behind);
    await held.release();
    await server.listen({ port: held.port, host: config.host, backlog: CONNECTION_LIMITS.connectionsMax });
    const administrator = { demonstrations, isDemonstration: fills, siteAddress: siteAddress(), say };
    await createAdministrator(config, services, administrator);
    if (fills) await fillDemonstration(config, services, surroundings);
    pages = await openPages(config, services, { ...surroundings, log }, { site, address: siteAddress() });
    // Without calls of /ready the end of trouble would stay unnoticed, and the next trouble unlogged.
    const watch = setInterval(() => {
      if (episodes.isOpen) void probe().catch(() => {});
    }, TROUBLE_LOOK_MS);
    watch.unref();
    return {
      address: listensAt,
      services,
      routes: server.routeTable,
      leave: () => {
        isLeaving = true;
        return waitForImports(config.stopDelay, services);
      },
      close: async () => {
        clearInterval(watch);
        await watching.close();
        await backups?.close();
        await closeAll(server, pages, services);
      },
    };
  } catch (error) {
    await watching.close();
    await backups?.close();
    await closeAll(server, pages, services);
    throw error;
  }
}

function closeFolder({ dataDir }: Config, log: FastifyBaseLogger): void {
  const readable = closeToOthers(dataDir);
  if (readable.length > 0) log.warn({ paths: readable.slice(0, NAMED_MAX) }, 'left readable to others: not ours');
}

interface Behind {
  readonly site: Site;
  readonly wishes: WishPage;
  /** Null until the publisher is open, without pages until the first build is done: requests get 503 until then. */
  readonly pages: () => Publisher | null;
  /** Null: the server takes none. */
  readonly backups: ReturnType<typeof openBackups>;
  readonly isLeaving: () => boolean;
  readonly probe: () => Promise<boolean>;
  readonly watching: Watching;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

const serverOf = (
  config: Config,
  services: Services,
  { site, wishes, pages, backups, probe, watching, ...rest }: Behind,
) =>
  buildServer({
    services: [
      ...services.mounted,
      ...(config.servePages ? [{ name: 'site', prefix: SITE, routes: siteRoutes(pages) }] : []),
      ...(config.servePages && services.bridge
        ? [{ name: 'wishes', prefix: '', routes: wishRoutes(services.bridge.requests, wishes) }]
        : []),
      { name: 'backup', prefix: SITE, routes: backupRoutes(backups) },
      watching.mounted,
    ],
    identity: services.identity,
    roles: services.roles,
    site,
    buildSeconds: () => pages()?.buildSeconds ?? 0,
    siteUrl: config.siteUrl,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    requestProofs: services.requestProofs,
    showsReference: config.apiDocs,
    metricsToken: config.metricsToken,
    slowRequestMs: config.slowRequestMs,
    isOpen: () => pages()?.hasPages ?? false,
    readiness: probe,
    trail: services.trail,
    readings: watching.readings,
    ...rest,
  });

async function waitForImports(seconds: number, { bridge }: Services): Promise<void> {
  if (seconds === 0) return;
  await pause(seconds * 1000);
  await bridge?.handOverRuns();
  const until = performance.now() + IMPORTS_MS;
  while (bridge?.watched.imports?.queue().running && performance.now() < until) await pause(LEAVE_LOOK_MS);
}

async function closeAll(server: FastifyInstance | null, pages: Publisher | null, services: Services): Promise<void> {
  await server?.close();
  await pages?.close();
  await services.close();
}
