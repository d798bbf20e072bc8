import { atom } from 'nanostores';
import type { Failure } from '../http/failure.ts';

/** How many forms of the signed-in pages are open: what is typed there must not be lost with the session. */
export const $openForms = atom(0);

/** Counts a form as open; the answer takes it off again. */
export function openForm(): () => void {
  $openForms.set($openForms.get() + 1);
  return () => $openForms.set($openForms.get() - 1);
}

/** Whether the page asks to sign in over what is open on it. */
export const $asksToSignIn = atom(false);

/** Asks to sign in when a form could not be sent because nobody is signed in any more. */
export function askIfEnded(failure: Pick<Failure, 'kind'> | null): void {
  if (failure?.kind === 'login') $asksToSignIn.set(true);
}
