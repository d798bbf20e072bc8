import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { RemindAnswer } from '../../../../contract/docflow.ts';
import { callerOf } from '../../../http/caller.ts';
import { forbidden, tooMany } from '../../../http/errors.ts';
import type { InformatorContext } from '../../context.ts';
import { pathId } from '../../path-id.ts';
import { disabledOf } from '../../users/disabled.ts';
import { documentNotFound, findVisibleDocument, requireProfile, saveOf, viewerOf } from '../access.ts';
import { lockedDocument } from '../edit/store.ts';
import { remind, signatoriesWaitedFor } from './remind.ts';

const failures = { 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer, 429: ErrorAnswer };

/** Reminders of the author to those whom his document waits for. */
export const reminderRoutes =
  (context: InformatorContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addHook('preHandler', (request) => requireProfile(context, request));

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
        const disabled = await disabledOf(
          context,
          signatoriesWaitedFor(await findVisibleDocument(context, id, viewer)),
        );
        const outcome = await context.database.write(async (transaction) => {
          const document = await lockedDocument(context.database, transaction, id, viewer);
          if (!document) throw documentNotFound();
          if (document.author.uid !== callerOf(request).uid) throw forbidden();
          return remind(transaction, document, { ...saveOf(request, context), disabled });
        });
        if ('pause' in outcome) throw tooMany(Math.ceil(outcome.pause / 1_000));
        return outcome;
      },
    );
  };
