// Renews the links to files of a document, which expire, while its page is visible.
import { useEffect } from 'react';

/** How often the age of the links is checked, ms. */
const LOOK_MS = 60_000;

export function useFreshLinks(freshenLinks: () => Promise<void>): void {
  useEffect(() => {
    // After a failed renewal a click on the link reports it.
    const freshen = () => void (document.visibilityState === 'visible' && freshenLinks().catch(() => {}));
    const timer = setInterval(freshen, LOOK_MS);
    document.addEventListener('visibilitychange', freshen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', freshen);
    };
  }, [freshenLinks]);
}
