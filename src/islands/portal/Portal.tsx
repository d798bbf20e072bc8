import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { $router, followLinks } from '../../lib/browser/router.ts';
import { $account, $hint, $mayRequests, type SessionHint } from '../../lib/frame/session-store.ts';
import { paths } from '../../lib/paths/paths.ts';
import { PLACES, type Place } from '../../lib/portal/places.ts';
import { portal } from '../../lib/portal/portal-texts.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { SettingsNav } from '../access/SettingsNav.tsx';
import { PasswordWatch } from './PasswordWatch.tsx';
import { PortalHeading } from './PortalHeading.tsx';
import { SessionWatch } from './SessionWatch.tsx';
import { SCREENS } from './screens.ts';
import { TextsSwitch } from './TextsSwitch.tsx';

const ImportNotices = lazy(() => import('../import-notices/ImportNotices.tsx'));
const NewRequests = lazy(() => import('../request-desk/NewRequests.tsx'));

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
  const account = useStore($account);
  const mayRequests = useStore($mayRequests);
  const first = firstOfAll(useStore($hint));
  const isClosed = page !== undefined && first !== null && page.route !== first;
  const isStranger =
    page !== undefined &&
    PLACES[page.route].whose === 'admin' &&
    account !== null &&
    account.rank !== 'admin';
  useEffect(() => {
    if (isClosed && first) $router.open(paths[first], true);
    else if (isStranger) leaveToAuth({ kind: 'forbidden' });
  }, [isClosed, first, isStranger]);
  if (!page || isStranger || isClosed) return null;
  const { heading, title, hasWords }: Place = PLACES[page.route];
  const Page = SCREENS[page.route];
  const content = (
    <Suspense fallback={<p role="status">{portal.loading}</p>}>
      <Page key={page.path} />
    </Suspense>
  );
  return (
    <div className="portal">
      {hasWords && <TextsSwitch />}
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
      {account?.rank === 'admin' && (
        <Suspense fallback={null}>
          <ImportNotices />
        </Suspense>
      )}
      {account && mayRequests && (
        <Suspense fallback={null}>
          <NewRequests isAlone={account.rank !== 'admin'} />
        </Suspense>
      )}
    </div>
  );
}
