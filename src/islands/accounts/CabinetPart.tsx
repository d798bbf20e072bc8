import { type ReactNode, useRef, useState } from 'react';
import type { Failure } from '../../lib/http/failure.ts';
import { Failed } from '../ui/Failed.tsx';

/** The state of a part: `say` tells what was done and gives the focus to the heading, because the button is gone. */
export function useCabinetPart() {
  const [said, setSaid] = useState('');
  const summary = useRef<HTMLElement>(null);
  const say = (text: string): void => {
    setSaid(text);
    if (text) requestAnimationFrame(() => summary.current?.focus());
  };
  return { said, summary, say };
}

interface Props {
  readonly part: ReturnType<typeof useCabinetPart>;
  readonly texts: { readonly heading: string; readonly lead: string; readonly loading: string };
  readonly failure: Failure | null;
  readonly loading: boolean;
  readonly onLoad: () => void;
  readonly children: ReactNode;
}

/** A foldable part of the cabinet that loads what it shows. */
export function CabinetPart({ part, texts, failure, loading, onLoad, children }: Props) {
  const { said, summary } = part;
  return (
    <details className="panel cabinet-part" open>
      <summary ref={summary}>{texts.heading}</summary>
      <p className="muted small">{texts.lead}</p>
      <p role="status" className={said ? 'ok-text' : 'visually-hidden'}>
        {said}
      </p>
      {failure && <Failed failure={failure} onAgain={onLoad} />}
      {loading && !failure && <p role="status">{texts.loading}</p>}
      {children}
    </details>
  );
}
