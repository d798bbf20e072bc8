import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { leaveToAuth } from '../../lib/leave.ts';
import { $router, followLinks } from '../../lib/router.ts';
import { $account } from '../../lib/stores/session.ts';
import { brands, providers } from '../../lib/texts/lists.ts';
import { portal } from '../../lib/texts/portal.ts';
import { upload } from '../../lib/texts/upload.ts';

type Route = 'brands' | 'providers' | 'upload';

/** Each page is a chunk of its own. */
const PAGES: Readonly<Record<Route, { heading: string; Page: ComponentType }>> = {
  brands: { heading: brands.heading, Page: lazy(() => import('./Brands.tsx')) },
  providers: { heading: providers.heading, Page: lazy(() => import('./Providers.tsx')) },
  upload: { heading: upload.heading, Page: lazy(() => import('./Upload.tsx')) },
};

/** The shell of all signed-in pages: one document, one session, the page chosen by the address. */
export function Portal() {
  const page = useStore($router);
  useEffect(() => {
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);
  const account = useStore($account);
  const isStranger = account !== null && account.rank !== 'admin';
  // The services refuse these pages to anybody else; there is no use in showing their forms.
  useEffect(() => {
    if (isStranger) leaveToAuth({ kind: 'forbidden' });
  }, [isStranger]);
  if (!page || isStranger) return null;
  const { heading, Page } = PAGES[page.route];
  return (
    <div className="portal">
      <Heading key={page.route} text={heading} />
      <Suspense fallback={<p role="status">{portal.loading}</p>}>
        <Page key={page.route} />
      </Suspense>
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
