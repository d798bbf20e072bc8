import { isCatalogueEmpty } from '../bridge/demo/empty.ts';
import type { Config, ServiceName } from '../config/config.ts';
import { databaseOf, filesLocationOf, filesOf } from '../config/places.ts';
import type { Say } from '../console/start-event.ts';
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
  { say, clock }: { readonly say: Say; readonly clock: () => number },
): Promise<void> {
  const filled = await fillApart({
    bridge: bridge && (await isCatalogueEmpty(bridge.database)) ? placeOf(config, 'bridge') : null,
    mnote: mnote && (await hasNoSlides(mnote.context.database)) ? placeOf(config, 'mnote') : null,
    timeZone: config.timeZone,
    moment: clock(),
  });
  if (filled.catalogue) say({ kind: 'filled', what: 'catalogue' });
  const company = { name: config.siteName, ...config.company };
  if (informator && (await fillDemoPages(informator.context, company)))
    say({ kind: 'filled', what: 'pages' });
  const administrator = config.adminEmail || DEMO_ADMIN_EMAIL;
  if (informator && (await fillDemoAccess(informator.context, administrator)))
    say({ kind: 'filled', what: 'roles' });
  if (mauth && informator) await demonstrateDocuments(mauth, informator, administrator, say);
  if (filled.slides) say({ kind: 'filled', what: 'slides' });
}

const placeOf = (config: Config, service: ServiceName): ServicePlace => ({
  location: databaseOf(config, service),
  filesFolder: filesOf(config, service),
  files: filesLocationOf(config, service),
});
