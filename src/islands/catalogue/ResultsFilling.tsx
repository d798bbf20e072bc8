import type { ResultsView } from '../../../rules/parts/results-view.ts';
import { HOLES } from '../ui/Holes.tsx';
import { ResultsPage } from './ResultsPage.tsx';

/** A view with a hole for each of its texts and lists; what it is made up of shares their names. */
const VIEW = new Proxy(HOLES, {
  get: (holes, name) => (name === 'notes' || name === 'filters' ? holes : Reflect.get(holes, name)),
}) as unknown as ResultsView;

/** The answer to a search with holes, for the server to fill. */
export const ResultsFilling = () => <ResultsPage view={VIEW} />;
