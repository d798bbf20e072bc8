// The route by which administrators take an import back, or see what that would do.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { UndoAnswer } from '../../../contract/catalogue/run-changes.ts';
import { pathId } from '../../catalogue/context/answers.ts';
import { type CatalogueContext, editorOf, todayOf } from '../../catalogue/context/context.ts';
import { conflict, notFound } from '../../platform/http/request.ts';
import type { ImportProgress } from '../apply/compare-list.ts';
import type { ImportQueue, RunWorkAs } from '../runs/queue.ts';
import { stateOfRun } from '../runs/run-store.ts';
import type { UndoArguments, UndoOutcome } from './undo-job.ts';

export function undoRoutes(context: CatalogueContext, queue: Pick<ImportQueue, 'undo'>): FastifyPluginAsyncTypebox {
  const { database } = context;
  return async (app) => {
    app.post(
      '/import/runs/:id/undo',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Takes a run back where nobody changed anything since; with dryRun=1 tells what that would do',
          params: Type.Object({ id: Type.String() }),
          querystring: Type.Object({ dryRun: Type.Optional(Type.String()) }),
          response: { 200: UndoAnswer },
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
            : await queue.undo(runId, editorOf(caller), undoAs(context, runId));
        if (outcome === 'run not found') throw notFound(outcome);
        if (typeof outcome === 'string') throw conflict(outcome);
        return outcome;
      },
    );
  };
}

const JOB = new URL('./undo-job.ts', import.meta.url);

const argsOf = (context: CatalogueContext, runId: number, undoId: number | null): UndoArguments => ({
  runId,
  undoId,
  now: context.clock(),
  today: todayOf(context),
  priceTtlDays: context.priceTtlDays,
});

export const undoAs =
  (context: CatalogueContext, runId: number): RunWorkAs<UndoOutcome> =>
  (undoId, onMessage, signal) =>
    context.database.runJob<UndoArguments, UndoOutcome, ImportProgress>(JOB, argsOf(context, runId, undoId), {
      onMessage,
      signal,
    });

/** What taking a run back would do; nothing is written. */
const planUndoOf = (context: CatalogueContext, runId: number): Promise<UndoOutcome> =>
  context.database.readJob<UndoArguments, UndoOutcome>(JOB, argsOf(context, runId, null));
