import { useEffect, useState } from 'react';
import { markupField } from '../../lib/editing/editor-texts.ts';
import { Markdown } from './Markdown.tsx';

/** Pause in the typing after which the preview follows, ms. */
const FOLLOW_MS = 150;

/** How a text that is being typed will look. */
export function Preview({ text }: { readonly text: string }) {
  const [shown, setShown] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [text]);
  if (shown.trim() === '') return <p className="muted">{markupField.previewEmpty}</p>;
  return <Markdown text={shown} below={2} />;
}
