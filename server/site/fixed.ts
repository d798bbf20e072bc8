import { loadSite, type SiteOptions } from '../http/site/generation.ts';
import { createSite } from '../http/site/site.ts';
import type { Publisher } from './publisher.ts';

/** Pages that somebody else has built: they stay as they are. */
export async function fixedSite(
  folder: string,
  options: SiteOptions,
  clock: () => number,
): Promise<Publisher> {
  const since = new Date(clock()).toISOString();
  return {
    site: createSite(await loadSite(folder, options), clock),
    changed: () => {},
    state: async () => ({ state: 'fresh', since, builtAt: since, error: '' }),
    buildSeconds: 0,
    close: async () => {},
  };
}
