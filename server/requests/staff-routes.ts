import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { STANDING_ACTIONS } from '../../contract/access/actions.ts';
import { ChangedMeanwhile } from '../../contract/answers.ts';
import { REQUEST_NOTE_FORM, REQUEST_STATE_FORM } from '../../contract/requests/forms.ts';
import { NewRequests, RequestListQuery, RequestPage, StaffRequest } from '../../contract/requests/requests.ts';
import { pathId } from '../catalogue/context/answers.ts';
import { editorOfRow } from '../platform/database/editor-columns.ts';
import {
  badRequest,
  editConflict,
  IdPath,
  matchesVersion,
  notFound,
  readForm,
  requireEditor,
  type SavedState,
  stateTag,
} from '../platform/http/request.ts';
import { sendWorkbook } from '../platform/http/send-file.ts';
import { pageOf, requestWorkbook, rowAnswer, staffAnswer, todayFor } from './answers.ts';
import type { RequestContext } from './make-request.ts';
import {
  changeRequest,
  countNew,
  eventsOf,
  findRequest,
  itemsOf,
  listRequests,
  type RequestChange,
  type RequestRecord,
  readCursor,
  readFilter,
} from './store.ts';

const config = { permission: `action:${STANDING_ACTIONS.requests}` } as const;
const CHANGE_FAILURES = { 409: ChangedMeanwhile };

const stateOf = (request: RequestRecord): SavedState => ({
  version: request.version,
  savedAt: request.saved_at,
  savedBy: editorOfRow(request),
});
const missing = () => notFound('request not found');

/** Requests as staff work on them. */
export function staffRoutes(context: RequestContext): FastifyPluginAsyncTypebox {
  const { database, timeZone, clock, jobs } = context;
  const { read } = database;

  /** A request with everything; throws 404. */
  async function answer(reply: FastifyReply, id: number): Promise<StaffRequest> {
    const request = await findRequest(read, id);
    if (!request) throw missing();
    const items = (await itemsOf(read, [id])).get(id) ?? [];
    reply.header('ETag', stateTag(stateOf(request))).header('cache-control', 'no-store');
    return staffAnswer(request, items, await eventsOf(read, id), await todayFor(context, items));
  }

  /** Makes a change; throws 404, and 409 where `may` does not allow it over the state at hand. */
  async function change(
    request: FastifyRequest,
    id: number,
    wanted: RequestChange,
    may: (state: SavedState) => boolean,
  ): Promise<void> {
    const saved = { by: requireEditor(request), now: clock() };
    const { before, isMade } = await changeRequest(database, id, wanted, saved, (found) => ({
      before: found,
      isMade: found !== null && may(stateOf(found)) && !('state' in wanted && wanted.state === found.state),
    }));
    if (!before) throw missing();
    if (!isMade && !may(stateOf(before))) throw editConflict(stateOf(before));
  }

  return async (app) => {
    app.get(
      '/requests',
      {
        config,
        schema: {
          summary: 'Requests of buyers, newest first',
          querystring: RequestListQuery,
          response: { 200: RequestPage },
        },
      },
      async ({ query: { cursor, ...query } }, reply) => {
        const filter = readFilter(query, timeZone);
        if (!filter) throw badRequest('invalid filter');
        const after = readCursor(cursor);
        if (after === undefined) throw badRequest('invalid cursor');
        const found = await database.fromReplica((source) =>
          listRequests({ ...database, read: source }, jobs, filter, after),
        );
        const { page, next } = pageOf(found);
        reply.header('cache-control', 'no-store');
        return { requests: page.map(rowAnswer), next };
      },
    );

    app.get(
      '/requests/new',
      {
        config,
        schema: {
          summary: 'How many requests are new, for the menu of staff',
          response: { 200: NewRequests },
        },
      },
      async () => ({ count: await countNew(read) }),
    );

    app.get(
      '/requests/:id',
      {
        config,
        schema: {
          summary: 'A request with its offers as of sending and as of now, and what was done with it',
          params: IdPath,
          response: { 200: StaffRequest },
        },
      },
      ({ params }, reply) => answer(reply, pathId(params.id, 'request')),
    );

    app.patch(
      '/requests/:id',
      {
        config: { ...config, form: REQUEST_STATE_FORM },
        schema: {
          summary: 'Gives a request another state; `If-Match` refuses it over a change of somebody else',
          params: IdPath,
          response: { 200: StaffRequest, ...CHANGE_FAILURES },
        },
      },
      async (request, reply) => {
        const id = pathId(request.params.id, 'request');
        await change(request, id, readForm(request, REQUEST_STATE_FORM), matchesVersion(request));
        return answer(reply, id);
      },
    );

    app.post(
      '/requests/:id/notes',
      {
        config: { ...config, form: REQUEST_NOTE_FORM },
        schema: {
          summary: 'Notes something about a request, for staff only',
          params: IdPath,
          response: { 200: StaffRequest },
        },
      },
      async (request, reply) => {
        const id = pathId(request.params.id, 'request');
        await change(request, id, readForm(request, REQUEST_NOTE_FORM), () => true);
        return answer(reply, id);
      },
    );

    app.get(
      '/requests/:id/request.xlsx',
      {
        config,
        schema: { summary: 'The offers of a request as .xlsx', params: IdPath },
      },
      async ({ params }, reply) => {
        const id = pathId(params.id, 'request');
        const request = await findRequest(read, id);
        if (!request) throw missing();
        const items = (await itemsOf(read, [id])).get(id) ?? [];
        return sendWorkbook(reply, 'request.xlsx', requestWorkbook(`Заявка ${request.number}`, items));
      },
    );
  };
}
