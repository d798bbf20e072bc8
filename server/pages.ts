import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { SHELL_FILES, shellFor } from '../rules/shells.ts';
import type { Environment } from '../settings/setting.ts';
import { readSite } from '../settings/site.ts';
import type { Config } from './config/config.ts';
import type { Say } from './console/start-event.ts';
import type { Site } from './http/site/site.ts';
import { NAMES_FILES } from './product-pages/browse.ts';
import { RESULTS_FILE } from './product-pages/results.ts';
import type { Services } from './services.ts';
import { contentOf } from './site/content-of.ts';
import { fixedPages, noPages } from './site/fixed.ts';
import { readLogo } from './site/logo.ts';
import { openPublisher, type Publisher } from './site/publisher.ts';

export interface PageSurroundings {
  /** The project's root folder: sources of the pages. */
  readonly root: string;
  readonly environment: Environment;
  readonly log: FastifyBaseLogger;
  /** A line for the person at the console. */
  readonly say: Say;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** A folder with a finished build, instead of building one. */
  readonly builtSite?: string;
}

/**
 * Puts the pages into the site: those of a finished build, or those that are built for this address; none where another
 * process has them.
 */
export async function openPages(
  config: Config,
  services: Services,
  { builtSite, ...surroundings }: PageSurroundings,
  { site, address }: { readonly site: Site; readonly address: string },
): Promise<Publisher> {
  const { environment, log, clock } = surroundings;
  const siteOptions = {
    shellFor,
    shellFiles: SHELL_FILES,
    filledFiles: [RESULTS_FILE, ...Object.values(NAMES_FILES)],
    hosts: Object.values(config.publicUrls),
  };
  if (!config.servesPages) return noPages(clock);
  if (builtSite) return fixedPages(site, builtSite, siteOptions, clock);
  const logo = await readLogo(config.siteLogo);
  return openPublisher({
    ...surroundings,
    site,
    settings: { ...readSite(environment, address), logo: logo?.shown ?? null },
    logo,
    folder: join(config.dataFolder, 'site'),
    content: contentOf(config, services, log),
    siteOptions,
    publishCommand: config.publishCommand,
  });
}
