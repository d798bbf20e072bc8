// What the holes of the page of results take for an answer of the search.
import type { PartsAnswer } from '../../../contract/catalogue/parts.ts';
import type { PartsQuestion } from '../../../rules/catalogue/question.ts';
import { resultsView } from '../../../rules/catalogue/results.ts';
import { scriptJson, type Values, valuesOf } from './template.ts';

export function resultsValues(question: PartsQuestion, answer: PartsAnswer, photoFolder: string): Values {
  const { lack, read, notes, filters, parts, crosses, steps, narrower, ...view } = resultsView(
    question,
    answer,
    photoFolder,
  );
  return {
    ...view,
    ...valuesOf(lack),
    ...valuesOf(read),
    ...valuesOf(notes),
    ...valuesOf(filters),
    parts: parts.map(valuesOf),
    crosses: crosses.map(valuesOf),
    steps: steps.map(valuesOf),
    narrower: narrower.map(valuesOf),
    answer: scriptJson(shownOf(answer)),
  };
}

/** The answer for the script of the page, without what no row of offers shows: it would be a tenth of the page. */
const shownOf = (answer: PartsAnswer): PartsAnswer => ({ ...answer, parts: answer.parts.map(shownPart) });

function shownPart(part: PartsAnswer['parts'][number]): PartsAnswer['parts'][number] {
  const pictured = part.best.findIndex(({ photo }) => photo);
  const best = part.best.map((offer, at) => ({
    ...offer,
    code: null,
    createdAt: '',
    photo: at === pictured ? offer.photo : null,
  }));
  return { ...part, best };
}
