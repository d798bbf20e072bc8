// The script of the header on every page: theme, signed-in user, menus. A visitor who is not signed in loads no session
// code.
import { persistentAtom } from '@nanostores/persistent';
import { $account, $hint, hasSession } from '../platform/session-store.ts';
import { startRequest } from '../requests/add-loader.ts';

/** The chosen theme, kept under the key `theme` and shared by all tabs; unknown values are light. */
const $theme = persistentAtom<'light' | 'dark'>('theme', 'light', {
  encode: (theme) => theme,
  decode: (stored) => (stored === 'dark' ? 'dark' : 'light'),
});

const root = document.documentElement;
const themeSwitch = document.querySelector<HTMLButtonElement>('.theme-switch');
const names = document.querySelectorAll<HTMLElement>('[data-who]');
const menu = document.querySelector<HTMLElement>('#main-menu');
const submenu = document.querySelector<HTMLDetailsElement>('.submenu');

$theme.subscribe((theme) => {
  root.dataset.theme = theme;
  themeSwitch?.setAttribute('aria-checked', String(theme === 'dark'));
});
themeSwitch?.addEventListener('click', () => $theme.set($theme.get() === 'dark' ? 'light' : 'dark'));

$hint.subscribe(drawSession);
$account.listen(drawSession);

if (hasSession()) {
  void import('../platform/session.ts').then(({ session }) => session.restore());
} else if ($hint.get()) {
  $hint.set(null);
}

startRequest();

// After the sign-in the user returns to this page; the sign-in page has its own return address.
document.querySelector<HTMLAnchorElement>('[data-sign-in]')?.addEventListener('click', ({ currentTarget }) => {
  if (!(currentTarget instanceof HTMLAnchorElement)) return;
  if (location.pathname.startsWith(currentTarget.pathname)) return;
  currentTarget.search = String(new URLSearchParams({ from: location.pathname + location.search }));
});

function drawSession(): void {
  const person = $account.get() ?? $hint.get();
  if (person) root.dataset.rank = person.rank;
  else delete root.dataset.rank;
  root.toggleAttribute('data-documents', $hint.get()?.hasDocuments === true);
  root.toggleAttribute('data-requests', $hint.get()?.hasRequests === true);
  for (const name of names) {
    if (!person) continue;
    name.textContent = person.email;
    name.title = person.email;
  }
}

// A menu closes on Escape, on a click elsewhere, when the focus leaves it and after a choice.
const closeSubmenu = () => submenu?.removeAttribute('open');
submenu?.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !submenu.open) return;
  event.preventDefault();
  closeSubmenu();
  submenu.querySelector('summary')?.focus();
});
submenu?.addEventListener('focusout', (event) => {
  if (event.relatedTarget instanceof Node && !submenu.contains(event.relatedTarget)) closeSubmenu();
});
document.addEventListener('click', (event) => {
  if (event.target instanceof Node && !submenu?.contains(event.target)) closeSubmenu();
});
menu?.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('a')) return;
  closeSubmenu();
  if (menu.matches(':popover-open')) menu.hidePopover();
});
