import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { failedMails } from '../../lib/accounts/failed-mails.ts';
import { $router } from '../../lib/browser/router.ts';
import { waitingDocuments } from '../../lib/docflow/waiting-documents.ts';
import { importNotices } from '../../lib/import-notices/notices.ts';
import { countsOf } from '../../lib/import-notices/notices-store.ts';
import { badgeCounts } from '../../lib/portal/badge-counts.ts';
import { $seer } from '../../lib/portal/seer.ts';
import { newRequests } from '../../lib/request-desk/new-requests.ts';
import { usePolling } from '../import-runs/use-polling.ts';
import { MenuCount } from './MenuCount.tsx';

const PAUSE = 60_000;
/** Not asked more often than that while somebody walks from page to page, ms. */
const APART = 5_000;

/** Small numbers in the menu, beside the pages where something waits for the person, and their sum on what opens it. */
export default function MenuCounts() {
  const seer = useStore($seer);
  const imports = countsOf(useStore(importNotices.$notices));
  const counts = badgeCounts(
    {
      ...imports,
      documents: useStore(waitingDocuments.$count),
      requests: useStore(newRequests.$count),
      mails: useStore(failedMails.$count),
    },
    seer,
  );
  const path = useStore($router)?.path;
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  const { isAdmin, hasDocuments, mayRequests } = seer;

  function ask() {
    askedAt.current = performance.now();
    if (hasDocuments) void waitingDocuments.load();
    if (mayRequests) void newRequests.load();
    if (!isAdmin) return;
    void importNotices.load();
    void failedMails.load();
  }
  // Whoever is somebody else by now, or goes on to another page, sees what is true then.
  useEffect(ask, [isAdmin, hasDocuments, mayRequests]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for this reason alone
  useEffect(() => {
    if (performance.now() - askedAt.current > APART) ask();
  }, [path]);
  usePolling(ask, PAUSE);

  return Object.entries(counts).map(([place, count]) => (
    <MenuCount key={place} place={place} count={count} />
  ));
}
