import { type KeyboardEvent, useRef } from 'react';
import { markupField } from '../../lib/editing/editor-texts.ts';

/** What a narrow editor shows. */
export type Pane = 'write' | 'preview';

interface Props {
  /** Beginning of the ids of the tabs and of what they show. */
  readonly id: string;
  readonly pane: Pane;
  readonly onPane: (pane: Pane) => void;
}

const PANES: readonly Pane[] = ['write', 'preview'];

/** Chooses between text and preview; seen only where both do not fit side by side. */
export function PaneTabs({ id, pane, onPane }: Props) {
  const list = useRef<HTMLDivElement>(null);

  function walk(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = pane === 'write' ? 'preview' : 'write';
    onPane(other);
    list.current?.querySelector<HTMLElement>(`[data-pane="${other}"]`)?.focus();
  }

  return (
    <div ref={list} role="tablist" className="markup-panes" aria-label={markupField.panes} onKeyDown={walk}>
      {PANES.map((one) => (
        <button
          key={one}
          id={`${id}-${one}-tab`}
          type="button"
          role="tab"
          data-pane={one}
          aria-controls={`${id}-${one}`}
          aria-selected={one === pane}
          tabIndex={one === pane ? 0 : -1}
          onClick={() => onPane(one)}
        >
          {markupField[one]}
        </button>
      ))}
    </div>
  );
}
