import type { PartsAnswer } from '../../../contract/parts.ts';

/** The element in which the server hands over the answer that it has written into the page. */
export const RESULTS_DATA = 'results-data';

/** That answer; null where the page asks nothing, undefined when nobody filled it. */
export function givenAnswer(): PartsAnswer | null | undefined {
  const text = document.getElementById(RESULTS_DATA)?.textContent;
  return text ? (JSON.parse(text) as PartsAnswer | null) : undefined;
}
