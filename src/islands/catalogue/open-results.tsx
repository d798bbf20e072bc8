import { createRoot, hydrateRoot } from 'react-dom/client';
import { readQuestion } from '../../../rules/parts/question.ts';
import { givenAnswer } from '../../lib/catalogue/results-data.ts';
import type { ResultsModule } from '../../lib/catalogue/results-page.ts';
import { askParts } from '../../lib/catalogue/search-calls.ts';
import { createSearch } from '../../lib/catalogue/search-store.ts';
import { Results } from './Results.tsx';

/** Draws the results from now on: over those that the server has written, or into the empty place. */
export const openResults: ResultsModule['openResults'] = () => {
  const answer = givenAnswer();
  const question = readQuestion(new URLSearchParams(location.search));
  const search = createSearch(askParts, answer ? { question, answer } : undefined);
  const place = document.getElementById('results');
  if (!place) throw new Error('the page has no place for results');
  const results = <Results search={search} />;
  if (answer === undefined) createRoot(place).render(results);
  else hydrateRoot(place, results);
  return search;
};
