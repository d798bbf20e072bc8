import { useEffect, useMemo, useRef, useState } from 'react';
import { markupField } from '../../lib/editing/editor-texts.ts';
import { partAt, placedParts } from '../../lib/editing/place.ts';
import { levelsDown, markupHtml } from '../../lib/markdown/markup.ts';
import { Markdown } from './Markdown.tsx';

interface Props {
  readonly text: string;
  /** Where the cursor stands in the text; the preview scrolls to what is edited there. */
  readonly cursor: number;
}

/** Pause in the typing after which the preview follows, ms. */
const FOLLOW_MS = 150;
/** Highest level of headings in a preview. */
const HIGHEST = 2;

/** How a text that is being typed will look; the part where the cursor stands is marked and in sight. */
export function Preview({ text, cursor }: Props) {
  const [shown, setShown] = useState(text);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const parts = useMemo(() => placedParts(shown), [shown]);
  const down = useMemo(() => levelsDown(HIGHEST, markupHtml(shown)), [shown]);
  const current = partAt(parts, cursor);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown may have moved the part
  useEffect(() => {
    const pane = box.current?.parentElement;
    const part = box.current?.children[current];
    if (!pane || !part) return;
    const [around, own] = [pane.getBoundingClientRect(), part.getBoundingClientRect()];
    const isInSight = own.top >= around.top && own.bottom <= around.bottom;
    // Only the pane scrolls, never the page around it.
    if (!isInSight) pane.scrollTop += own.top - around.top - Math.max(0, (around.height - own.height) / 3);
  }, [current, shown]);

  if (parts.length === 0) return <p className="muted">{markupField.previewEmpty}</p>;
  return (
    <div ref={box} className="preview-parts">
      {parts.map((part, at) => (
        <Markdown
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is told by its place
          key={at}
          text={part.text}
          down={down}
          className={at === current ? 'preview-part current' : 'preview-part'}
        />
      ))}
    </div>
  );
}
