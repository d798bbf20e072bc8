import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { UndoAnswer } from '../../../../contract/import-runs.ts';
import { conflict, notFound } from '../../../http/errors.ts';
import { type BridgeContext, todayOf } from '../../context.ts';
import { pathId } from '../../path-id.ts';
import { type Editor, editorOf } from '../edits/editor.ts';
import type { ImportDesk } from '../run/desk.ts';
import type { ImportProgress } from '../run/progress.ts';
import { stateOfRun } from '../run/runs.ts';
import type { UndoArguments, UndoOutcome } from './undo-job.ts';

const JOB = new URL('./undo-job.ts', import.meta.url);

/** Taking a run back, by administrators. */
export function undoRoutes(
  context: BridgeContext,
  desk: Pick<ImportDesk, 'undo'>,
): FastifyPluginAsyncTypebox {
  const { database, clock, priceTtlDays } = context;

  const argsOf = (runId: number, undoId: number | null): UndoArguments => ({
    runId,
    undoId,
    now: clock(),
    today: todayOf(context),
    priceTtlDays,
  });

  const undo = (runId: number, by: Editor): Promise<UndoOutcome> =>
    desk.undo(runId, by, (undoId, onMessage, signal) =>
      database.runJob<UndoArguments, UndoOutcome, ImportProgress>(JOB, argsOf(runId, undoId), {
        onMessage,
        signal,
      }),
    );

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
            ? await database.readJob<UndoArguments, UndoOutcome>(JOB, argsOf(runId, null))
            : await undo(runId, editorOf(caller));
        if (outcome === 'run not found') throw notFound(outcome);
        if (typeof outcome === 'string') throw conflict(outcome);
        return outcome;
      },
    );
  };
}
