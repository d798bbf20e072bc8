import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { newRequests } from '../../lib/request-desk/new-requests.ts';
import { MenuCount } from '../import-notices/MenuCount.tsx';
import { usePolling } from '../import-runs/use-polling.ts';

const PAUSE = 60_000;

/** How many requests are new, beside their link; `isAlone`: nothing else is counted on what opens the menu. */
export default function NewRequests({ isAlone }: { readonly isAlone: boolean }) {
  const count = useStore(newRequests.$count);
  useEffect(() => void newRequests.load(), []);
  usePolling(() => void newRequests.load(), PAUSE);
  return (
    <>
      <MenuCount place="requests" count={count} />
      {isAlone && <MenuCount place="menu" count={count} />}
    </>
  );
}
