import { useEffect, useRef } from 'react';

/** Asks again every so many milliseconds while the page is in sight, and at once when it comes back into sight. */
export function usePolling(ask: () => void, milliseconds: number): void {
  const current = useRef(ask);
  current.current = ask;
  useEffect(() => {
    const askIfSeen = () => {
      if (document.visibilityState === 'visible') current.current();
    };
    const timer = setInterval(askIfSeen, milliseconds);
    document.addEventListener('visibilitychange', askIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askIfSeen);
    };
  }, [milliseconds]);
}
