import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { notices as texts } from '../../lib/import-notices/notice-texts.ts';
import { importNotices } from '../../lib/import-notices/notices.ts';
import { countsOf } from '../../lib/import-notices/notices-store.ts';
import { usePolling } from '../import-runs/use-polling.ts';

const PAUSE = 60_000;

/**
 * Small numbers in the menu of administrators, beside the pages where something waits for them, and their sum on what
 * opens the menu.
 */
export default function ImportNotices() {
  const counts = countsOf(useStore(importNotices.$notices));
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  useEffect(() => void importNotices.load(), []);
  usePolling(() => void importNotices.load(), PAUSE);
  return (
    <>
      {Object.entries({ ...counts, prices: all, menu: all }).map(([place, count]) => (
        <Count key={place} place={place} count={count} />
      ))}
    </>
  );
}

/** The header is no island: its places for numbers stand in the page as it was built. */
function Count({ place, count }: { readonly place: string; readonly count: number }) {
  const element = document.querySelector(`[data-count="${place}"]`);
  if (!element || count === 0) return null;
  return createPortal(
    <>
      <span className="menu-count" aria-hidden="true">
        {count}
      </span>
      <span className="visually-hidden">{texts.waiting(count)}</span>
    </>,
    element,
  );
}
