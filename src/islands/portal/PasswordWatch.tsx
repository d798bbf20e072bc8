import { useStore } from '@nanostores/react';
import { $asksPassword } from '../../lib/accounts/confirmation-store.ts';
import { chunk } from '../ui/chunk.tsx';

const ConfirmPasswordDialog = chunk(() => import('./ConfirmPasswordDialog.tsx'), null);

/** Shows the question for the password while a change waits for it. */
export function PasswordWatch() {
  const answer = useStore($asksPassword);
  return answer ? <ConfirmPasswordDialog onDone={answer} /> : null;
}
