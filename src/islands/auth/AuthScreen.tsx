import { useStore } from '@nanostores/react';
import { safeReturn } from '../../lib/paths.ts';
import { $hint, hasSession } from '../../lib/stores/session.ts';
import { SignedIn } from './SignedIn.tsx';
import { SignInForm } from './SignInForm.tsx';
import { TurnedAway } from './TurnedAway.tsx';

/** The sign-in page: the form, or what went wrong when signing in would not help. The address says which. */
export function AuthScreen() {
  const hint = useStore($hint);
  const asked = new URLSearchParams(location.search);
  const from = safeReturn(asked.get('from'));
  const why = asked.get('why');
  if (why === 'forbidden' || why === 'failed') return <TurnedAway why={why} from={from} />;
  if (why !== 'login' && hint && hasSession()) return <SignedIn email={hint.email} />;
  return <SignInForm from={from} returning={why === 'login'} />;
}
