import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $hint } from '../../lib/frame/session-store.ts';
import { paths } from '../../lib/paths/paths.ts';
import { sendingStore } from '../../lib/request/page.ts';
import { thanks as texts } from '../../lib/request/request-texts.ts';
import type { Sent } from '../../lib/request/sending-store.ts';
import { phoneLink, site } from '../../lib/site/site.ts';

/** What stands in the place of a request that was taken: its number, and what comes next. */
export function Thanks({ sent }: { readonly sent: Sent }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isSignedIn = useStore($hint) !== null;
  useEffect(() => {
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <section className="request-thanks message success" role="status">
      <h2 ref={heading} tabIndex={-1}>
        {texts.heading(sent.number)}
      </h2>
      <p>
        {texts.lead} {sent.email && texts.mailed(sent.email)}
      </p>
      <p>
        {texts.call} <a href={phoneLink}>{site.phone}</a>
      </p>
      <p className="buttons no-print">
        <a className="button main" href={paths.catalog} onClick={() => sendingStore.forget()}>
          {texts.toCatalogue}
        </a>
        {isSignedIn && (
          <a className="button" href={paths.user}>
            {texts.own}
          </a>
        )}
      </p>
    </section>
  );
}
