import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer } from '../../../contract/common.ts';
import { CHOSEN_FORM } from '../../../contract/fields/position.ts';
import { HIDDEN } from '../../../contract/hidden.ts';
import { POSITION_IDS_MAX } from '../../../contract/limits.ts';
import { ShowAnswer } from '../../../contract/staff-positions.ts';
import { badRequest, conflict } from '../../http/errors.ts';
import { readForm } from '../../http/read-form.ts';
import { type BridgeContext, liveDayOf, todayOf } from '../context.ts';
import { editorOf } from '../import/edits/editor.ts';
import type { ImportDesk } from '../import/run/desk.ts';
import { filterOf } from './routes.ts';
import type { ShowArguments, ShowOutcome } from './show-job.ts';

const JOB = new URL('./show-job.ts', import.meta.url);

/** Ids, and what a filter may say. */
const FIELDS_MAX = POSITION_IDS_MAX + 100;

const ACTIONS = [
  { path: 'hide', hidden: HIDDEN.byHand, does: 'Hides positions from visitors' },
  { path: 'remove', hidden: HIDDEN.removed, does: 'Removes positions until a price list names them again' },
  { path: 'restore', hidden: HIDDEN.shown, does: 'Shows hidden and removed positions again' },
] as const;

/** Hiding, removing and restoring positions by hand, by administrators. */
export function showRoutes(
  context: BridgeContext,
  desk: Pick<ImportDesk, 'edit'>,
): FastifyPluginAsyncTypebox {
  const { database, clock } = context;
  return async (app) => {
    for (const { path, hidden, does } of ACTIONS) {
      app.post(
        `/positions/${path}`,
        {
          config: { permission: 'admin', form: CHOSEN_FORM, fieldsMax: FIELDS_MAX },
          schema: {
            tags: ['positions'],
            summary: `${does}: those of \`ids\`, or all that \`filter\` finds if they are \`expected\` many`,
            response: { 200: ShowAnswer, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
          },
        },
        async (request) => {
          const { ids, filter, expected } = readForm(request, CHOSEN_FORM);
          if ((ids === undefined) === (filter === undefined)) throw badRequest('invalid ids');
          if (filter && expected === undefined) throw badRequest('invalid filter');
          const choice: ShowArguments = {
            hidden,
            chosen: ids ? { ids } : { filter: filterOf(filter ?? {}), expected: expected ?? 0 },
            by: editorOf(request.caller),
            now: clock(),
            today: todayOf(context),
            liveDay: liveDayOf(context),
          };
          const outcome = await desk.edit(() => database.runJob<ShowArguments, ShowOutcome>(JOB, choice));
          if (typeof outcome === 'string') throw conflict(outcome);
          return outcome;
        },
      );
    }
  };
}
