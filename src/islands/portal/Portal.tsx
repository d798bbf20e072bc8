import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { $router, followLinks } from '../../lib/browser/router.ts';
import { $account, $hint, hasSession, type SessionHint } from '../../lib/frame/session-store.ts';
import { paths } from '../../lib/paths/paths.ts';
import { descriptions } from '../../lib/portal/descriptions.ts';
import { PLACES, type Place } from '../../lib/portal/places.ts';
import { session } from '../../lib/session/session.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { SettingsNav } from '../access/SettingsNav.tsx';
import { Boundary } from '../ui/Boundary.tsx';
import { background } from '../ui/background.tsx';
import { PasswordWatch } from './PasswordWatch.tsx';
import { PortalHeading } from './PortalHeading.tsx';
import { SessionWatch } from './SessionWatch.tsx';
import { StaffFrame } from './StaffFrame.tsx';
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
    if (page)
      document.querySelector('meta[name="description"]')?.setAttribute('content', descriptions[page.route]);
  }, [page]);
  // As it was when the page was come to: a session that ends over an open form is the concern of SessionWatch.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for each page
  const isNobody = useMemo(() => !hasSession(), [page?.path]);
  const account = useStore($account);
  const hint = useStore($hint);
  const first = firstOfAll(hint);
  const isClosed = page !== undefined && first !== null && page.route !== first;
  const isOfAdmin = page !== undefined && PLACES[page.route].whose === 'admin';
  const isStranger = isOfAdmin && account !== null && account.rank !== 'admin';
  // Whoever was no administrator last time may be one by now: nothing is asked for until that is known.
  const [isSettled, setSettled] = useState(false);
  const isUnsure = isOfAdmin && account === null && hint?.rank === 'user' && !isSettled;
  useEffect(() => {
    const settle = () => setSettled(true);
    if (isUnsure) session.restore().then(settle, settle);
  }, [isUnsure]);
  useEffect(() => {
    if (isNobody) leaveToAuth({ kind: 'login' });
    else if (isClosed && first) $router.open(paths[first], true);
    else if (isStranger) leaveToAuth({ kind: 'forbidden' });
  }, [isNobody, isClosed, first, isStranger]);
  if (!page || isNobody || isStranger || isUnsure || isClosed) return null;
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
        <div className="portal-area">
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
