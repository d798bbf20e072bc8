import type { PartsAnswer, PartsDirectory } from '../../contract/parts.ts';
import { browsedNames, type NameKind, nameViews } from '../../rules/parts/names.ts';
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

/** So many makers, and brands, stand where nothing is asked for; the rest on a page of their own. */
const NAMES_MAX = 48;

/** What they take where nothing is asked for: the names of the most parts. */
export function startValues(directory: PartsDirectory): Values {
  const views = (kind: NameKind) =>
    nameViews(kind, browsedNames(directory, kind).slice(0, NAMES_MAX)).map(valuesOf);
  return { makerNames: views('maker'), brandNames: views('brand') };
}
