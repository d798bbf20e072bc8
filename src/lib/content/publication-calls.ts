import { SITE } from '../../../contract/paths.ts';
import type { SiteState } from '../../../contract/site.ts';
import { openClient } from '../http/client.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';
import { site } from '../site/site.ts';

/** The process with the company pages builds the site as well, also where files from elsewhere are what visitors get. */
const building = guarded(openClient(site.services.informator + SITE), session.tokens);

/** How far the public pages are with what was saved; for administrators. Throws what ky throws, or SessionEnded. */
export const askSiteState = (): Promise<SiteState> => building.get('state').json<SiteState>();
