// The shell of all signed-in pages: draws the screen of the address, and leaves it where the user has no session or no
// right. The screen of each address is listed at its end.
import { useStore } from '@nanostores/react';
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PortalRoute } from '../../../rules/routes.ts';
import { $asksPassword } from '../../lib/accounts/password-confirmation.ts';
import { askAhead } from '../../lib/documents/document-calls.ts';
import { leaveToAuth } from '../../lib/platform/failure-texts.ts';
import { settingsNav } from '../../lib/platform/headings.ts';
import { shortcutOf, takesText } from '../../lib/platform/keyboard.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $router, followLinks } from '../../lib/platform/router.ts';
import { session } from '../../lib/platform/session.ts';
import { $account, $hint, hasSession, type SessionHint } from '../../lib/platform/session-store.ts';
import { descriptions, menuPlaceOf, PLACES, type Place, settingMenu } from '../../lib/portal/places.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { background, chunk } from '../ui/chunk.tsx';
import { PortalHeading } from '../ui/PortalHeading.tsx';
import { SessionWatch } from './SessionWatch.tsx';

const MenuCounts = background(() => import('./MenuCounts.tsx'));

/** The page that must be completed before the others open; null: all are open. */
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
  // As of the opening of the page: SessionWatch handles a session that ends later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: evaluated for each page
  const isSignedOut = useMemo(() => !hasSession(), [page?.path]);
  const account = useStore($account);
  const hint = useStore($hint);
  const first = firstOfAll(hint);
  const isClosed = page !== undefined && first !== null && page.route !== first;
  const isOfAdmin = page !== undefined && PLACES[page.route].whose === 'admin';
  const isForbidden = isOfAdmin && account !== null && account.rank !== 'admin';
  // A user may have become an administrator since the last visit: wait for the session.
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

/** The live parts of the frame: its search, its keys, and the current place in its menu. */
function StaffFrame() {
  const [wished, setWished] = useState(0);
  /** Which opening of the commands is shown; 0: none. */
  const [opening, setOpening] = useState(0);
  const page = useStore($router);
  const open = useCallback(() => setOpening((before) => before + 1), []);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const asked = shortcutOf(event, takesText(document.activeElement));
      // An open dialog handles its keys itself.
      if (asked === null || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      if (asked === 'search') setWished((before) => before + 1);
      else open();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);
  useEffect(() => {
    if (page) markPlace(page.route);
  }, [page]);

  const place = document.getElementById('staff-search');
  return (
    <>
      {place && createPortal(<StaffSearch wished={wished} onCommands={open} />, place)}
      {opening > 0 && (
        // The close event comes late: the keys may have opened the next dialog by then.
        <CommandDialog key={opening} onClose={() => setOpening((now) => (now === opening ? 0 : now))} />
      )}
    </>
  );
}

