import { SITE } from '../../../contract/paths.ts';
import type { SiteState } from '../../../contract/site.ts';
import { openClient } from '../http/client.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';

const site = guarded(openClient(SITE), session.tokens);

/** How far the public pages are with what was saved; for administrators. Throws what ky throws, or SessionEnded. */
export const askSiteState = (): Promise<SiteState> => site.get('state').json<SiteState>();
