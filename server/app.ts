import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { SHELL_FILES, shellFor } from '../src/lib/shells.ts';
import { fillDemo } from './bridge/demo/fill.ts';
import type { Config } from './config.ts';
import { filesOf } from './config.ts';
import type { DeclaredRoute } from './http/guards.ts';
import { buildServer } from './http/server.ts';
import { loadSite } from './http/site/generation.ts';
import { createSite, type Site } from './http/site/site.ts';
import type { FirstAdministrator } from './mauth/index.ts';
import { openServices, type Services } from './services.ts';
import { buildSite, earlierBuilds } from './site-build.ts';

/** The administrator of a demonstration, where none is named. */
const DEMO_ADMIN_EMAIL = 'admin@example.test';

/** The running product. */
export interface App {
  /** Where it listens. */
  readonly address: string;
  /** Set when this start created the first administrator. */
  readonly administrator: FirstAdministrator | null;
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
  readonly clock?: () => number;
  /** A folder with a finished build, instead of building one. */
  readonly builtSite?: string;
}

/** Configuration → databases → services → site → listener. Throws when any of them cannot start. */
export async function startApp(config: Config, surroundings: AppSurroundings): Promise<App> {
  const { clock = Date.now, log } = surroundings;
  // Never taken from a request: whoever asks for a mail must not choose where its link leads.
  let siteAddress = config.siteUrl || addressOf(config, config.port);
  const services = await openServices(config, { clock, log, siteAddress: () => siteAddress });
  try {
    const administrator = await firstAdministrator(config, services);
    await demonstrate(config, services, surroundings);
    const server = await buildServer({
      services: services.mounted,
      identity: services.identity,
      site: await openSite(config, surroundings),
      siteUrl: config.siteUrl,
      corsOrigins: config.corsOrigins,
      trustProxy: config.trustProxy,
      metricsToken: config.metricsToken,
      readiness: services.ready,
      log,
    });
    await server.listen({ port: config.port, host: config.host });
    const address = addressOf(config, (server.server.address() as AddressInfo).port);
    siteAddress = config.siteUrl || address;
    return {
      address,
      administrator,
      services,
      routes: server.routeTable,
      close: async () => {
        await server.close();
        await services.close();
      },
    };
  } catch (error) {
    await services.close();
    throw error;
  }
}

async function firstAdministrator(config: Config, services: Services): Promise<FirstAdministrator | null> {
  const email = config.adminEmail || (config.demo ? DEMO_ADMIN_EMAIL : '');
  if (!services.mauth || !email) return null;
  return services.mauth.firstAdministrator(email, config.adminPassword || undefined);
}

async function demonstrate(
  config: Config,
  services: Services,
  { say, clock }: AppSurroundings,
): Promise<void> {
  if (!config.demo || !services.bridge) return;
  const filled = await fillDemo(services.bridge.database, filesOf(config, 'bridge'), {
    clock: clock ?? Date.now,
    timeZone: config.timeZone,
  });
  if (filled) say('The catalogue was empty: filled with demonstration data.');
}

async function openSite(
  config: Config,
  { root, environment, say, builtSite }: AppSurroundings,
): Promise<Site> {
  const options = { shellFor, shellFiles: SHELL_FILES, hosts: Object.values(config.publicUrls) };
  if (builtSite) return createSite(await loadSite(builtSite, options));
  const built = await buildSite({ root, folder: join(config.dataFolder, 'site'), environment, say });
  return createSite(await loadSite(built, { ...options, earlier: await earlierBuilds(built) }));
}

function addressOf(config: Config, port: number): string {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
