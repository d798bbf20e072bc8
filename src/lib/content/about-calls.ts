import type { AboutHistory, AboutPage, AboutVersion } from '../../../contract/about.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { openInformator } from '../http/client.ts';
import { failureOf } from '../http/failure.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';

const informator = guarded(openInformator, session.tokens);

/** A long text may go over a slow line, ms. */
const TEXT_TIMEOUT_MS = 120_000;

/** What an administrator does with one company page. All throw what ky throws, or SessionEnded. */
export function aboutCalls(alias: string) {
  const page = `about/${encodeURIComponent(alias)}`;
  return {
    /** The page as it is now; null where it has no text yet. */
    async load(): Promise<Stored<AboutPage> | null> {
      try {
        return await storedOf<AboutPage>(informator.get(page, { cache: 'no-store' }));
      } catch (error) {
        if (failureOf(error).kind === 'missing') return null;
        throw error;
      }
    },
    create: (mdInfo: string): Promise<Stored<AboutPage>> =>
      storedOf(informator.post('about/', { json: { alias, mdInfo }, timeout: TEXT_TIMEOUT_MS })),
    change: (mdInfo: string, etag: string | null): Promise<Stored<AboutPage>> =>
      storedOf(
        informator.patch(page, { json: { mdInfo }, headers: ifMatch(etag), timeout: TEXT_TIMEOUT_MS }),
      ),
    history: (): Promise<AboutHistory> => informator.get(`${page}/history`).json<AboutHistory>(),
    version: (version: number): Promise<AboutVersion> =>
      informator.get(`${page}/history/${version}`).json<AboutVersion>(),
    /** Makes an older state the newest one again. */
    async restore(version: number): Promise<void> {
      await informator.post(`${page}/history/${version}`);
    },
  };
}
export type AboutCalls = ReturnType<typeof aboutCalls>;
