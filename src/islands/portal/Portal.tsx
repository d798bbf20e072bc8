import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $router, followLinks } from '../../lib/browser/router.ts';
import { $account, $hint, $mayRequests, type SessionHint } from '../../lib/frame/session-store.ts';
import { paths } from '../../lib/paths/paths.ts';
import { PLACES, type Place } from '../../lib/portal/places.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { SettingsNav } from '../access/SettingsNav.tsx';
import { Boundary } from '../ui/Boundary.tsx';
import { chunk } from '../ui/chunk.tsx';
import { PasswordWatch } from './PasswordWatch.tsx';
import { PortalHeading } from './PortalHeading.tsx';
import { SessionWatch } from './SessionWatch.tsx';
import { SCREENS } from './screens.ts';
import { TextsSwitch } from './TextsSwitch.tsx';

const ImportNotices = chunk(() => import('../import-notices/ImportNotices.tsx'), null);
const NewRequests = chunk(() => import('../request-desk/NewRequests.tsx'), null);

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
  // The heading beside it has the path for its key already.
  const content = (
    <Boundary key={`screen ${page.path}`}>
      <Page />
    </Boundary>
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
      {account?.rank === 'admin' && <ImportNotices />}
      {account && mayRequests && <NewRequests isAlone={account.rank !== 'admin'} />}
    </div>
  );
}
