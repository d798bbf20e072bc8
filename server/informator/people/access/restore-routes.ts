import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { AccessConflict, AccessRestore } from '../../../../contract/access.ts';
import { ErrorAnswer, MessageAnswer } from '../../../../contract/common.ts';
import { editorOf } from '../../../http/caller.ts';
import { doerOf } from '../../../http/doer.ts';
import { badRequest, notFound } from '../../../http/errors.ts';
import { versionTag, versionToMatch } from '../../../http/if-match.ts';
import { readId } from '../../ids.ts';
import type { PeopleContext } from '../context.ts';
import { type Earlier, earlierRights } from './restore.ts';
import { saveRights } from './save.ts';
import { tellSaved } from './tell-saved.ts';

/** Earlier states of the rights of a role: what they differ in, and the way back, for administrators. */
export function restoreRoutes({ database, trail, clock }: PeopleContext): FastifyPluginAsyncTypebox {
  const tags = ['access'];
  const answers = { 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer };
  const params = Type.Object({ id: Type.String() });

  async function earlier(text: string): Promise<Earlier> {
    const id = readId(text);
    if (!id) throw badRequest('invalid access change id');
    const found = await earlierRights(database.read, id);
    if (found === 'no change') throw notFound('access change not found');
    if (found === 'no role') throw notFound('role not found');
    return found;
  }

  return async (app) => {
    app.get(
      '/history/:id',
      {
        config: { permission: 'admin' },
        schema: {
          tags,
          summary: 'What would change if a role were again as it stood before one change of its rights',
          description: 'The ETag is the version of the settings that the difference was made from',
          params,
          response: { 200: AccessRestore, ...answers },
        },
      },
      async ({ params: { id } }, reply) => {
        const { version, difference } = await earlier(id);
        return reply.header('etag', versionTag(version)).send(difference);
      },
    );

    app.post(
      '/history/:id/restore',
      {
        config: { permission: 'admin' },
        schema: {
          tags,
          summary: 'Brings a role back to how it stood before one change, as a new change',
          description: 'With `If-Match` a role that was changed since stops it',
          params,
          response: { 200: MessageAnswer, ...answers, 409: AccessConflict },
        },
      },
      async (request, reply) => {
        const { version, wanted, difference } = await earlier(request.params.id);
        const saved = await saveRights(
          database,
          new Map([[difference.role.id, wanted]]),
          versionToMatch(request) ?? version,
          { by: editorOf(request), now: clock() },
        );
        return reply
          .header('etag', versionTag(tellSaved(saved, trail, doerOf(request))))
          .send({ message: 'saved access setting' });
      },
    );
  };
}
