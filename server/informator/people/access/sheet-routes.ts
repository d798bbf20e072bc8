import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { AccessConflict, AccessSheet } from '../../../../contract/access.ts';
import { ErrorAnswer, MessageAnswer } from '../../../../contract/common.ts';
import { RIGHTS_FILE_MAX, RIGHTS_ROWS_MAX, UPLOAD_COLUMN_MAX } from '../../../../contract/limits.ts';
import { editorOf } from '../../../http/caller.ts';
import { doerOf } from '../../../http/doer.ts';
import { badRequest } from '../../../http/errors.ts';
import { oneFileUpTo } from '../../../http/file-limits.ts';
import { versionTag, versionToMatch } from '../../../http/if-match.ts';
import { oneFile, receiveForm } from '../../../http/upload.ts';
import { UnreadableTable } from '../../../sheets/read-table.ts';
import type { PeopleContext } from '../context.ts';
import { saveRights } from './save.ts';
import { type SheetDifference, sheetDifference } from './sheet-difference.ts';
import { tellSaved } from './tell-saved.ts';

/** The access matrix out of a file: what it would change, and the change itself, for administrators. */
export function sheetRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { database, trail, clock, tables, incomingFolder } = context;
  const tags = ['access'];
  const answers = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
  const bounds = { rows: RIGHTS_ROWS_MAX, columns: UPLOAD_COLUMN_MAX };

  /** What the file of a request would change. Throws 400 for a file without rights. */
  async function differenceIn(request: FastifyRequest): Promise<SheetDifference> {
    const form = await receiveForm(request, { folder: incomingFolder });
    try {
      const sheets = await tables(oneFile(form, 'file').path, bounds);
      const found = await sheetDifference(database.read, sheets);
      if (!found) throw badRequest('no rights in file');
      return found;
    } catch (error) {
      throw error instanceof UnreadableTable ? badRequest(error.message) : error;
    } finally {
      await form.remove();
    }
  }

  return async (app) => {
    app.post(
      '/matrix/check',
      {
        config: { permission: 'admin', files: oneFileUpTo(RIGHTS_FILE_MAX) },
        schema: {
          tags,
          summary: 'What a sheet of rights, in the field `file`, would change; writes nothing',
          description:
            'A sheet as `GET …/matrix` gives it. What it does not name stays: roles, actions, rows. The ETag is the version of the settings that the difference was made from',
          response: { 200: AccessSheet, ...answers },
        },
      },
      async (request, reply) => {
        const { version, difference } = await differenceIn(request);
        return reply.header('etag', versionTag(version)).send(difference);
      },
    );

    app.post(
      '/matrix',
      {
        config: { permission: 'admin', files: oneFileUpTo(RIGHTS_FILE_MAX) },
        schema: {
          tags,
          summary: 'Gives the roles of a sheet the rights that it says, all or none',
          description:
            'Each role becomes one change of the history. With `If-Match` a role that was changed since stops it',
          response: { 200: MessageAnswer, ...answers, 409: AccessConflict },
        },
      },
      async (request, reply) => {
        const { version, wanted } = await differenceIn(request);
        // A file without a difference is as good as saved.
        if (wanted.size === 0)
          return reply.header('etag', versionTag(version)).send({ message: 'saved access setting' });
        const change = { by: editorOf(request), now: clock() };
        const saved = await saveRights(database, wanted, versionToMatch(request) ?? version, change);
        return reply
          .header('etag', versionTag(tellSaved(saved, trail, doerOf(request))))
          .send({ message: 'saved access setting' });
      },
    );
  };
}
