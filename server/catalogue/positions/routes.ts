// Routes by which administrators list, edit, hide, remove and restore positions.

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { CHANGE_FORM, CHOSEN_FORM, EDIT_FORM, sentFields } from '../../../contract/catalogue/edit-form.ts';
import * as staffPositions from '../../../contract/catalogue/staff-positions.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import { POSITION_IDS_MAX } from '../../../contract/limits.ts';
import type { JobRunner } from '../../platform/database/types.ts';
import { badRequest, conflict, IdPath, notFound, readForm } from '../../platform/http/request.ts';
import { pathId } from '../context/answers.ts';
import { type CatalogueContext, type EditTurns, editorOf, liveDayOf, todayOf } from '../context/context.ts';
import type { PositionChange } from './bulk-change.ts';
import type { BulkArguments, BulkOutcome } from './bulk-job.ts';
import type { EditArguments, EditOutcome } from './edit-job.ts';
import { findStaffPosition, type PositionFilter, readFilter } from './filter.ts';
import type { ListArguments } from './list-job.ts';

const LIST = new URL('./list-job.ts', import.meta.url);
const HISTORY = new URL('./history-job.ts', import.meta.url);
const EDIT = new URL('./edit-job.ts', import.meta.url);
const BULK = new URL('./bulk-job.ts', import.meta.url);

const config = { permission: 'admin' } as const;

const FIELDS_MAX = POSITION_IDS_MAX + 100;

const ACTIONS = [
  { path: 'hide', hidden: HIDDEN.byHand, does: 'Hides positions from visitors' },
  { path: 'remove', hidden: HIDDEN.removed, does: 'Removes positions until a price list names them again' },
  { path: 'restore', hidden: HIDDEN.shown, does: 'Shows hidden and removed positions again' },
] as const;

/** The filter of a request; throws 400 for one that makes no sense. */
export function filterOf(query: staffPositions.PositionFilterQuery): PositionFilter {
  const filter = readFilter(query);
  if (!filter) throw badRequest('invalid filter');
  return filter;
}

export function positionRoutes(
  context: CatalogueContext,
  jobs: JobRunner,
  turns: EditTurns,
): FastifyPluginAsyncTypebox {
  const { database, clock, priceTtlDays } = context;
  const missing = () => notFound('card not found');

  return async (app) => {
    app.get(
      '/positions',
      {
        config,
        schema: {
          summary: 'Positions that a filter finds, the newest first, hidden and removed ones included',
          querystring: Type.Object({
            ...staffPositions.PositionFilterQuery.properties,
            cursor: Type.Optional(Type.String()),
          }),
          response: { 200: staffPositions.StaffPositionPage },
        },
      },
      ({ query: { cursor = '', ...query } }) => {
        if (!/^\d{0,15}$/.test(cursor)) throw badRequest('invalid cursor');
        const filter = filterOf(query);
        const days = { today: todayOf(context), liveDay: liveDayOf(context) };
        const args = { ...days, filter, before: cursor === '' ? null : Number(cursor) };
        return jobs.run<ListArguments, staffPositions.StaffPositionPage>(LIST, args);
      },
    );

    app.patch(
      '/positions/:id',
      {
        config: { ...config, form: EDIT_FORM },
        schema: {
          summary: 'Corrects a position: the fields that change, and in `was` what the editor saw in them',
          params: IdPath,
          response: { 200: staffPositions.EditedPosition },
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
        const outcome = await turns.edit(() => database.runJob<EditArguments, EditOutcome>(EDIT, edit));
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
          summary: 'What runs changed in a position, the newest first',
          params: IdPath,
          response: { 200: staffPositions.PositionHistory },
        },
      },
      async ({ params }) => {
        const args = { id: pathId(params.id, 'card') };
        const history = await jobs.run<typeof args, staffPositions.PositionHistory | null>(HISTORY, args);
        if (!history) throw missing();
        return history;
      },
    );

    async function changeMany(
      request: FastifyRequest,
      change: PositionChange,
      { ids, filter, expected }: staffPositions.ChosenPositions,
      dryRun: boolean,
    ): Promise<staffPositions.BulkAnswer> {
      if ((ids === undefined) === (filter === undefined)) throw badRequest('invalid ids');
      if (filter && expected === undefined) throw badRequest('invalid filter');
      const args: BulkArguments = {
        change,
        chosen: ids ? { ids } : { filter: filterOf(filter ?? {}), expected: expected ?? 0 },
        by: editorOf(request.caller),
        now: clock(),
        today: todayOf(context),
        liveDay: liveDayOf(context),
        dryRun,
      };
      const outcome = await (dryRun
        ? jobs.run<BulkArguments, BulkOutcome>(BULK, args)
        : turns.edit(() => database.runJob<BulkArguments, BulkOutcome>(BULK, args)));
      if (outcome === 'brand not found' || outcome === 'provider not found') throw notFound(outcome);
      if (typeof outcome === 'string') throw conflict(outcome);
      return outcome;
    }

    for (const { path, hidden, does } of ACTIONS) {
      app.post(
        `/positions/${path}`,
        {
          config: { ...config, form: CHOSEN_FORM, fieldsMax: FIELDS_MAX },
          schema: {
            summary: `${does}: those of \`ids\`, or all that \`filter\` finds if they are \`expected\` many`,
            response: { 200: staffPositions.ShowAnswer },
          },
        },
        async (request) => {
          const { runId, changed, unchanged } = await changeMany(
            request,
            { hidden },
            readForm(request, CHOSEN_FORM),
            false,
          );
          return { runId, changed, unchanged };
        },
      );
    }

    app.post(
      '/positions/change',
      {
        config: { ...config, form: CHANGE_FORM, fieldsMax: FIELDS_MAX },
        schema: {
          summary:
            'Sets or moves prices, sets stock, brand or provider of the chosen positions, as one run that can be undone; with `dryRun` only says what it would do',
          response: { 200: staffPositions.BulkAnswer },
        },
      },
      (request) => {
        const { ids, filter, expected, dryRun = false, ...change } = readForm(request, CHANGE_FORM);
        const hasTwo = change.price !== undefined && change.percent !== undefined;
        if (hasTwo || Object.values(change).every((value) => value === undefined)) throw badRequest('invalid change');
        return changeMany(request, change, { ids, filter, expected }, dryRun);
      },
    );
  };
}
