import { createRouter } from '@nanostores/router';
import { portalRoutes } from '../../../rules/routes.ts';
import { onBackBeforeRouter } from './open-forms.ts';
import { plainLink } from './plain-link.ts';

// Stands here because the router listens as soon as a page shows it.
if (typeof window !== 'undefined') window.addEventListener('popstate', onBackBeforeRouter);

/**
 * Pages of the signed-in shell. Exact patterns only; its own click handling is off, because it would also swallow
 * links to addresses outside of the shell.
 */
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
