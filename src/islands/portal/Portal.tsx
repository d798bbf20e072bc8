import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { cabinet, changeEmail, changePassword } from '../../lib/accounts/cabinet-texts.ts';
import { secondFactor } from '../../lib/accounts/second-factor-texts.ts';
import { leaveToAuth } from '../../lib/browser/leave.ts';
import { $router, followLinks } from '../../lib/browser/router.ts';
import { brands, providers } from '../../lib/editing/list-texts.ts';
import { paths } from '../../lib/frame/paths.ts';
import { portal } from '../../lib/frame/portal-texts.ts';
import { upload } from '../../lib/price-lists/upload-texts.ts';
import { $account, $hint, type SessionHint } from '../../lib/session/session-store.ts';
import { settingsPages } from '../access/pages.ts';
import { docflowPages } from '../docflow/pages.ts';
import { slidePages } from '../slides/pages.ts';
import { PasswordWatch } from './PasswordWatch.tsx';
import { PortalHeading } from './PortalHeading.tsx';
import { SessionWatch } from './SessionWatch.tsx';
import { TextsSwitch } from './TextsSwitch.tsx';

type Route =
  | 'brands'
  | 'providers'
  | 'upload'
  | 'user'
  | 'changePassword'
  | 'changeEmail'
  | 'secondFactor'
  | keyof typeof settingsPages
  | keyof typeof slidePages
  | keyof typeof docflowPages;

interface Place {
  /** null: the page has a heading of its own making. */
  readonly heading: string | null;
  /** What the tab says, where it is not the heading. */
  readonly title?: string;
  /** Whose page it is; the services refuse it to others, so that there is no use in showing it. */
  readonly right: 'signed-in' | 'admin';
  readonly Page: ComponentType;
  /** Has words that the switch of the frame changes. */
  readonly hasWords?: boolean;
  /** Stays beside the pages of one area. */
  readonly Nav?: ComponentType;
}

/** Each page is a chunk of its own. */
const PAGES: Readonly<Record<Route, Place>> = {
  brands: { heading: brands.heading, right: 'admin', Page: lazy(() => import('../price-lists/Brands.tsx')) },
  providers: {
    heading: providers.heading,
    right: 'admin',
    Page: lazy(() => import('../price-lists/Providers.tsx')),
  },
  upload: { heading: upload.heading, right: 'admin', Page: lazy(() => import('../price-lists/Upload.tsx')) },
  user: { heading: cabinet.heading, right: 'signed-in', Page: lazy(() => import('../accounts/Cabinet.tsx')) },
  changePassword: {
    heading: changePassword.heading,
    right: 'signed-in',
    Page: lazy(() => import('../accounts/ChangePassword.tsx')),
  },
  changeEmail: {
    heading: changeEmail.heading,
    right: 'signed-in',
    Page: lazy(() => import('../accounts/ChangeEmail.tsx')),
  },
  secondFactor: {
    heading: secondFactor.heading,
    right: 'signed-in',
    Page: lazy(() => import('../accounts/SecondFactor.tsx')),
  },
  ...settingsPages,
  ...slidePages,
  ...docflowPages,
};

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
  const first = firstOfAll(useStore($hint));
  const isClosed = page !== undefined && first !== null && page.route !== first;
  const isStranger =
    page !== undefined && PAGES[page.route].right === 'admin' && account !== null && account.rank !== 'admin';
  useEffect(() => {
    if (isClosed && first) $router.open(paths[first], true);
    else if (isStranger) leaveToAuth({ kind: 'forbidden' });
  }, [isClosed, first, isStranger]);
  if (!page || isStranger || isClosed) return null;
  const { heading, title, Page, Nav, hasWords }: Place = PAGES[page.route];
  const content = (
    <Suspense fallback={<p role="status">{portal.loading}</p>}>
      <Page key={page.path} />
    </Suspense>
  );
  return (
    <div className="portal">
      {hasWords && <TextsSwitch />}
      {heading !== null && <PortalHeading key={page.path} text={heading} title={title} />}
      {Nav ? (
        <div className="portal-area">
          <Nav />
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
    </div>
  );
}
