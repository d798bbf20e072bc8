import type { IncomingMessage, ServerResponse } from 'node:http';
import { AS_OF_HEADER } from '../../contract/catalogue-age.ts';
import { SEARCH_PAGE_SIZE } from '../../contract/limits.ts';
import type { PartsQuery } from '../../contract/part-queries.ts';
import type { PartsAnswer, PartsDirectory } from '../../contract/parts.ts';
import { asksForParts, questionParameters, RESULTS_PATH, readQuestion } from '../../rules/parts/question.ts';
import { pageAnswerMaker } from '../http/site/answers.ts';
import type { Site } from '../http/site/site.ts';
import { codingOf, writeAnswer } from '../http/site/write.ts';
import { inTime } from './in-time.ts';
import { packed } from './packed.ts';
import { type ProductShell, readShell } from './product-shell.ts';
import { resultsValues, startValues } from './results-values.ts';

/** An answer of the catalogue service. */
export interface FoundParts {
  readonly answer: PartsAnswer;
  /** HTTP date up to which this is right, while the catalogue is out of reach; else null. */
  readonly asOf: string | null;
}

/** Answers what `GET /parts/` answers. Rejects when it cannot. */
export type PartsSource = (asked: PartsQuery) => Promise<FoundParts>;

/** Answers what `GET /parts/directory` answers. Rejects when it cannot. */
export type DirectorySource = () => Promise<PartsDirectory>;

export interface ResultsPages {
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
    writeAnswer(
      request,
      response,
      pageAnswerMaker(content, page.policy)(coding, await packed(coding, content)),
    );
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
