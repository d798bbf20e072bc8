import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { shownText } from '../../../rules/parts/part-texts.ts';
import type { PartsQuestion } from '../../../rules/parts/question.ts';
import { resultsView } from '../../../rules/parts/results-view.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { restoreTop } from '../../lib/catalogue/left-page.ts';
import type { createSearch, Found, SearchState } from '../../lib/catalogue/search-store.ts';
import { PHOTO_FOLDER } from '../../lib/position/photo.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { tryAgain } from '../../lib/trouble/try-again.ts';
import { ResultsPage } from './ResultsPage.tsx';
import { ResultsSkeleton } from './ResultsSkeleton.tsx';
import { SearchHint } from './SearchHint.tsx';

interface Props {
  readonly search: ReturnType<typeof createSearch>;
}

/** What the search in the address gives: hint, waiting, parts, nothing or a failure with a way on. */
export function Results({ search }: Props) {
  const state = useStore(search.$search);
  const found = foundIn(state);
  if (found && state.phase !== 'empty')
    return <FoundParts question={state.question} found={found} busy={state.phase === 'loading'} />;
  if (state.phase === 'loading') return <ResultsSkeleton />;
  if (state.phase === 'empty') return <SearchHint />;
  if (state.phase !== 'failed') return null;
  return (
    <section className="search-failed" role="alert">
      <h2>{catalog.failed}</h2>
      <p>{failureText(state.failure)}</p>
      <button type="button" className="button" onClick={() => void search.retry()}>
        {tryAgain}
      </button>
    </section>
  );
}

function foundIn(state: SearchState): Found | null {
  if (state.phase === 'found') return state.found;
  return state.phase === 'loading' ? state.before : null;
}

interface FoundProps {
  readonly question: PartsQuestion;
  readonly found: Found;
  readonly busy: boolean;
}

function FoundParts({ question, found, busy }: FoundProps) {
  const view = resultsView(question, found, PHOTO_FOLDER);
  const rows = found.parts.length;
  useLayoutEffect(() => restoreTop(rows), [rows]);
  // The last page takes the button away: the keyboard goes on at the first of the new parts.
  const rowsBefore = useRef(rows);
  useEffect(() => {
    const before = rowsBefore.current;
    rowsBefore.current = rows;
    if (found.next || rows <= before || document.activeElement !== document.body) return;
    document.querySelectorAll<HTMLElement>('.part a.title')[before]?.focus({ preventScroll: true });
  }, [rows, found.next]);
  // Readers hear what an action has changed, not what came with the page.
  useEffect(() => {
    const place = document.getElementById('results-status');
    const text = view.found ? `${view.found}. ${shownText(rows)}` : catalog.nothing;
    if (place && !busy) place.textContent = text;
  }, [view.found, rows, busy]);
  return (
    <ResultsPage view={view} busy={busy} loadingMore={found.loadingMore} moreFailure={found.moreFailure} />
  );
}
