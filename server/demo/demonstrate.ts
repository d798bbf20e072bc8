import { fillDemo } from '../bridge/demo/fill.ts';
import { type Config, filesOf } from '../config/config.ts';
import { fillDemoPages } from '../informator/about/demo.ts';
import { fillDemoAccess } from '../informator/demo/fill.ts';
import { fillDemoSlides } from '../mnote/demo/fill.ts';
import type { Services } from '../services.ts';
import { demonstratePapers } from './papers.ts';

/** The administrator of a demonstration, where none is named. */
export const DEMO_ADMIN_EMAIL = 'admin@example.test';

/** Fills whatever holds nothing yet with demonstration data, and says so. */
export async function demonstrate(
  config: Config,
  { mauth, bridge, informator, mnote }: Services,
  { say, clock }: { readonly say: (line: string) => void; readonly clock: () => number },
): Promise<void> {
  if (!config.demo) return;
  const { timeZone } = config;
  if (bridge && (await fillDemo(bridge.database, filesOf(config, 'bridge'), { clock, timeZone })))
    say('The catalogue was empty: filled with demonstration data.');
  const company = { name: config.siteName, ...config.company };
  if (informator && (await fillDemoPages(informator.context, company)))
    say('There were no company pages: made with demonstration texts.');
  const administrator = config.adminEmail || DEMO_ADMIN_EMAIL;
  if (informator && (await fillDemoAccess(informator.context, administrator)))
    say('There were no roles: made with demonstration rights.');
  if (mauth && informator) await demonstratePapers(mauth, informator, administrator, say);
  if (mnote && (await fillDemoSlides(mnote.context)))
    say('There were no slides: made with demonstration offers.');
}
