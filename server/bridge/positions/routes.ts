import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../contract/common.ts';
import { EDIT_FORM, sentFields } from '../../../contract/fields/position.ts';
import {
  EditedPosition,
  PositionFilterQuery,
  PositionHistory,
  StaffPositionPage,
} from '../../../contract/staff-positions.ts';
import type { JobRunner } from '../../database/types.ts';
import { badRequest, conflict, notFound } from '../../http/errors.ts';
import { readForm } from '../../http/read-form.ts';
import { type BridgeContext, liveDayOf, todayOf } from '../context.ts';
import { editorOf } from '../import/edits/editor.ts';
import type { ImportDesk } from '../import/run/desk.ts';
import { pathId } from '../path-id.ts';
import type { EditArguments, EditOutcome } from './edit-job.ts';
import { type PositionFilter, readFilter } from './filter.ts';
import type { ListArguments } from './list-job.ts';
import { findStaffPosition } from './staff-rows.ts';

const LIST = new URL('./list-job.ts', import.meta.url);
const HISTORY = new URL('./history-job.ts', import.meta.url);
const EDIT = new URL('./edit-job.ts', import.meta.url);

const config = { permission: 'admin' } as const;
const tags = ['positions'];
const FAILURES = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
const ById = Type.Object({ id: Type.String() });

/** The filter of a request; throws 400 for one that makes no sense. */
export function filterOf(query: PositionFilterQuery): PositionFilter {
  const filter = readFilter(query);
  if (!filter) throw badRequest('invalid filter');
  return filter;
}

/** Positions as administrators list, look at and correct them; `jobs` answers what reads much. */
export function positionRoutes(
  context: BridgeContext,
  jobs: JobRunner,
  desk: Pick<ImportDesk, 'edit'>,
): FastifyPluginAsyncTypebox {
  const { database, clock, priceTtlDays } = context;
  const missing = () => notFound('card not found');

  return async (app) => {
    app.get(
      '/positions',
      {
        config,
        schema: {
          tags,
          summary: 'Positions that a filter finds, the newest first, hidden and removed ones included',
          querystring: Type.Object({
            ...PositionFilterQuery.properties,
            cursor: Type.Optional(Type.String()),
          }),
          response: { 200: StaffPositionPage, ...FAILURES },
        },
      },
      ({ query: { cursor = '', ...query } }) => {
        if (!/^\d{0,15}$/.test(cursor)) throw badRequest('invalid cursor');
        const filter = filterOf(query);
        const days = { today: todayOf(context), liveDay: liveDayOf(context) };
        const args = { ...days, filter, before: cursor === '' ? null : Number(cursor) };
        return jobs.run<ListArguments, StaffPositionPage>(LIST, args);
      },
    );

    app.patch(
      '/positions/:id',
      {
        config: { ...config, form: EDIT_FORM },
        schema: {
          tags,
          summary: 'Corrects a position: the fields that change, and in `was` what the editor saw in them',
          params: ById,
          response: { 200: EditedPosition, ...FAILURES },
        },
      },
      async (request) => {
        const id = pathId(request.params.id, 'card');
        const { was, ...fields } = readForm(request, EDIT_FORM);
        const edit: EditArguments = {
          id,
          was,
          is: sentFields(fields),
          by: editorOf(request.caller),
          now: clock(),
          today: todayOf(context),
          priceTtlDays,
        };
        const outcome = await desk.edit(() => database.runJob<EditArguments, EditOutcome>(EDIT, edit));
        if (outcome === 'card not found') throw missing();
        if (typeof outcome === 'string') throw conflict(outcome);
        const position = await findStaffPosition(database.read, id, liveDayOf(context));
        if (!position) throw missing();
        return { position, runId: outcome.runId };
      },
    );

    app.get(
      '/positions/:id/history',
      {
        config,
        schema: {
          tags,
          summary: 'What runs changed in a position, the newest first',
          params: ById,
          response: { 200: PositionHistory, ...FAILURES },
        },
      },
      async ({ params }) => {
        const args = { id: pathId(params.id, 'card') };
        const history = await jobs.run<typeof args, PositionHistory | null>(HISTORY, args);
        if (!history) throw missing();
        return history;
      },
    );
  };
}
