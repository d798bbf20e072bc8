import { atom } from 'nanostores';

/** How many forms hold something that is not saved. */
const $unsaved = atom(0);

/** The way on that waits for an answer to «leave without saving?»; null when nobody is asked. */
export const $leaving = atom<(() => void) | null>(null);

/** Counts a form as unsaved; the answer takes it off again. */
export function holdUnsaved(): () => void {
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
export const hearBack: OnBack = (event) => onBack?.(event);
