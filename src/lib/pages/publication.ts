// Shows an administrator after a save whether the public pages are built anew already: asks the server until they are.
import { atom } from 'nanostores';
import { SITE } from '../../../contract/api.ts';
import type { SiteState } from '../../../contract/operations/state.ts';
import { openClient } from '../platform/http-client.ts';
import { guarded } from '../platform/session.ts';
import { site } from '../platform/site.ts';

/** What an administrator sees of the way of a saved change to the public pages. */
interface Publication {
  /** unknown: the server no longer reports it, or takes too long. */
  readonly phase: 'idle' | 'building' | 'fresh' | 'failed' | 'unknown';
  /** What the failed build said last; empty otherwise. */
  readonly error: string;
}

/** Time between two questions, milliseconds. */
const INTERVAL_MS = 1_000;
/** Questions in a row; a build takes a few seconds. */
const QUESTIONS_MAX = 120;
/** Questions in a row without an answer after which the server is asked no more. */
const SILENT_MAX = 5;

const IDLE: Publication = { phase: 'idle', error: '' };

/** Follows the build after a save until the pages are fresh or the build has failed. */
export function createPublication(ask: () => Promise<SiteState>, interval = INTERVAL_MS) {
  const $publication = atom<Publication>(IDLE);
  let followed = 0;

  /** Called after each save; a later call takes over. */
  async function follow(): Promise<void> {
    followed += 1;
    const mine = followed;
    $publication.set({ phase: 'building', error: '' });
    let silent = 0;
    for (let question = 0; question < QUESTIONS_MAX && silent < SILENT_MAX; question++) {
      const state = await ask().catch(() => null);
      if (mine !== followed) return;
      silent = state ? 0 : silent + 1;
      if (state && state.state !== 'building') {
        $publication.set({ phase: state.state, error: state.error });
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, interval));
      if (mine !== followed) return;
    }
    $publication.set({ phase: 'unknown', error: '' });
  }

  return {
    $publication,
    follow,
    forget(): void {
      followed += 1;
      $publication.set(IDLE);
    },
  };
}

/** The process with the company pages builds the site as well, also where files from elsewhere are what visitors get. */
const building = guarded(openClient(site.informatorUrl + SITE));

/** How far the public pages are with what was saved; for administrators. Throws what ky throws, or SessionEnded. */
export const askSiteState = (): Promise<SiteState> => building.get('state').json<SiteState>();
