// The heading of each page of the portal; after a move inside the portal it, or that of the screen, takes the focus, so
// that screen readers hear where they are.
import { useEffect } from 'react';
import { portal } from '../../lib/portal/places.ts';

interface Props {
  readonly text: string;
  /** What the tab says, where it is not the heading; the heading of the screen has it then. */
  readonly title?: string | undefined;
  readonly lang?: string;
}

let isFirst = true;

export function PortalHeading({ text, title, lang }: Props) {
  useEffect(() => {
    document.title = portal.title(title ?? text);
  }, [text, title]);
  useEffect(() => {
    if (!isFirst) document.getElementById(title ? 'portal-screen' : 'portal-heading')?.focus();
    isFirst = false;
  }, [title]);
  return (
    <h1 id="portal-heading" className="page-title" tabIndex={-1} lang={lang}>
      {text}
    </h1>
  );
}
