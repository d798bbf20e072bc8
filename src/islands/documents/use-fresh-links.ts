import { useEffect } from 'react';

/** How often the age of the links is looked at, ms. */
const LOOK_MS = 60_000;

/** Keeps the links to files good: they open for a while only, and a page that is looked at has good ones. */
export function useFreshLinks(freshenLinks: () => Promise<void>): void {
  useEffect(() => {
    // Without them a click tells what failed.
    const freshen = () => void (document.visibilityState === 'visible' && freshenLinks().catch(() => {}));
    const timer = setInterval(freshen, LOOK_MS);
    document.addEventListener('visibilitychange', freshen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', freshen);
    };
  }, [freshenLinks]);
}
