// What the holes of the page of results take for an answer of the search.
import type { PartsAnswer } from '../../../contract/catalogue/parts.ts';
import type { PartsQuestion } from '../../../rules/catalogue/question.ts';
import { resultsView } from '../../../rules/catalogue/results.ts';
import { scriptJson, type Values, valuesOf } from './template.ts';

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