/** Marks the current link of the menu, which is no island but a part of the built page. */
function markPlace(route: Parameters<typeof menuPlaceOf>[0]): void {
  const current = menuPlaceOf(route);
  for (const link of document.querySelectorAll<HTMLElement>('#main-menu [data-place]')) {
    if (link.dataset.place === route) link.setAttribute('aria-current', 'page');
    else if (link.dataset.place === current) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

const GROUPS = settingMenu();

/** The sections of the settings in two levels: groups, and the sections of the present one. */
function SettingsNav() {
  const route = useStore($router)?.route;
  const nav = useRef<HTMLElement>(null);
  const present = GROUPS.find(({ items }) => items.some((item) => item.route === route)) ?? GROUPS[0];

  useEffect(() => {
    if (!route) return;
    for (const current of nav.current?.querySelectorAll<HTMLElement>('[aria-current]') ?? []) {
      const list = current.closest('ul');
      if (list) list.scrollLeft = current.offsetLeft - list.offsetLeft - 16;
    }
  }, [route]);

  return (
    <nav ref={nav} className="settings-nav tabs" aria-label={settingsNav}>
      <ul>
        {GROUPS.map((group) => (
          <li key={group.label}>
            <a href={group.items[0]?.path} aria-current={group === present ? 'true' : undefined}>
              {group.label}
            </a>
          </li>
        ))}
      </ul>
      <ul>
        {present?.items.map((section) => (
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

/** Asks for the password while a change waits for it. */
function PasswordWatch() {
  const answer = useStore($asksPassword);
  return answer ? <ConfirmPasswordDialog onDone={answer} /> : null;
}

/** The address of the settings as such opens their first screen, and leaves no entry of its own in the history. */
function ToRoles() {
  useEffect(() => void $router.open(paths.roles, true), []);
  return null;
}

/** The former address of the accounts opens the list of people, with what was searched for. */
function ToPeople() {
  useEffect(() => void $router.open(paths.people + location.search, true), []);
  return null;
}

const peopleList = chunk(() => import('../people/People.tsx'));
const settingList = chunk(() => import('../access/SettingList.tsx'));
const slideForm = chunk(() => import('../slides/SlideForm.tsx'));
const documentForm = chunk(() => import('../documents/form/DocumentPages.tsx'));

/** What draws each page of the signed-in shell; the code of each is loaded when it is first shown. */
const SCREENS: Readonly<Record<PortalRoute, ComponentType>> = {
  brands: chunk(() => import('../price-lists/Brands.tsx')),
  providers: chunk(() => import('../price-lists/Providers.tsx')),
  upload: chunk(() => import('../price-lists/upload/Upload.tsx')),
  imports: chunk(() => import('../price-lists/runs/RunList.tsx')),
  importRun: chunk(() => import('../price-lists/runs/RunPage.tsx')),
  sources: chunk(() => import('../price-lists/sources/Sources.tsx')),
  positions: chunk(() => import('../catalogue/positions/Positions.tsx')),
  photos: chunk(() => import('../catalogue/PhotoRuns.tsx')),
  crosses: chunk(() => import('../price-lists/upload/CrossFile.tsx')),
  searchMisses: chunk(() => import('../catalogue/SearchMisses.tsx')),
  searchWords: chunk(() => import('../catalogue/SearchWords.tsx')),
  requests: chunk(() => import('../requests/RequestList.tsx')),
  request: chunk(() => import('../requests/StaffRequest.tsx')),
  slides: chunk(() => import('../slides/SlideList.tsx')),
  slideCreate: slideForm,
  slideEdit: slideForm,
  slide: chunk(() => import('../slides/SlidePage.tsx')),
  docflow: chunk(() => import('./Home.tsx')),
  documents: chunk(() => import('../documents/list/List.tsx')),
  late: chunk(() => import('../documents/list/LatePeople.tsx')),
  bin: chunk(() => import('../documents/list/Bin.tsx')),
  document: chunk(() => {
    askAhead();
    return import('../documents/Document.tsx');
  }),
  documentCreate: documentForm,
  documentEdit: documentForm,
  setting: ToRoles,
  settingEdit: ToRoles,
  roles: settingList,
  directings: settingList,
  processes: settingList,
  actions: settingList,
  access: chunk(() => import('../access/Access.tsx')),
  templates: chunk(() => import('../documents/templates/Templates.tsx')),
  binding: peopleList,
  people: peopleList,
  users: ToPeople,
  journal: chunk(() => import('../journal/Journal.tsx')),
  documentsJournal: chunk(() => import('../documents/journal/DocumentsJournal.tsx')),
  state: chunk(() => import('../state/State.tsx')),
  user: chunk(() => import('../accounts/Cabinet.tsx')),
  changePassword: chunk(() => import('../accounts/ChangePassword.tsx')),
  changeEmail: chunk(() => import('../accounts/ChangeEmail.tsx')),
  secondFactor: chunk(() => import('../accounts/SecondFactor.tsx')),
};
