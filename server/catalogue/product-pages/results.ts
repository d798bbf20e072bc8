import type { PartsAnswer, PartsDirectory } from '../../../contract/catalogue/parts.ts';
import { SEARCH_PAGE_SIZE } from '../../../contract/limits.ts';
import { browsedNames, type NameKind, nameViews } from '../../../rules/catalogue/browse.ts';
import {
  asksForParts,
  type PageAsked,
  type PartsQuestion,
  RESULTS_PATH,
  readQuestion,
} from '../../../rules/catalogue/question.ts';
import { resultsView } from '../../../rules/catalogue/results.ts';
import type { Site } from '../../platform/built-site/site.ts';
import { pageAnswer, withFilled, withinPageTime } from './filled-pages.ts';
import { scriptJson, type Values, valuesOf } from './page-template.ts';

/** An answer of the catalogue service. */
export interface FoundParts {
  readonly answer: PartsAnswer;
  /** HTTP date up to which this is right, while the catalogue is out of reach; else null. */
  readonly asOf: string | null;
}

/** Answers what `GET /parts/` answers to a question. Rejects when it cannot. */
export type PartsSource = (question: PartsQuestion, page: PageAsked) => Promise<FoundParts>;

/** Answers what `GET /parts/directory` answers. Rejects when it cannot. */
export type DirectorySource = () => Promise<PartsDirectory>;

interface ResultsPages {
  readonly parts: PartsSource;
  readonly directory: DirectorySource;
  /** Folder of photos of parts as pages name it. */
  readonly photoFolder: string;
}

/** The built file that every page of results is made of. */
export const RESULTS_FILE = 'catalog.html';

/** Longer addresses are answered unfilled: no form makes them. */
const ADDRESS_MAX = 4_000;

/** A site with its pages of results filled. */
export function withResults(site: Site, { parts, directory, photoFolder }: ResultsPages): Site {
  return withFilled(site, {
    files: [RESULTS_FILE],
    fileOf: () => RESULTS_FILE,
    address: (path, query) =>
      (path === RESULTS_PATH || path === `${RESULTS_PATH}/`) && path.length + query.length < ADDRESS_MAX
        ? readQuestion(new URLSearchParams(query))
        : null,
    async fill(shell, question, coding) {
      if (!asksForParts(question)) {
        const html = shell.missing(startValues(await withinPageTime(directory())));
        return { answer: await pageAnswer(shell, html, coding), status: 200 };
      }
      const { answer, asOf } = await withinPageTime(parts(question, { limit: SEARCH_PAGE_SIZE }));
      const html = shell.found(resultsValues(question, answer, photoFolder));
      return { answer: await pageAnswer(shell, html, coding), status: 200, asOf };
    },
  });
}

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
function startValues(directory: PartsDirectory): Values {
  const views = (kind: NameKind) => nameViews(kind, browsedNames(directory, kind).slice(0, NAMES_MAX)).map(valuesOf);
  return { makerNames: views('maker'), brandNames: views('brand') };
}
