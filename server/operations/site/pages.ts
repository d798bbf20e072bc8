// Connects at the start what serves the public pages: the build (build.ts) or a finished one, its publisher, and what
// fills product cards and search results into it (server/catalogue/product-pages).
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { BRIDGE } from '../../../contract/api.ts';
import { RESULTS_PATH } from '../../../rules/catalogue/question.ts';
import { shellFiles, shellFor } from '../../../rules/routes.ts';
import { readSite } from '../../../settings/site.ts';
import type { Environment } from '../../../settings/variables.ts';
import * as browse from '../../catalogue/product-pages/browse.ts';
import { withCards } from '../../catalogue/product-pages/cards.ts';
import { limitWaiting } from '../../catalogue/product-pages/filled-pages.ts';
import { loadSite, type Site, type SiteOptions } from '../../platform/built-site/site.ts';
import { type NameRules, nameOfRequest, REQUEST_ID_HEADER, runForRequest } from '../../platform/request-context.ts';
import { WISH_FILE } from '../../requests/wish-page.ts';
import type { Config } from '../config/config.ts';
import type { Announce } from '../console/console.ts';
import { remoteCards, remoteDirectory, remoteParts } from '../remote/catalogue.ts';
import type { Services } from '../services/services.ts';
import { contentOf } from './content.ts';
import { readLogo } from './logo.ts';
import { openPublisher, type Publisher } from './publisher.ts';

export interface PageSurroundings {
  readonly root: string;
  readonly environment: Environment;
  readonly log: FastifyBaseLogger;
  /** A line for the person at the console. */
  readonly say: Announce;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** A folder with a finished build, instead of building one. */
  readonly builtSite?: string;
}

/** Puts the pages of a finished build into the site, or builds them for this address; none where another process has them. */
export async function openPages(
  config: Config,
  services: Services,
  { builtSite, ...surroundings }: PageSurroundings,
  { site, address }: { readonly site: Site; readonly address: string },
): Promise<Publisher> {
  const { environment, log, clock } = surroundings;
  const siteOptions = {
    shellFor,
    shellFiles: shellFiles(),
    filledFiles: [WISH_FILE, browse.FRONT_FILE, browse.RESULTS_FILE, ...Object.values(browse.NAMES_FILES)],
    hosts: [config.publicMauthUrl, config.publicBridgeUrl, config.publicInformatorUrl, config.publicMnoteUrl],
  };
  if (!config.servePages) return noPages(clock);
  if (builtSite) return fixedPages(site, builtSite, siteOptions, clock);
  const logo = await readLogo(config.siteLogo);
  return openPublisher({
    ...surroundings,
    site,
    settings: { ...readSite(environment, address), logo: logo?.shown ?? null },
    logo,
    folder: join(config.dataDir, 'site'),
    content: contentOf(config, services, log),
    siteOptions,
    publishCommand: config.publishCommand,
  });
}

async function fixedPages(site: Site, folder: string, options: SiteOptions, clock: () => number): Promise<Publisher> {
  const pages = noPages(clock);
  site.replace(await loadSite(folder, options));
  return pages;
}

/** The publisher of a process without builds: its pages never change. */
function noPages(clock: () => number): Publisher {
  const since = new Date(clock()).toISOString();
  return {
    changed: () => {},
    state: async () => ({ state: 'fresh', since, builtAt: since, error: '' }),
    hasPages: true,
    buildSeconds: 0,
    close: async () => {},
  };
}

/** Pages that may wait at once for what fills them; further ones are sent unfilled, and ask for themselves. */
const FILLED_AT_ONCE = 200;

/** Fills product pages and results from the catalogue service here or on another host; unfilled where there is none. */
export function filledSite(site: Site, config: Config, services: Services, siteAddress: () => string): Site {
  const elsewhere = config.publicBridgeUrl || config.siteUrl;
  const { fetchService } = services;
  const cards = services.bridge?.card ?? (elsewhere ? remoteCards(elsewhere, fetchService) : null);
  const parts = services.bridge?.parts ?? (elsewhere ? remoteParts(elsewhere, fetchService) : null);
  const directory = services.bridge?.directory ?? (elsewhere ? remoteDirectory(elsewhere, fetchService) : null);
  if (!cards || !parts || !directory) return site;
  const bound = limitWaiting(FILLED_AT_ONCE);
  const photoFolder = `${config.publicBridgeUrl}${BRIDGE}/card/photo/`;
  const found = { parts: bound(parts), directory: bound(directory), photoFolder };
  const started = browse.withFront(browse.withResults(site, found), found);
  const filled = withCards(browse.withBrowsing(started, { ...found, siteAddress }), {
    cards: bound(cards),
    place: () => ({ siteAddress: siteAddress(), photoFolder }),
  });
  return withRequestIds(filled, { trust: config.trustProxy, proofs: services.requestProofs });
}

/** Each page of the catalogue is filled on behalf of a request with a name, which calls of other services have too. */
const withRequestIds = (site: Site, rules: NameRules): Site => ({
  ...site,
  serve(request, response) {
    if (!request.url?.startsWith(RESULTS_PATH)) return site.serve(request, response);
    const { id } = nameOfRequest(request, rules);
    response.setHeader(REQUEST_ID_HEADER, id);
    return runForRequest({ id }, () => site.serve(request, response));
  },
  get served() {
    return site.served;
  },
});
