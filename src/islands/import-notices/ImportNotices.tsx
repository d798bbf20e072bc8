import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { importNotices } from '../../lib/import-notices/notices.ts';
import { countsOf } from '../../lib/import-notices/notices-store.ts';
import { newRequests } from '../../lib/request-desk/new-requests.ts';
import { usePolling } from '../import-runs/use-polling.ts';
import { MenuCount } from './MenuCount.tsx';

const PAUSE = 60_000;

/**
 * Small numbers in the menu of administrators, beside the pages where something waits for them, and their sum on what
 * opens the menu.
 */
export default function ImportNotices() {
  const counts = countsOf(useStore(importNotices.$notices));
  const waiting = useStore(newRequests.$count);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  useEffect(() => void importNotices.load(), []);
  usePolling(() => void importNotices.load(), PAUSE);
  return (
    <>
      {Object.entries({ ...counts, prices: all, menu: all + waiting }).map(([place, count]) => (
        <MenuCount key={place} place={place} count={count} />
      ))}
    </>
  );
}
