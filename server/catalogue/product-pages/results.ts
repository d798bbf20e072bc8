import type { IncomingMessage, ServerResponse } from 'node:http';
import { AS_OF_HEADER } from '../../../contract/api.ts';
import type { PartsAnswer, PartsDirectory, PartsQuery } from '../../../contract/catalogue/parts.ts';
import { SEARCH_PAGE_SIZE } from '../../../contract/limits.ts';
import { browsedNames, type NameKind, nameViews } from '../../../rules/catalogue/browse.ts';
import {
  asksForParts,
  type PartsQuestion,
  questionParameters,
  RESULTS_PATH,
  readQuestion,
} from '../../../rules/catalogue/question.ts';
import { resultsView } from '../../../rules/catalogue/results.ts';
import { pageAnswerMaker } from '../../platform/built-site/answers.ts';
import type { Site } from '../../platform/built-site/site.ts';
import { codingOf, writeAnswer } from '../../platform/built-site/write-answer.ts';
import { inTime, packed } from './page-answer.ts';
import { type ProductShell, readShell, scriptJson, type Values, valuesOf } from './page-template.ts';

/** An answer of the catalogue service. */
interface FoundParts {
  readonly answer: PartsAnswer;
  /** HTTP date up to which this is right, while the catalogue is out of reach; else null. */
  readonly asOf: string | null;
}

/** Answers what `GET /parts/` answers. Rejects when it cannot. */
export type PartsSource = (asked: PartsQuery) => Promise<FoundParts>;

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

/** Longer addresses are answered unfilled: nobody has typed them. */
const ADDRESS_MAX = 4_000;

/** A site with its pages of results filled: without script they show the same parts as with it. */
export function withResults(site: Site, { parts, directory, photoFolder }: ResultsPages): Site {
  let shell: ProductShell | null = null;
  let served = 0;

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    page: ProductShell,
    parameters: URLSearchParams,
  ) {
    const text = await textOf(response, page, parameters);
    const coding = codingOf(request);
    const content = Buffer.from(text);
    writeAnswer(request, response, pageAnswerMaker(content, page.policy)(coding, await packed(coding, content)));
    served += 1;
  }

  async function textOf(response: ServerResponse, page: ProductShell, parameters: URLSearchParams) {
    const question = readQuestion(parameters);
    if (!asksForParts(question)) return page.missing(startValues(await inTime(directory())));
    const asked = { ...questionParameters(question), limit: String(SEARCH_PAGE_SIZE) };
    const { answer, asOf } = await inTime(parts(asked));
    if (asOf !== null) response.setHeader(AS_OF_HEADER, asOf);
    return page.found(resultsValues(question, answer, photoFolder));
  }

  return {
    ...site,
    serve(request, response) {
      const url = request.url ?? '';
      const [path = '', query = ''] = url.split('?', 2);
      const reads = request.method === 'GET' || request.method === 'HEAD';
      const isResults = path === RESULTS_PATH || path === `${RESULTS_PATH}/`;
      if (!shell || !reads || !isResults || url.length > ADDRESS_MAX) return site.serve(request, response);
      answer(request, response, shell, new URLSearchParams(query)).catch(() => {
        // The page fills itself in the browser, or says there what is wrong.
        if (!response.headersSent) site.serve(request, response);
        else response.destroy();
      });
      return true;
    },
    replace(next) {
      const built = next.shells.get(RESULTS_FILE);
      // Read before the switch: a build whose page cannot be filled never goes live.
      const read = built === undefined ? null : readShell(built, next.origins);
      site.replace(next);
      shell = read;
    },
    get served() {
      return site.served + served;
    },
  };
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
