import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { UndoAnswer } from '../../../../contract/import-runs.ts';
import { conflict, notFound } from '../../../http/errors.ts';
import type { BridgeContext } from '../../context.ts';
import { pathId } from '../../path-id.ts';
import { editorOf } from '../edits/editor.ts';
import type { ImportDesk } from '../run/desk.ts';
import { stateOfRun } from '../run/runs.ts';
import { planUndoOf, undoAs } from './undo-work.ts';

/** Taking a run back, by administrators. */
export function undoRoutes(
  context: BridgeContext,
  desk: Pick<ImportDesk, 'undo'>,
): FastifyPluginAsyncTypebox {
  const { database } = context;
  return async (app) => {
    app.post(
      '/import/runs/:id/undo',
      {
        config: { permission: 'admin' },
        schema: {
          tags: ['price list'],
          summary:
            'Takes a run back where nobody changed anything since; with dryRun=1 tells what that would do',
          params: Type.Object({ id: Type.String() }),
          querystring: Type.Object({ dryRun: Type.Optional(Type.String()) }),
          response: { 200: UndoAnswer, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
        },
      },
      async ({ params, query, caller }) => {
        const runId = pathId(params.id, 'run');
        const state = await stateOfRun(database.read, runId);
        if (state === null) throw notFound('run not found');
        if (state !== 'done') throw conflict('run is not done');
        const outcome =
          query.dryRun === '1'
            ? await planUndoOf(context, runId)
            : await desk.undo(runId, editorOf(caller), undoAs(context, runId));
        if (outcome === 'run not found') throw notFound(outcome);
        if (typeof outcome === 'string') throw conflict(outcome);
        return outcome;
      },
    );
  };
}
