// Handles the end of a signed-in user's session: over an open form it asks to sign in, else it leaves the page for the
// sign-in page.
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { leaveToAuth } from '../../lib/platform/failure-texts.ts';
import { $asksToSignIn, $openForms } from '../../lib/platform/router.ts';
import { $hint } from '../../lib/platform/session-store.ts';
import { chunk } from '../ui/chunk.tsx';

const SignInDialog = chunk(() => import('../accounts/SignInDialog.tsx'), null);

export function SessionWatch() {
  const hint = useStore($hint);
  const asks = useStore($asksToSignIn);
  const email = useRef('');
  useEffect(() => {
    if (hint) {
      email.current = hint.email;
      $asksToSignIn.set(false);
    } else if (email.current !== '') {
      if ($openForms.get() > 0) $asksToSignIn.set(true);
      else leaveToAuth({ kind: 'login' });
    }
  }, [hint]);
  return asks ? <SignInDialog email={email.current} onClose={() => $asksToSignIn.set(false)} /> : null;
}
