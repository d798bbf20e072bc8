import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer } from '../../../contract/answers.ts';
import { LIST_PARTS_FORM } from '../../../contract/catalogue/forms.ts';
import { ListFileAnswer, ListPartsAnswer } from '../../../contract/catalogue/parts.ts';
import { ListSearchQuery } from '../../../contract/catalogue/positions.ts';
import type { PriceListProblemCode } from '../../../contract/errors.ts';
import { LIST_FILE_MAX, LIST_FILE_ROWS_MAX } from '../../../contract/limits.ts';
import { abortWhenClientLeaves, fairQueue } from '../../platform/http/heavy-work.ts';
import { clientKey, type Limits, siteOf } from '../../platform/http/limits.ts';
import { readForm } from '../../platform/http/request.ts';
import { sendWorkbook } from '../../platform/http/send-file.ts';
import { oneFile, oneFileUpTo, receiveForm } from '../../platform/http/upload.ts';
import { ReadError } from '../../platform/sheet-reader/read-error.ts';
import { answerOfFile } from '../../platform/sheet-reader/reader.ts';
import { addAgeHeader, jsonText } from '../context/answers.ts';
import type { CatalogueContext } from '../context/context.ts';
import type { SearchEngine } from '../context/search-questions.ts';
import { fileError, refuseEmpty, refuseOtherFiles } from '../sheets/refused-files.ts';
import { partsWorkbook } from './list-workbooks.ts';

const tags = ['search'];
const config = { permission: 'anyone' } as const;
const FAILURES = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };

/** Files that strangers have read: each takes a process. */
const READING = { atATime: 2, waiting: 10, ofOne: 3 } as const;

/** Codes of reading that was ended for what it took, or because nobody waited for it. */
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

/** The search by a list with quantities, typed or out of a file. */
export function listRoutes(
  { shown, incomingFolder }: Pick<CatalogueContext, 'shown' | 'incomingFolder'>,
  search: SearchEngine,
  limits: Limits,
): FastifyPluginAsyncTypebox {
  const inTurn = fairQueue(READING);

  /** Whoever sends what takes more than it may, or does not wait for it, has few such files read in a minute. */
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
    app.post(
      '/search/list/parts',
      {
        config: { ...config, form: LIST_PARTS_FORM },
        schema: {
          tags,
          summary: 'The parts that a list of articles with quantities means, and what they come to',
          querystring: ListSearchQuery,
          response: { 200: ListPartsAnswer, ...FAILURES },
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
        config: { ...config, files: oneFileUpTo(LIST_FILE_MAX) },
        schema: {
          tags,
          summary: 'The lines of a list in a file of any kind that an import reads, in the field `file`',
          response: { 200: ListFileAnswer, ...FAILURES },
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

const CHILD = new URL('./list-file-child.ts', import.meta.url).href;
/** Columns that are looked at. */
const COLUMNS_MAX = 60;
/** What reading a file may take that anyone may send: none is larger than LIST_FILE_MAX. */
const CAPS = { heapMb: 256, residentMb: 500, cpuSeconds: 5, wallMs: 10_000 } as const;

/**
 * The lines of a list out of a file of any kind that an import reads: of the first sheet with a column of articles, else of
 * the first with anything. They are found in the child process that reads it. Throws a ReadError.
 */
function linesOfFile(file: string, signal: AbortSignal): Promise<ListFileAnswer> {
  const columns = Array.from({ length: COLUMNS_MAX }, (_, at) => at + 1);
  const rows = { startRow: 1, endRow: LIST_FILE_ROWS_MAX + 1 };
  const request = { file, sheet: null, ...rows, columns, allSheets: true };
  return answerOfFile<ListFileAnswer>(request, { child: CHILD, caps: CAPS, signal });
}
