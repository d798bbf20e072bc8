import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $hint, hasSession } from '../../lib/frame/session-store.ts';
import { safeReturn } from '../../lib/paths/paths.ts';
import { wayOn } from '../../lib/session/sign-in-here.ts';
import { withinBoundary } from '../ui/within-boundary.tsx';
import { AuthForm } from './AuthForm.tsx';
import { SignedIn } from './SignedIn.tsx';
import { TurnedAway } from './TurnedAway.tsx';

function Screen() {
  const hint = useStore($hint);
  const asked = new URLSearchParams(location.search);
  const from = safeReturn(asked.get('from'));
  const why = asked.get('why');
  // Decided once: the form must stay while it signs in.
  const [wasSignedIn] = useState(() => why !== 'login' && hint !== null && hasSession());
  if (why === 'forbidden' || why === 'failed') return <TurnedAway why={why} from={from} />;
  if (wasSignedIn && hint) {
    return <SignedIn email={hint.email} next={wayOn(hint) ?? from} />;
  }
  return <AuthForm from={from} returning={why === 'login'} />;
}

/** The sign-in page: the form, or what went wrong when signing in would not help. The address says which. */
export const AuthScreen = withinBoundary(Screen);
