import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { slides } from '../../lib/slides/slide-texts.ts';

interface Props {
  readonly title: string;
  /** The place of the slide among those in sight, from 0. */
  readonly placeOf: () => number;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly onMove: (to: number) => void;
  /** It is held by the pointer, or let go. */
  readonly onHold: (holds: boolean) => void;
  /** The slide has come to its place. */
  readonly onDone: () => void;
}

/** What a slide is moved by: dragged with mouse or finger, or step by step with the arrow keys. */
export function SlideHandle({ title, placeOf, list, onMove, onHold, onDone }: Props) {
  const held = useRef(false);
  const button = useRef<HTMLButtonElement>(null);

  function press(event: KeyboardEvent) {
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: placeOf() - 1,
      ArrowDown: placeOf() + 1,
      Home: 0,
      End: Number.MAX_SAFE_INTEGER,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
    onDone();
    // Moving the row in the page may have taken the focus away.
    requestAnimationFrame(() => button.current?.focus());
  }

  /** The place of the row that the pointer is over. */
  function placeUnder(y: number): number {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const own = rows[placeOf()];
    if (own && y >= own.top && y <= own.bottom) return placeOf();
    const middle = (row: DOMRect) => row.top + row.height / 2;
    const above = rows.filter((row, at) => at !== placeOf() && middle(row) < y);
    return above.length;
  }

  function drag({ clientY }: PointerEvent) {
    if (!held.current) return;
    const to = placeUnder(clientY);
    if (to !== placeOf()) onMove(to);
  }

  function hold(holds: boolean) {
    if (held.current === holds) return;
    held.current = holds;
    onHold(holds);
    if (!holds) onDone();
  }

  return (
    <button
      ref={button}
      type="button"
      className="icon-button slide-handle"
      aria-label={slides.moveOf(title)}
      aria-keyshortcuts="ArrowUp ArrowDown"
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        hold(true);
      }}
      onPointerMove={drag}
      onPointerUp={() => hold(false)}
      onPointerCancel={() => hold(false)}
      onLostPointerCapture={() => hold(false)}
    >
      <GripVertical size={18} aria-hidden="true" />
    </button>
  );
}
