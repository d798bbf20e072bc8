import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ListSearchQuery } from '../../../../contract/bridge.ts';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { LIST_PARTS_FORM } from '../../../../contract/forms/catalogue.ts';
import { LIST_FILE_MAX } from '../../../../contract/limits.ts';
import { ListFileAnswer, ListPartsAnswer } from '../../../../contract/list-search.ts';
import type { PriceListProblemCode } from '../../../../contract/price-list-problems.ts';
import { clientGone } from '../../../http/client-gone.ts';
import { fairTurns } from '../../../http/fair-turns.ts';
import { oneFileUpTo } from '../../../http/file-limits.ts';
import { clientKey, type Limits, siteOf } from '../../../http/limits.ts';
import { readForm } from '../../../http/read-form.ts';
import { sendWorkbook } from '../../../http/send-workbook.ts';
import { oneFile, receiveForm } from '../../../http/upload.ts';
import { ReadError } from '../../../sheets/read/error.ts';
import { tellAge } from '../../age.ts';
import type { BridgeContext } from '../../context.ts';
import { refuseOtherFiles, uploadError } from '../../import/check-form.ts';
import { refuseEmpty } from '../../import/guess/refuse-at-once.ts';
import type { SearchEngine } from '../engine.ts';
import { jsonText } from '../json-text.ts';
import { linesOfFile } from './file-lines.ts';
import { partsWorkbook } from './parts-workbook.ts';

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
  { shown, incomingFolder }: Pick<BridgeContext, 'shown' | 'incomingFolder'>,
  search: SearchEngine,
  limits: Limits,
): FastifyPluginAsyncTypebox {
  const inTurn = fairTurns(READING);

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
    tellAge(app, shown);
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
          return await readInTurn(siteOf(client), file.path, clientGone(reply));
        } catch (error) {
          throw uploadError(error);
        } finally {
          await form.remove();
        }
      },
    );
  };
}
