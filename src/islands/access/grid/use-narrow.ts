import { useSyncExternalStore } from 'react';

/** The width below which the styles fold tables too. */
const NARROW = '(max-width: 719.98px)';

const subscribe = (changed: () => void): (() => void) => {
  const query = matchMedia(NARROW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether the window is too narrow for a table. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
