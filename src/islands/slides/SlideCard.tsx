// One slide of the front page in the administrators' list: title, state, first picture, beginning of its text, and the
// handle that moves it.
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useRef } from 'react';
import type { Note } from '../../../contract/slides/slides.ts';
import { excerptOf } from '../../lib/markdown/markup.ts';
import { paths } from '../../lib/platform/paths.ts';
import { noteImageSources } from '../../lib/platform/picture-addresses.ts';
import type { PortalWords } from '../../lib/platform/portal-words.ts';
import { slides } from '../../lib/slides/slide-fields.ts';
import { Markdown } from '../ui/Markdown.tsx';

interface Props {
  readonly note: Note;
  readonly words: PortalWords;
  readonly handle: ReactNode;
  readonly isMoving: boolean;
}

/** One slide of the list: title, state, first picture, the beginning of its message. */
export function SlideCard({ note, words: { lang, slides: words }, handle, isMoving }: Props) {
  const { text, isCut } = excerptOf(note.message);
  const title = note.title || slides.untitled;
  const [image] = note.files;
  return (
    <li
      className={isMoving ? 'slide-card gap-8-20 stack panel moving' : 'slide-card gap-8-20 stack panel'}
      data-slide={note.id}>
      <div className="slide-card-head row baseline gap-4-12">
        {handle}
        <h2>
          <a href={paths.slide(note.id)}>{title}</a>
        </h2>
        <SlideState isPublic={note.isPublic} />
      </div>
      {image ? (
        <img {...noteImageSources(image.fileName)} alt="" width={150} height={100} loading="lazy" />
      ) : (
        <p className="slide-no-image flush stack muted small" lang={lang}>
          {words.noImage}
        </p>
      )}
      <div className="slide-card-text shrinks">
        <Markdown text={text} />
        {isCut && (
          <a href={paths.slide(note.id)} aria-label={slides.readMoreOf(words.readMore, title)} lang={lang}>
            {words.readMore}
          </a>
        )}
      </div>
    </li>
  );
}

interface SlideHandleProps {
  readonly title: string;
  /** The place of the slide among those in sight, from 0. */
  readonly placeOf: () => number;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly onMove: (to: number) => void;
  /** Called when the pointer takes it or lets it go. */
  readonly onHold: (holds: boolean) => void;
  readonly onDone: () => void;
}

/** What a slide is moved by: dragged with mouse or finger, or step by step with the arrow keys. */
export function SlideHandle({ title, placeOf, list, onMove, onHold, onDone }: SlideHandleProps) {
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
      onLostPointerCapture={() => hold(false)}>
      <GripVertical size={18} aria-hidden="true" />
    </button>
  );
}

export function SlideState({ isPublic }: { readonly isPublic: boolean }) {
  return isPublic ? (
    <span className="tag ok">{slides.published}</span>
  ) : (
    <span className="tag warn">{slides.unpublished}</span>
  );
}
