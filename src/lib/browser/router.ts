import { createRouter } from '@nanostores/router';
import { hearBack } from '../editing/unsaved.ts';
import { paths } from '../frame/paths.ts';
import { plainLink } from './plain-link.ts';

// Stands here because the router listens as soon as a page shows it.
if (typeof window !== 'undefined') window.addEventListener('popstate', hearBack);

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
    changeEmail: paths.changeEmail,
    secondFactor: paths.secondFactor,
    setting: paths.setting,
    settingEdit: paths.settingEdit,
    roles: paths.roles,
    directings: paths.directings,
    processes: paths.processes,
    actions: paths.actions,
    access: paths.access,
    binding: paths.binding,
    users: paths.users,
    journal: paths.journal,
    slides: paths.slides(''),
    slideCreate: paths.slideCreate,
    slideEdit: '/newsLine/editNews/:id',
    slide: '/newsLine/:id',
    docflow: paths.docflow,
    documents: '/docflow/list',
    document: '/docflow/:id',
    documentCreate: paths.documentCreate,
    documentEdit: '/docflow/edit/doc/:id',
  },
  { links: false },
);

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
