// Public routes of the search: parts, positions, suggestions while typing, and a buyer's list of articles as text or
// file.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../contract/answers.ts';
import { LIST_PARTS_FORM, LIST_SEARCH_FORM } from '../../../contract/catalogue/forms.ts';
import {
  ListFileAnswer,
  ListPartsAnswer,
  PartsAnswer,
  PartsDirectory,
  PartsQuery,
} from '../../../contract/catalogue/parts.ts';
import {
  ListSearchAnswer,
  ListSearchQuery,
  SearchAnswer,
  SearchQuery,
  SuggestAnswer,
} from '../../../contract/catalogue/positions.ts';
import type { PriceListProblemCode } from '../../../contract/errors.ts';
import { bodyWithFile } from '../../../contract/fields/field.ts';
import { LIST_FILE_MAX, LIST_FILE_ROWS_MAX, SEARCH_PAGE_DEFAULT } from '../../../contract/limits.ts';
import { readQuestion } from '../../../rules/catalogue/question.ts';
import { abortWhenClientLeaves, fairQueue } from '../../platform/http/heavy-work.ts';
import type { Limits } from '../../platform/http/limits.ts';
import { badRequest, clientKey, notFound, readForm, sendWorkbook, siteOf } from '../../platform/http/request.ts';
import { oneFile, oneFileUpTo, receiveForm } from '../../platform/http/upload.ts';
import { ReadError } from '../../platform/sheet-reader/messages.ts';
import { answerOfFile } from '../../platform/sheet-reader/reader.ts';
import { addAgeHeader, jsonText } from '../context/answers.ts';
import type { CatalogueContext } from '../context/context.ts';
import type { SearchEngine } from '../context/search-questions.ts';
import { isSearchable } from '../search-index/query.ts';
import { fileError, refuseEmpty, refuseOtherFiles } from '../sheets/refused-files.ts';
import { isFiltered } from './filtered-offers.ts';
import { listWorkbook, partsWorkbook } from './list-workbooks.ts';
import { clampedLimit, clampedOffset, partsRequest, rowId } from './parts-request.ts';

const OPEN = { permission: 'anyone' } as const;

