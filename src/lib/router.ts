import { createRouter } from '@nanostores/router';
import { paths } from './paths.ts';

/**
 * Pages of the signed-in shell. Exact patterns only; its own click handling is off, because it would also swallow
 * links to addresses outside of the shell.
 */
export const $router = createRouter(
  {
    brands: paths.brands,
    providers: paths.providers,
    upload: paths.upload,
    user: paths.user,
    changePassword: paths.changePassword,
    users: paths.users,
  },
  { links: false },
);

const inShell = (pathname: string): boolean =>
  $router.routes.some(([, pattern]) => pattern.test(pathname.replace(/\/$/, '')));

/** Follows plain clicks between pages of the shell without a reload, so that the access token in memory lives on. */
export function followLinks(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !plain || event.defaultPrevented || link.target || link.download) return;
  if (link.origin !== location.origin || !inShell(link.pathname)) return;
  event.preventDefault();
  $router.open(link.pathname + link.search);
}
