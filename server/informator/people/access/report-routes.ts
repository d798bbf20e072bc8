import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { AccessChange, EffectiveRights } from '../../../../contract/access.ts';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { ACCESS_HISTORY_PAGE } from '../../../../contract/limits.ts';
import { badRequest, notFound } from '../../../http/errors.ts';
import { sendWorkbook } from '../../../http/send-workbook.ts';
import { xlsxStream } from '../../../sheets/stream.ts';
import { readId } from '../../ids.ts';
import type { PeopleContext } from '../context.ts';
import { listActions } from '../references/store.ts';
import { findByUid } from '../users/store.ts';
import { effectiveRights } from './effective.ts';
import { matrixTable } from './matrix.ts';
import { listChanges } from './read-history.ts';

/** What has changed, what one user may do, and everything at a glance, for administrators. */
export function reportRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { database, permissions } = context;
  const tags = ['access'];
  const answers = { 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer };

  return async (app) => {
    app.get(
      '/history',
      {
        config: { permission: 'admin' },
        schema: {
          tags,
          summary: 'Who changed rights and bindings, newest first; pages by `last` (the last id seen)',
          querystring: Type.Object({ last: Type.Optional(Type.String()) }),
          response: { 200: Type.Array(AccessChange), ...answers },
        },
      },
      async ({ query }) => {
        const before = readId(query.last);
        if (before === null) throw badRequest('invalid last id');
        return listChanges(database.read, { before, limit: ACCESS_HISTORY_PAGE });
      },
    );

    app.get(
      '/user/:uid',
      {
        config: { permission: 'admin' },
        schema: {
          tags,
          summary: 'What one user may do with documents, and by which role',
          params: Type.Object({ uid: Type.String() }),
          response: { 200: EffectiveRights, ...answers, 404: ErrorAnswer },
        },
      },
      async ({ params }) => {
        const user = await findByUid(database.read, params.uid);
        if (!user) throw notFound('user not found');
        return effectiveRights(context, user);
      },
    );

    app.get(
      '/matrix',
      {
        config: { permission: 'admin' },
        schema: { tags, summary: 'The rights of all roles side by side as .xlsx' },
      },
      async (_request, reply) => {
        const { roles } = await permissions.all();
        const table = matrixTable(roles, await listActions(database.read));
        if (!table) throw badRequest('too many roles for one sheet');
        return sendWorkbook(reply, 'rights.xlsx', xlsxStream(table));
      },
    );
  };
}
