import { useEffect } from 'react';
import { portal } from '../../lib/portal/places.ts';

interface Props {
  readonly text: string;
  /** What the tab says, where it is not the heading; the heading of the screen has it then. */
  readonly title?: string | undefined;
  readonly lang?: string;
}

let isFirst = true;

/** The heading of a page; after a move inside the shell it, or that of the screen, takes the focus, so that readers hear where they are. */
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
