import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ListSearchQuery } from '../../../../contract/bridge.ts';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { LIST_PARTS_FORM } from '../../../../contract/forms/catalogue.ts';
import { LIST_FILE_MAX } from '../../../../contract/limits.ts';
import { ListFileAnswer, ListPartsAnswer } from '../../../../contract/list-search.ts';
import { fairTurns } from '../../../http/fair-turns.ts';
import { oneFileUpTo } from '../../../http/file-limits.ts';
import { clientKey, type Limits } from '../../../http/limits.ts';
import { readForm } from '../../../http/read-form.ts';
import { sendWorkbook } from '../../../http/send-workbook.ts';
import { oneFile, receiveForm } from '../../../http/upload.ts';
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
const READING = { atATime: 2, waiting: 5, ofOne: 3 } as const;

/** The search by a list with quantities, typed or out of a file. */
export function listRoutes(
  { shown, incomingFolder }: Pick<BridgeContext, 'shown' | 'incomingFolder'>,
  search: SearchEngine,
  limits: Limits,
): FastifyPluginAsyncTypebox {
  const inTurn = fairTurns(READING);

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
        const caller = clientKey(request.ip);
        await limits.take('listFile', caller);
        const form = await receiveForm(request, { folder: incomingFolder });
        try {
          refuseEmpty(form.files);
          const file = oneFile(form, 'file');
          await refuseOtherFiles(file);
          void reply.header('cache-control', 'no-store');
          // Not sent from here: the file is gone when the answer goes.
          return await inTurn(caller, () => linesOfFile(file.path));
        } catch (error) {
          throw uploadError(error);
        } finally {
          await form.remove();
        }
      },
    );
  };
}
