import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { leaveToAuth } from '../../lib/browser/leave.ts';
import { $router, followLinks } from '../../lib/browser/router.ts';
import { paths } from '../../lib/paths.ts';
import { $account, $hint } from '../../lib/stores/session.ts';
import { cabinet, changePassword } from '../../lib/texts/cabinet.ts';
import { brands, providers } from '../../lib/texts/lists.ts';
import { portal } from '../../lib/texts/portal.ts';
import { upload } from '../../lib/texts/upload.ts';
import { docflowPages } from './docflow/pages.ts';
import { PasswordWatch } from './PasswordWatch.tsx';
import { PortalHeading } from './PortalHeading.tsx';
import { SessionWatch } from './SessionWatch.tsx';
import { settingsPages } from './settings/pages.ts';
import { slidePages } from './slides/pages.ts';
import { TextsSwitch } from './TextsSwitch.tsx';

type Route =
  | 'brands'
  | 'providers'
  | 'upload'
  | 'user'
  | 'changePassword'
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
  brands: { heading: brands.heading, right: 'admin', Page: lazy(() => import('./prices/Brands.tsx')) },
  providers: {
    heading: providers.heading,
    right: 'admin',
    Page: lazy(() => import('./prices/Providers.tsx')),
  },
  upload: { heading: upload.heading, right: 'admin', Page: lazy(() => import('./prices/Upload.tsx')) },
  user: { heading: cabinet.heading, right: 'signed-in', Page: lazy(() => import('./cabinet/Cabinet.tsx')) },
  changePassword: {
    heading: changePassword.heading,
    right: 'signed-in',
    Page: lazy(() => import('./cabinet/ChangePassword.tsx')),
  },
  ...settingsPages,
  ...slidePages,
  ...docflowPages,
};

/** The shell of all signed-in pages: one document, one session, the page chosen by the address. */
export function Portal() {
  const page = useStore($router);
  useEffect(() => {
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);
  const account = useStore($account);
  const mustChange = useStore($hint)?.mustChangePassword === true && page?.route !== 'changePassword';
  const isStranger =
    page !== undefined && PAGES[page.route].right === 'admin' && account !== null && account.rank !== 'admin';
  useEffect(() => {
    if (mustChange) $router.open(paths.changePassword, true);
    else if (isStranger) leaveToAuth({ kind: 'forbidden' });
  }, [mustChange, isStranger]);
  if (!page || isStranger || mustChange) return null;
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
