// The router of the signed-in pages in the browser, and the question before a page with unsaved changes is left.
import { createRouter } from '@nanostores/router';
import { atom } from 'nanostores';
import { portalRoutes } from '../../../rules/routes.ts';
import type { Failure } from './http-client.ts';
import { plainLink } from './plain-link.ts';

let onBack: ((event: PopStateEvent) => void) | null = null;

/** Sets what «back» does first while something is not saved. */
export function guardBack(guard: typeof onBack): void {
  onBack = guard;
}

// Before the router listens: a window calls its listeners in the order they came, and the guard must come first.
if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => onBack?.(event));

/** Pages of the signed-in shell. Its own handling of clicks is off: it would swallow links out of the shell too. */
export const $router = createRouter(portalRoutes, { links: false });

const inShell = (pathname: string): boolean =>
  $router.routes.some(([, pattern]) => pattern.test(pathname.replace(/\/$/, '')));

/** Opens an address of this site: a page of the shell in place, any other as the browser does. */
export function openInShell(address: string): void {
  if (inShell(new URL(address, location.origin).pathname)) $router.open(address);
  else location.assign(address);
}

/** Follows plain clicks between pages of the shell without a reload, so that the access token in memory lives on. */
export function followLinks(event: MouseEvent): void {
  const link = plainLink(event);
  if (!link || !inShell(link.pathname)) return;
  event.preventDefault();
  $router.open(link.pathname + link.search);
}

/** How many forms of the signed-in pages are open: what is typed there must not be lost with the session. */
export const $openForms = atom(0);

/** Counts a form as open; the answer takes it off again. */
export function openForm(): () => void {
  $openForms.set($openForms.get() + 1);
  return () => $openForms.set($openForms.get() - 1);
}

/** Whether the page asks to sign in over what is open on it. */
export const $asksToSignIn = atom(false);

/** Asks to sign in when a form could not be sent because the session has ended. */
export function askIfEnded(failure: Pick<Failure, 'kind'> | null): void {
  if (failure?.kind === 'login') $asksToSignIn.set(true);
}

const $unsaved = atom(0);

/** The navigation that waits for an answer to «leave without saving?»; null when nothing is asked. */
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
