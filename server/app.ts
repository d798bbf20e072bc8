import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { SITE } from '../contract/paths.ts';
import { SHELL_FILES, shellFor } from '../src/lib/site/shells.ts';
import { addressOf } from './config/address.ts';
import type { Config } from './config/config.ts';
import { openDataFolder } from './config/data-folder.ts';
import { ConfigProblem } from './config/environment.ts';
import { DEMO_ADMIN_EMAIL, demonstrate } from './demo/demonstrate.ts';
import { closeToOthers } from './files/owner-only.ts';
import { filledSite } from './filled-site.ts';
import type { DeclaredRoute } from './http/guards.ts';
import { buildServer } from './http/server.ts';
import { calmLog } from './log/calm-log.ts';
import { createEpisodes } from './log/episodes.ts';
import type { FirstAdministrator } from './mauth/index.ts';
import { RefusedPassword } from './mauth/new-passwords.ts';
import { openServices, type Services } from './services.ts';
import { contentOf } from './site/content-of.ts';
import { fixedSite } from './site/fixed.ts';
import { openPublisher, type Publisher } from './site/publisher.ts';
import { siteRoutes } from './site/routes.ts';

/** Paths that a line of the log names. */
const TOLD = 10;
/** How often a server in trouble looks whether it is over, ms. */
const TROUBLE_LOOK_MS = 30_000;

/** The running product. */
export interface App {
  /** Where it listens. */
  readonly address: string;
  readonly services: Services;
  /** Every declared call with its right. */
  readonly routes: readonly DeclaredRoute[];
  /** Finishes running requests, stops background work, closes the databases. */
  close(): Promise<void>;
}

export interface AppSurroundings {
  /** The project's root folder: sources of the pages. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: FastifyBaseLogger;
  /** A line for the person at the console. */
  readonly say: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** A folder with a finished build, instead of building one. */
  readonly builtSite?: string;
}

/** Configuration → data folder → databases → services → site → listener. Throws when any of them cannot start. */
export async function startApp(config: Config, surroundings: AppSurroundings): Promise<App> {
  const { clock } = surroundings;
  const episodes = createEpisodes();
  const log = calmLog(surroundings.log, episodes);
  await openDataFolder(config.dataFolder);
  const readable = closeToOthers(config.dataFolder);
  if (readable.length > 0) log.warn({ paths: readable.slice(0, TOLD) }, 'left readable to others: not ours');
  // Never taken from a request: whoever asks for a mail must not choose where its link leads.
  let siteAddress = config.siteUrl || addressOf(config, config.port);
  let publisher: Publisher | null = null;
  const services = await openServices(config, {
    clock,
    log,
    siteAddress: () => siteAddress,
    onContentChange: () => publisher?.changed(),
  });
  try {
    const administrator = await firstAdministrator(config, services);
    // At once: if anything after this fails, nobody would ever know the password.
    if (administrator) surroundings.say(administratorLine(administrator));
    await demonstrate(config, services, surroundings);
    const pages = await openSite(config, services, { ...surroundings, log });
    publisher = pages;
    const probe = async () => {
      const isReady = await services.ready();
      if (isReady) episodes.end();
      return isReady;
    };
    const server = await buildServer({
      services: [...services.mounted, { name: 'site', prefix: SITE, routes: siteRoutes(pages.state) }],
      identity: services.identity,
      site: filledSite(pages.site, config, services, () => siteAddress),
      buildSeconds: () => pages.buildSeconds,
      siteUrl: config.siteUrl,
      corsOrigins: config.corsOrigins,
      trustProxy: config.trustProxy,
      metricsToken: config.metricsToken,
      readiness: probe,
      trail: services.trail,
      log,
    });
    await server.listen({ port: config.port, host: config.host });
    const address = addressOf(config, (server.server.address() as AddressInfo).port);
    siteAddress = config.siteUrl || address;
    // Where nobody asks /ready, trouble would never be seen to be over, and the next one not told.
    const watch = setInterval(() => {
      if (episodes.isOpen) void probe().catch(() => {});
    }, TROUBLE_LOOK_MS);
    watch.unref();
    return {
      address,
      services,
      routes: server.routeTable,
      close: async () => {
        clearInterval(watch);
        await server.close();
        await pages.close();
        await services.close();
      },
    };
  } catch (error) {
    await publisher?.close();
    await services.close();
    throw error;
  }
}

async function firstAdministrator(config: Config, services: Services): Promise<FirstAdministrator | null> {
  const email = config.adminEmail || (config.demo ? DEMO_ADMIN_EMAIL : '');
  if (!services.mauth || !email) return null;
  return services.mauth
    .firstAdministrator(email, config.adminPassword || undefined)
    .catch((error: unknown) => {
      throw error instanceof RefusedPassword
        ? new ConfigProblem([`ADMIN_PASSWORD: ${error.message}`])
        : error;
    });
}

const administratorLine = ({ email, password, generated }: FirstAdministrator): string =>
  `Administrator: ${email}${generated ? `, password: ${password} (shown once)` : ''}`;

function openSite(config: Config, services: Services, surroundings: AppSurroundings): Promise<Publisher> {
  const { root, environment, say, log, builtSite, clock } = surroundings;
  const siteOptions = { shellFor, shellFiles: SHELL_FILES, hosts: Object.values(config.publicUrls) };
  if (builtSite) return fixedSite(builtSite, siteOptions, clock);
  return openPublisher({
    root,
    environment,
    say,
    folder: join(config.dataFolder, 'site'),
    content: contentOf(config, services, log),
    siteOptions,
    publishCommand: config.publishCommand,
    clock,
    log,
  });
}
