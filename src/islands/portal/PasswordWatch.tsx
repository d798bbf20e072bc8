import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $asksPassword } from '../../lib/accounts/confirmation-store.ts';

const ConfirmPasswordDialog = lazy(() => import('./ConfirmPasswordDialog.tsx'));

/** Shows the question for the password while a change waits for it. */
export function PasswordWatch() {
  const answer = useStore($asksPassword);
  return answer ? (
    <Suspense>
      <ConfirmPasswordDialog onDone={answer} />
    </Suspense>
  ) : null;
}
