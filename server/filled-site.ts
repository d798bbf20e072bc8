import { BRIDGE } from '../contract/paths.ts';
import type { Config } from './config/config.ts';
import type { Site } from './http/site/site.ts';
import { withCards } from './product-pages/cards.ts';
import { remoteCards } from './remote/cards.ts';
import type { Services } from './services.ts';

/** The site with product pages filled from the catalogue service, of this process or of another host; as it is where nobody knows one. */
export function filledSite(site: Site, config: Config, services: Services, siteAddress: () => string): Site {
  const elsewhere = config.publicUrls.bridge || config.siteUrl;
  const cards = services.bridge?.card ?? (elsewhere ? remoteCards(elsewhere) : null);
  if (!cards) return site;
  const photoFolder = `${config.publicUrls.bridge}${BRIDGE}/card/photo/`;
  return withCards(site, { cards, place: () => ({ siteAddress: siteAddress(), photoFolder }) });
}
