// Starts in the browser on the search page: takes over the results that the server wrote, then draws each next search
// without a reload.
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { shownText } from '../../../rules/catalogue/part.ts';
import type { PartsQuestion } from '../../../rules/catalogue/question.ts';
import { resultsView } from '../../../rules/catalogue/results.ts';
import { askParts } from '../../lib/catalogue/catalogue-calls.ts';
import { catalog, resultsTitle } from '../../lib/catalogue/catalogue-texts.ts';
import { type ResultsModule, readServedAnswer, restorePosition } from '../../lib/catalogue/results-page.ts';
import { createSearch, type Found, type SearchState } from '../../lib/catalogue/search-store.ts';
import { failureText, tryAgain } from '../../lib/platform/failure-texts.ts';
import { PHOTO_FOLDER } from '../../lib/platform/picture-addresses.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { ResultsPage, SearchHint } from './ResultsPage.tsx';

interface OpenedProps {
  readonly children: ReactNode;
  readonly onOpen: () => void;
}

/** Reports when its content is interactive. */
function Opened({ children, onOpen }: OpenedProps) {
  useEffect(onOpen, [onOpen]);
  return children;
}

/** Draws the results from now on: over those that the server has written, or into the empty place. */
export const openResults: ResultsModule['openResults'] = async (question) => {
  const answer = readServedAnswer();
  const search = createSearch(askParts, answer ? { question, answer } : undefined);
  const place = document.getElementById('results');
  if (!place) throw new Error('the page has no place for results');
  const { promise, resolve } = Promise.withResolvers<void>();
  const results = (
    <Opened onOpen={resolve}>
      <Boundary>
        <Results search={search} />
      </Boundary>
    </Opened>
  );
  if (answer === undefined) createRoot(place).render(results);
  else hydrateRoot(place, results);
  // What came with the page is taken over before anything else is asked.
  await promise;
  return search;
};

interface Props {
  readonly search: ReturnType<typeof createSearch>;
}

/** What the search in the address gives: hint, waiting, parts, nothing or a failure with a way on. */
function Results({ search }: Props) {
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
  useLayoutEffect(() => restorePosition(rows), [rows]);
  // The last page takes the button away: the keyboard goes on at the first of the new parts.
  const rowsBefore = useRef(rows);
  useEffect(() => {
    const before = rowsBefore.current;
    rowsBefore.current = rows;
    if (found.next || rows <= before || document.activeElement !== document.body) return;
    document.querySelectorAll<HTMLElement>('.part a.title')[before]?.focus({ preventScroll: true });
  }, [rows, found.next]);
  const { lackHeading, similar } = view.lack;
  const summary = lackHeading ? `${lackHeading}. ${similar}` : view.found;
  // Readers hear what an action has changed, not what came with the page.
  useEffect(() => {
    const place = document.getElementById('results-status');
    if (place && !busy) place.textContent = summary ? `${summary}. ${shownText(rows)}` : view.none;
  }, [summary, rows, busy, view.none]);
  const title = resultsTitle(lackHeading || question.query);
  useEffect(() => {
    if (!busy) document.title = title;
  }, [title, busy]);
  return <ResultsPage view={view} busy={busy} loadingMore={found.loadingMore} moreFailure={found.moreFailure} />;
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** Empty rows of the height of real ones, while the answer is on its way. */
function ResultsSkeleton() {
  return (
    <div className="results-skeleton" aria-busy="true">
      <p className="visually-hidden">{catalog.loading}</p>
      {ROWS.map((row) => (
        <div key={row} className="skeleton-row stack middle gap-12" aria-hidden="true">
          <span className="skeleton thumbnail" />
          <span className="skeleton wide" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ))}
    </div>
  );
}
