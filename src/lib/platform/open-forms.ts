import { atom } from 'nanostores';
import type { Failure } from './http-client.ts';

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

/** How many forms hold something that is not saved. */
const $unsaved = atom(0);

/** The way on that waits for an answer to «leave without saving?»; null when nobody is asked. */
export const $leaving = atom<(() => void) | null>(null);

/** Counts a form as unsaved; the answer takes it off again. */
export function guardUnsaved(): () => void {
  $unsaved.set($unsaved.get() + 1);
  let held = true;
  return () => {
    if (held) $unsaved.set($unsaved.get() - 1);
    held = false;
  };
}

/** Goes on at once when nothing would be lost, else asks first. */
export function askToLeave(go: () => void): void {
  if ($unsaved.get() === 0) go();
  else $leaving.set(go);
}

type OnBack = (event: PopStateEvent) => void;

let onBack: OnBack | null = null;

/** Says what «back» meets while something is not saved; null: nothing. */
export function guardBack(guard: OnBack | null): void {
  onBack = guard;
}

/** Must hear of «back» before the router does: at the window listeners are called in the order they came. */
export const onBackBeforeRouter: OnBack = (event) => onBack?.(event);
