import type { PartsAnswer } from '../../contract/parts.ts';
import type { PartsQuestion } from '../../rules/parts/question.ts';
import { resultsView } from '../../rules/parts/results-view.ts';
import { scriptJson, type Values, valuesOf } from './template.ts';

/** What the holes of the page of results take for an answer. */
export function resultsValues(question: PartsQuestion, answer: PartsAnswer, photoFolder: string): Values {
  const { notes, filters, parts, crosses, ...view } = resultsView(question, answer, photoFolder);
  return {
    ...view,
    ...valuesOf(notes),
    ...valuesOf(filters),
    parts: parts.map(valuesOf),
    crosses: crosses.map(valuesOf),
    answer: scriptJson(answer),
  };
}
