import { type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { givenAnswer } from '../../lib/catalogue/results-data.ts';
import type { ResultsModule } from '../../lib/catalogue/results-page.ts';
import { askParts } from '../../lib/catalogue/search-calls.ts';
import { createSearch } from '../../lib/catalogue/search-store.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { Results } from './Results.tsx';

interface OpenedProps {
  readonly children: ReactNode;
  readonly onOpen: () => void;
}

/** Tells when what it holds is alive. */
function Opened({ children, onOpen }: OpenedProps) {
  useEffect(onOpen, [onOpen]);
  return children;
}

/** Draws the results from now on: over those that the server has written, or into the empty place. */
export const openResults: ResultsModule['openResults'] = async (question) => {
  const answer = givenAnswer();
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
