// The buttons above a text in note markup (bold, list, picture): one stop of Tab, arrows go from one to the next.
import * as icons from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { markupButtons, markupField, markupKeys } from '../../lib/editing/editor-texts.ts';
import * as edits from '../../lib/markdown/markup-edit.ts';

interface MarkupToolbarProps {
  /** Id of the field that the buttons act upon. */
  readonly controls: string;
  readonly onMarkup: (kind: edits.Markup) => void;
}

const ICONS: Readonly<Record<edits.Markup, icons.LucideIcon>> = {
  heading: icons.Heading,
  bold: icons.Bold,
  italic: icons.Italic,
  code: icons.Code,
  list: icons.List,
  numbered: icons.ListOrdered,
  quote: icons.TextQuote,
  link: icons.Link,
  internal: icons.FileSymlink,
  table: icons.Table,
  image: icons.Image,
};

export function MarkupToolbar({ controls, onMarkup }: MarkupToolbarProps) {
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);

  function walk(event: KeyboardEvent) {
    const last = edits.MARKUP.length - 1;
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + edits.MARKUP.length) % edits.MARKUP.length;
    setCurrent(index);
    bar.current?.querySelectorAll('button')[index]?.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      className="markup-toolbar gap-4 row"
      aria-label={markupField.toolbar}
      aria-controls={controls}
      onKeyDown={walk}>
      {edits.MARKUP.map((kind, index) => {
        const Icon = ICONS[kind];
        const keys = markupKeys[kind];
        return (
          <button
            key={kind}
            type="button"
            className="icon-button"
            tabIndex={index === current ? 0 : -1}
            aria-label={markupButtons[kind]}
            aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
            title={keys ? `${markupButtons[kind]} (${keys})` : markupButtons[kind]}
            onFocus={() => setCurrent(index)}
            onClick={() => onMarkup(kind)}>
            <Icon size={18} aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
