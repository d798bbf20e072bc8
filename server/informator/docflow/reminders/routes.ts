import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { RemindAnswer } from '../../../../contract/docflow.ts';
import { callerOf } from '../../../http/caller.ts';
import { forbidden, tooMany } from '../../../http/errors.ts';
import { pathId } from '../../ids.ts';
import { documentNotFound, findVisibleDocument, saveOf, viewerOf } from '../access.ts';
import type { DocflowContext } from '../context.ts';
import { lockVisibleDocument } from '../document/reads.ts';
import { remind, signatoriesWaitedFor } from './remind.ts';

const failures = { 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer, 429: ErrorAnswer };

/** Reminders that an author sends to those who have not decided. */
export const reminderRoutes =
  (context: DocflowContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/:id/remind',
      {
        config: { permission: 'signed-in' },
        schema: {
          tags: ['documents'],
          summary: 'Writes to everybody whom the document of the caller waits for, at most once an hour',
          params: Type.Object({ id: Type.String() }),
          response: { 200: RemindAnswer, ...failures },
        },
      },
      async (request) => {
        const id = pathId(request.params.id, 'doc');
        const viewer = viewerOf(request);
        const disabled = await context.people.disabledAmong(
          signatoriesWaitedFor(await findVisibleDocument(context, id, viewer)),
        );
        const outcome = await context.database.write(async (transaction) => {
          const document = await lockVisibleDocument(context.database, transaction, id, viewer);
          if (!document) throw documentNotFound();
          if (document.author.uid !== callerOf(request).uid) throw forbidden();
          return remind(transaction, document, { ...saveOf(request, context), disabled });
        });
        if ('pause' in outcome) throw tooMany(Math.ceil(outcome.pause / 1_000));
        return outcome;
      },
    );
  };
