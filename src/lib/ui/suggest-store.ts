// State of suggestions under a field while a user types: asks after a pause, only the newest answer counts.
import { atom } from 'nanostores';
import { createLatest } from '../platform/http-client.ts';

/** Pause after the last keystroke before the service is asked, ms. */
const SUGGEST_PAUSE = 150;
/** Fewer characters than this name nothing in particular. */
const SUGGEST_SHORTEST = 2;

/** Runs `act` after a pause and gives back a way to call it off. */
export type Schedule = (act: () => void, pause: number) => () => void;

export const afterPause: Schedule = (act, pause) => {
  const timer = setTimeout(act, pause);
  return () => clearTimeout(timer);
};

/** Suggestions for what is typed, asked after a pause; only the newest counts. `beforehand`: of an empty field. */
export function createSuggest<Line>(
  ask: (query: string, signal: AbortSignal) => Promise<readonly Line[]>,
  schedule: Schedule = afterPause,
  beforehand: () => readonly Line[] = () => [],
) {
  const $suggestions = atom<readonly Line[]>([]);
  const latest = createLatest();
  let callOff = () => {};

  async function answer(query: string): Promise<void> {
    try {
      const found = await latest.run((signal) => ask(query, signal));
      if (found !== null) $suggestions.set(found.value);
    } catch {
      // Suggestions are a convenience: without them the form still searches.
      $suggestions.set([]);
    }
  }

  return {
    $suggestions,
    type(text: string) {
      callOff();
      latest.stop();
      const query = text.trim();
      if (query === '') $suggestions.set(beforehand());
      else if (query.length < SUGGEST_SHORTEST) $suggestions.set([]);
      else callOff = schedule(() => void answer(query), SUGGEST_PAUSE);
    },
    clear() {
      callOff();
      latest.stop();
      $suggestions.set([]);
    },
  };
}
