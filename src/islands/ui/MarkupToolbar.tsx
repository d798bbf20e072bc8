import {
  Bold,
  Code,
  FileSymlink,
  Heading,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Table,
  TextQuote,
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { markupButtons, markupField, markupKeys } from '../../lib/editing/editor-texts.ts';
import { MARKUP, type Markup } from '../../lib/markdown/markup-edit.ts';

interface Props {
  /** Id of the field that the buttons act upon. */
  readonly controls: string;
  readonly onMarkup: (kind: Markup) => void;
}

const ICONS: Readonly<Record<Markup, LucideIcon>> = {
  heading: Heading,
  bold: Bold,
  italic: Italic,
  code: Code,
  list: List,
  numbered: ListOrdered,
  quote: TextQuote,
  link: Link,
  internal: FileSymlink,
  table: Table,
  image: Image,
};

/** The buttons of the markup: one stop of Tab, arrows go from one to the next. */
export function MarkupToolbar({ controls, onMarkup }: Props) {
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);

  function walk(event: KeyboardEvent) {
    const last = MARKUP.length - 1;
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + MARKUP.length) % MARKUP.length;
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
      onKeyDown={walk}
    >
      {MARKUP.map((kind, index) => {
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
            onClick={() => onMarkup(kind)}
          >
            <Icon size={18} aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