/** The routes of the search, relative to the service's prefix; `incomingFolder` takes uploads while they are read. */
export function searchRoutes(
  { shown, incomingFolder }: Pick<CatalogueContext, 'shown' | 'incomingFolder'>,
  search: SearchEngine,
  limits: Limits,
): FastifyPluginAsyncTypebox {
  const inTurn = fairQueue(READING);

  /** Limits how often in a minute a client may send files that exceed the caps or that it does not wait for. */
  async function readInTurn(site: string, file: string, gone: AbortSignal): Promise<ListFileAnswer> {
    await limits.take('listFileCostly', site);
    try {
      const found = await inTurn(site, () => linesOfFile(file, gone), gone);
      await limits.giveBack('listFileCostly', site);
      return found;
    } catch (error) {
      if (!wasEnded(error)) await limits.giveBack('listFileCostly', site);
      throw error;
    }
  }

  return async (app) => {
    addAgeHeader(app, shown);
    app.get(
      '/search/',
      {
        config: OPEN,
        schema: { querystring: SearchQuery, response: { 200: SearchAnswer, 400: ErrorAnswer, 404: ErrorAnswer } },
      },
      async ({ query: asked }, reply) => {
        const query = asked.query ?? '';
        if (query.trim() === '') throw badRequest('params "query" is empty');
        if (!isSearchable(query)) throw notFound('position not a found');
        const answer = await search.search({
          query,
          limit: clampedLimit(asked.limit, SEARCH_PAGE_DEFAULT),
          offset: clampedOffset(asked.offset),
          last: rowId(asked.last),
          cursor: asked.cursor ?? '',
          isStrict: asked.strict === '1',
        });
        if (answer === null) throw notFound('positions not found');
        return jsonText(reply, answer);
      },
    );

    app.get(
      '/search/suggest',
      { config: OPEN, schema: { querystring: Type.Pick(SearchQuery, ['query']), response: { 200: SuggestAnswer } } },
      async ({ query }, reply) => jsonText(reply, await search.suggest(query.query ?? '')),
    );

    app.post(
      '/search/list',
      {
        config: { ...OPEN, form: LIST_SEARCH_FORM },
        schema: { querystring: ListSearchQuery, response: { 200: ListSearchAnswer } },
      },
      async (request, reply) => {
        const { articles, ignored } = readForm(request, LIST_SEARCH_FORM).articles;
        const found = await search.list(articles, ignored);
        if (request.query.format !== 'xlsx') return jsonText(reply, found);
        return sendWorkbook(reply, 'list.xlsx', listWorkbook(JSON.parse(found) as ListSearchAnswer));
      },
    );

    app.get(
      '/parts/',
      { config: OPEN, schema: { querystring: PartsQuery, response: { 200: PartsAnswer, 400: ErrorAnswer } } },
      async ({ query }, reply) => {
        const question = readQuestion(new Map(Object.entries(query)));
        const limit = clampedLimit(query.limit, SEARCH_PAGE_DEFAULT);
        const request = partsRequest(question, { limit, page: rowId(query.page) });
        if (request.query === '' && !isFiltered(request.filters)) throw badRequest('params "query" is empty');
        return jsonText(reply, await search.parts(request));
      },
    );

    app.get(
      '/parts/directory',
      {
        config: OPEN,
        schema: { summary: 'Makers and brands with the number of their parts', response: { 200: PartsDirectory } },
      },
      async (_request, reply) => jsonText(reply, await search.directory()),
    );

    app.post(
      '/search/list/parts',
      {
        config: { ...OPEN, form: LIST_PARTS_FORM },
        schema: {
          summary: 'The parts that a list of articles with quantities means, and what they come to',
          querystring: ListSearchQuery,
          response: { 200: ListPartsAnswer },
        },
      },
      async (request, reply) => {
        const found = await search.lines(readForm(request, LIST_PARTS_FORM).lines);
        if (request.query.format !== 'xlsx') return jsonText(reply, found);
        return sendWorkbook(reply, 'list.xlsx', partsWorkbook(JSON.parse(found) as ListPartsAnswer));
      },
    );

    app.post(
      '/search/list/file',
      {
        config: { ...OPEN, files: oneFileUpTo(LIST_FILE_MAX), bodySchema: bodyWithFile('file') },
        schema: {
          summary: 'The lines of a list in a file of any kind that an import reads, in the field `file`',
          response: { 200: ListFileAnswer },
        },
      },
      async (request, reply) => {
        const client = clientKey(request.ip);
        await limits.take('listFile', client);
        const form = await receiveForm(request, { folder: incomingFolder });
        try {
          refuseEmpty(form.files);
          const file = oneFile(form, 'file');
          await refuseOtherFiles(file);
          void reply.header('cache-control', 'no-store');
          // Not sent from here: the file is gone when the answer goes.
          return await readInTurn(siteOf(client), file.path, abortWhenClientLeaves(reply));
        } catch (error) {
          throw fileError(error);
        } finally {
          await form.remove();
        }
      },
    );
  };
}

/** Limits of the files that visitors send: each takes a process. */
const READING = { atATime: 2, waiting: 10, ofOne: 3 } as const;

/** Errors of readings that were ended for exceeding a cap, or because the client left. */
const ENDED: ReadonlySet<PriceListProblemCode> = new Set([
  'TOO_BIG',
  'TOO_MANY_ROWS',
  'TOO_MANY_STRINGS',
  'TOO_MUCH_MEMORY',
  'TOO_MUCH_TIME',
  'CANCELLED',
  'CRASHED',
]);
const wasEnded = (error: unknown): boolean => error instanceof ReadError && ENDED.has(error.code);

const CHILD = new URL('./list-file-child.ts', import.meta.url).href;
const COLUMNS_MAX = 60;
/** What reading a file may take that anyone may send: none is larger than LIST_FILE_MAX. */
const CAPS = { heapMb: 256, residentMb: 500, cpuSeconds: 5, wallMs: 10_000 } as const;

/** The lines of a list out of a file: of the first sheet with articles, else with anything. Throws a ReadError. */
function linesOfFile(file: string, signal: AbortSignal): Promise<ListFileAnswer> {
  const columns = Array.from({ length: COLUMNS_MAX }, (_, at) => at + 1);
  const rows = { startRow: 1, endRow: LIST_FILE_ROWS_MAX + 1 };
  const request = { file, sheet: null, ...rows, columns, allSheets: true };
  return answerOfFile<ListFileAnswer>(request, { child: CHILD, caps: CAPS, signal });
}
