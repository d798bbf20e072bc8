import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { $asksPassword } from '../../lib/accounts/password-confirmation.ts';
import { settingsNav } from '../../lib/platform/headings.ts';
import { leaveToAuth } from '../../lib/platform/http-client.ts';
import { shortcutOf, takesText } from '../../lib/platform/keyboard.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $router, followLinks } from '../../lib/platform/router.ts';
import { session } from '../../lib/platform/session.ts';
import { $account, $hint, hasSession, type SessionHint } from '../../lib/platform/session-store.ts';
import { descriptions, menuOf, menuPlaceOf, PLACES, type Place } from '../../lib/portal/places.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { background, chunk } from '../ui/chunk.tsx';
import { PortalHeading } from '../ui/PortalHeading.tsx';
import { SessionWatch } from './SessionWatch.tsx';
import { SCREENS } from './screens.ts';

const MenuCounts = background(() => import('./MenuCounts.tsx'));

/** The page without which the others stay closed; null when all are open. */
function firstOfAll(hint: SessionHint | null): 'changePassword' | 'secondFactor' | null {
  if (hint?.mustChangePassword) return 'changePassword';
  return hint?.mustSetSecondFactor ? 'secondFactor' : null;
}

/** The shell of all signed-in pages: one document, one session, the page chosen by the address. */
export function Portal() {
  const page = useStore($router);
  useEffect(() => {
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);
  useEffect(() => {
    if (page) document.querySelector('meta[name="description"]')?.setAttribute('content', descriptions[page.route]);
  }, [page]);
  // As it was when the page was come to: a session that ends over an open form is the concern of SessionWatch.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for each page
  const isSignedOut = useMemo(() => !hasSession(), [page?.path]);
  const account = useStore($account);
  const hint = useStore($hint);
  const first = firstOfAll(hint);
  const isClosed = page !== undefined && first !== null && page.route !== first;
  const isOfAdmin = page !== undefined && PLACES[page.route].whose === 'admin';
  const isForbidden = isOfAdmin && account !== null && account.rank !== 'admin';
  // Whoever was no administrator last time may be one by now: nothing is asked for until that is known.
  const [isSettled, setSettled] = useState(false);
  const isUnsure = isOfAdmin && account === null && hint?.rank === 'user' && !isSettled;
  useEffect(() => {
    const settle = () => setSettled(true);
    if (isUnsure) session.restore().then(settle, settle);
  }, [isUnsure]);
  useEffect(() => {
    if (isSignedOut) leaveToAuth({ kind: 'login' });
    else if (isClosed && first) $router.open(paths[first], true);
    else if (isForbidden) leaveToAuth({ kind: 'forbidden' });
  }, [isSignedOut, isClosed, first, isForbidden]);
  if (!page || isSignedOut || isForbidden || isUnsure || isClosed) return null;
  const { heading, title }: Place = PLACES[page.route];
  const Page = SCREENS[page.route];
  // The heading beside it has the path for its key already.
  const content = (
    <Boundary key={`screen ${page.path}`}>
      <Page />
    </Boundary>
  );
  return (
    <div className="portal">
      <StaffFrame />
      {heading !== null && <PortalHeading key={page.path} text={heading} title={title} />}
      {title ? (
        <div className="portal-area stack">
          <SettingsNav />
          <section className="portal-screen" aria-labelledby="portal-screen">
            <h2 id="portal-screen" tabIndex={-1}>
              {title}
            </h2>
            {content}
          </section>
        </div>
      ) : (
        content
      )}
      <SessionWatch />
      <PasswordWatch />
      {account && <MenuCounts />}
    </div>
  );
}

const StaffSearch = chunk(() => import('./StaffSearch.tsx'), null);
const CommandDialog = chunk(() => import('./CommandDialog.tsx'), null);

/** Brings the frame to life: its search, its keys, and the present place in its menu. */
function StaffFrame() {
  const [wished, setWished] = useState(0);
  /** Which opening of the commands is shown; 0: none. */
  const [opening, setOpening] = useState(0);
  const page = useStore($router);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const asked = shortcutOf(event, takesText(document.activeElement));
      // A dialog has the keys to itself.
      if (asked === null || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      if (asked === 'search') setWished((before) => before + 1);
      else setOpening((before) => before + 1);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  useEffect(() => {
    if (page) markPlace(page.route);
  }, [page]);

  const place = document.getElementById('staff-search');
  return (
    <>
      {place && createPortal(<StaffSearch wished={wished} />, place)}
      {opening > 0 && (
        // A dialog says that it was closed a moment later: by then the keys may have opened the next.
        <CommandDialog key={opening} onClose={() => setOpening((now) => (now === opening ? 0 : now))} />
      )}
    </>
  );
}

/** The menu is no island: the links stand in the page as it was built. */
function markPlace(route: Parameters<typeof menuPlaceOf>[0]): void {
  const current = menuPlaceOf(route);
  for (const link of document.querySelectorAll<HTMLElement>('#main-menu [data-place]')) {
    if (link.dataset.place === route) link.setAttribute('aria-current', 'page');
    else if (link.dataset.place === current) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

const SECTIONS = menuOf('settings');

/** The way between the screens of the settings: a row that scrolls to the present one. */
function SettingsNav() {
  const route = useStore($router)?.route;
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (route && current && list.current) list.current.scrollLeft = current.offsetLeft - list.current.offsetLeft - 16;
  }, [route]);

  return (
    <nav className="settings-nav tabs" aria-label={settingsNav}>
      <ul ref={list}>
        {SECTIONS.map((section) => (
          <li key={section.route}>
            <a href={section.path} aria-current={route === section.route ? 'page' : undefined}>
              {section.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const ConfirmPasswordDialog = chunk(() => import('../accounts/ConfirmPasswordDialog.tsx'), null);

/** Shows the question for the password while a change waits for it. */
function PasswordWatch() {
  const answer = useStore($asksPassword);
  return answer ? <ConfirmPasswordDialog onDone={answer} /> : null;
}
