import { loadSite, type SiteOptions } from '../http/site/generation.ts';
import type { Site } from '../http/site/site.ts';
import type { Publisher } from './publisher.ts';

/** Puts pages into the site that somebody else has built: they stay as they are. */
export async function fixedPages(
  site: Site,
  folder: string,
  options: SiteOptions,
  clock: () => number,
): Promise<Publisher> {
  const pages = noPages(clock);
  site.replace(await loadSite(folder, options));
  return pages;
}

/** For a process whose pages another one builds: there is nothing to build and nothing new to tell. */
export function noPages(clock: () => number): Publisher {
  const since = new Date(clock()).toISOString();
  return {
    changed: () => {},
    state: async () => ({ state: 'fresh', since, builtAt: since, error: '' }),
    hasPages: true,
    buildSeconds: 0,
    close: async () => {},
  };
}
