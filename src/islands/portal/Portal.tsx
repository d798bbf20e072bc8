import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { leaveToAuth } from '../../lib/leave.ts';
import { paths } from '../../lib/paths.ts';
import { $router, followLinks } from '../../lib/router.ts';
import { $account, $hint } from '../../lib/stores/session.ts';
import { users } from '../../lib/texts/accounts.ts';
import { cabinet, changePassword } from '../../lib/texts/cabinet.ts';
import { brands, providers } from '../../lib/texts/lists.ts';
import { portal } from '../../lib/texts/portal.ts';
import { upload } from '../../lib/texts/upload.ts';
import { SessionWatch } from './SessionWatch.tsx';

type Route = 'brands' | 'providers' | 'upload' | 'user' | 'changePassword' | 'users';

interface Place {
  readonly heading: string;
  /** Whose page it is; the services refuse it to others, so that there is no use in showing it. */
  readonly right: 'signed-in' | 'admin';
  readonly Page: ComponentType;
}

/** Each page is a chunk of its own. */
const PAGES: Readonly<Record<Route, Place>> = {
  brands: { heading: brands.heading, right: 'admin', Page: lazy(() => import('./Brands.tsx')) },
  providers: { heading: providers.heading, right: 'admin', Page: lazy(() => import('./Providers.tsx')) },
  upload: { heading: upload.heading, right: 'admin', Page: lazy(() => import('./Upload.tsx')) },
  user: { heading: cabinet.heading, right: 'signed-in', Page: lazy(() => import('./Cabinet.tsx')) },
  changePassword: {
    heading: changePassword.heading,
    right: 'signed-in',
    Page: lazy(() => import('./ChangePassword.tsx')),
  },
  users: { heading: users.heading, right: 'admin', Page: lazy(() => import('./Users.tsx')) },
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
  const { heading, Page } = PAGES[page.route];
  return (
    <div className="portal">
      <Heading key={page.route} text={heading} />
      <Suspense fallback={<p role="status">{portal.loading}</p>}>
        <Page key={page.route} />
      </Suspense>
      <SessionWatch />
    </div>
  );
}

let isFirst = true;

/** The heading of a page; after a move inside the shell it takes the focus, so that readers hear where they are. */
function Heading({ text }: { text: string }) {
  useEffect(() => {
    document.title = portal.title(text);
    if (!isFirst) document.getElementById('portal-heading')?.focus();
    isFirst = false;
  }, [text]);
  return (
    <h1 id="portal-heading" className="page-title" tabIndex={-1}>
      {text}
    </h1>
  );
}
