// The numbers in the menu of the portal beside pages where something waits for the user (documents, requests, imports),
// and their sum on the menu button.
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { failedMails } from '../../lib/accounts/account-calls.ts';
import { waitingDocuments } from '../../lib/documents/queue-store.ts';
import { $router } from '../../lib/platform/router.ts';
import { $portalViewer, badgeCounts } from '../../lib/portal/viewer.ts';
import { countsOf, importNotices, notices as texts } from '../../lib/price-lists/import-notices.ts';
import { newRequests } from '../../lib/requests/staff-request-store.ts';
import { useOnChange, usePolling } from '../ui/hooks.ts';

const PAUSE = 60_000;
/** Least time between two requests while the user moves from page to page, ms. */
const APART = 5_000;

export default function MenuCounts() {
  const viewer = useStore($portalViewer);
  const imports = countsOf(useStore(importNotices.$notices));
  const counts = badgeCounts(
    {
      ...imports,
      documents: useStore(waitingDocuments.$count),
      requests: useStore(newRequests.$count),
      mails: useStore(failedMails.$count),
    },
    viewer,
  );
  const path = useStore($router)?.path;
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  const { isAdmin, hasDocuments, mayRequests } = viewer;

  function ask() {
    askedAt.current = performance.now();
    if (hasDocuments) void waitingDocuments.load();
    if (mayRequests) void newRequests.load();
    if (!isAdmin) return;
    void importNotices.load();
    void failedMails.load();
  }
  // Asks again after a change of the account or of the page.
  useEffect(ask, [isAdmin, hasDocuments, mayRequests]);
  useOnChange(path, () => {
    if (performance.now() - askedAt.current > APART) ask();
  });
  usePolling(ask, PAUSE);

  return Object.entries(counts).map(([place, count]) => <MenuCount key={place} place={place} count={count} />);
}

interface Props {
  /** The `data-count` of its element in the menu. */
  readonly place: string;
  readonly count: number;
}

/** One count. The menu is no island: its elements for counts are in the built page. */
function MenuCount({ place, count }: Props) {
  const element = document.querySelector(`[data-count="${place}"]`);
  if (!element || count === 0) return null;
  return createPortal(
    <>
      <span className="menu-count bold" aria-hidden="true">
        {count}
      </span>
      <span className="visually-hidden">{texts.waiting(count)}</span>
    </>,
    element,
  );
}
