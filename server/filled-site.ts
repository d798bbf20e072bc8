import { BRIDGE } from '../contract/paths.ts';
import type { Config } from './config/config.ts';
import type { Site } from './http/site/site.ts';
import { withNames } from './named-site.ts';
import { boundTo } from './product-pages/bounded.ts';
import { withBrowsing } from './product-pages/browse.ts';
import { withCards } from './product-pages/cards.ts';
import { withResults } from './product-pages/results.ts';
import { remoteCards } from './remote/cards.ts';
import { remoteDirectory, remoteParts } from './remote/parts.ts';
import type { Services } from './services.ts';

/** Pages that may wait at once for what fills them; further ones are sent unfilled, and ask for themselves. */
const FILLED_AT_ONCE = 200;

/** The site with product pages and pages of results filled from the catalogue service, of this process or of another host; as it is where nobody knows one. */
export function filledSite(site: Site, config: Config, services: Services, siteAddress: () => string): Site {
  const elsewhere = config.publicUrls.bridge || config.siteUrl;
  const { fetchService } = services;
  const cards = services.bridge?.card ?? (elsewhere ? remoteCards(elsewhere, fetchService) : null);
  const parts = services.bridge?.parts ?? (elsewhere ? remoteParts(elsewhere, fetchService) : null);
  const directory =
    services.bridge?.directory ?? (elsewhere ? remoteDirectory(elsewhere, fetchService) : null);
  if (!cards || !parts || !directory) return site;
  const bound = boundTo(FILLED_AT_ONCE);
  const photoFolder = `${config.publicUrls.bridge}${BRIDGE}/card/photo/`;
  const found = { parts: bound(parts), directory: bound(directory), photoFolder };
  const filled = withCards(withBrowsing(withResults(site, found), { ...found, siteAddress }), {
    cards: bound(cards),
    place: () => ({ siteAddress: siteAddress(), photoFolder }),
  });
  return withNames(filled, { trust: config.trustProxy, proofs: services.requestProofs });
}
