import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { AccountAnswer } from '../../../contract/mauth.ts';
import { $account, $hint } from '../../lib/frame/session-store.ts';
import { session } from '../../lib/session/session.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { useKept } from './use-kept.ts';

/** The account of whoever is signed in, null until it is known; leaves for the sign-in page where nobody is. */
export function useAccount(): AccountAnswer | null {
  const account = useKept(useStore($account));
  useEffect(() => {
    if ($account.get()) return;
    // A session that is over leaves by itself; a server that does not answer is told here.
    session.restore().then(() => {
      if (!$account.get()) leaveToAuth({ kind: $hint.get() ? 'server' : 'login' });
    });
  }, []);
  return account;
}
