import { isCatalogueEmpty } from '../bridge/demo/empty.ts';
import type { Config, ServiceName } from '../config/config.ts';
import { databaseOf, filesLocationOf, filesOf } from '../config/places.ts';
import { fillDemoPages } from '../informator/content/demo.ts';
import { fillDemoAccess } from '../informator/people/demo/fill-access.ts';
import { DEMO_ADMIN_EMAIL } from '../informator/people/demo/recognise.ts';
import { hasNoSlides } from '../mnote/demo/empty.ts';
import type { Services } from '../services.ts';
import { demonstrateDocuments } from './documents.ts';
import { fillApart } from './fill-apart.ts';
import type { ServicePlace } from './fill-request.ts';

/** Fills whatever holds nothing yet with demonstration data, and says so. */
export async function demonstrate(
  config: Config,
  { mauth, bridge, informator, mnote }: Services,
  { say, clock }: { readonly say: (line: string) => void; readonly clock: () => number },
): Promise<void> {
  const filled = await fillApart({
    bridge: bridge && (await isCatalogueEmpty(bridge.database)) ? placeOf(config, 'bridge') : null,
    mnote: mnote && (await hasNoSlides(mnote.context.database)) ? placeOf(config, 'mnote') : null,
    timeZone: config.timeZone,
    moment: clock(),
  });
  if (filled.catalogue) say('The catalogue was empty: filled with demonstration data.');
  const company = { name: config.siteName, ...config.company };
  if (informator && (await fillDemoPages(informator.context, company)))
    say('There were no company pages: made with demonstration texts.');
  const administrator = config.adminEmail || DEMO_ADMIN_EMAIL;
  if (informator && (await fillDemoAccess(informator.context, administrator)))
    say('There were no roles: made with demonstration rights.');
  if (mauth && informator) await demonstrateDocuments(mauth, informator, administrator, say);
  if (filled.slides) say('There were no slides: made with demonstration offers.');
}

const placeOf = (config: Config, service: ServiceName): ServicePlace => ({
  location: databaseOf(config, service),
  filesFolder: filesOf(config, service),
  files: filesLocationOf(config, service),
});
