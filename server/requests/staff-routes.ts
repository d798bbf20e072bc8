// Routes by which staff list requests of buyers, change their state, add notes and download one as .xlsx.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { STANDING_ACTIONS } from '../../contract/access/actions.ts';
import { ChangedMeanwhile } from '../../contract/answers.ts';
import { REQUEST_NOTE_FORM, REQUEST_STATE_FORM } from '../../contract/requests/forms.ts';
import * as api from '../../contract/requests/requests.ts';
import { pathId } from '../catalogue/context/answers.ts';
import { editorOfRow } from '../platform/database/types.ts';
import * as http from '../platform/http/request.ts';
import { footOf, pageOf, requestWorkbook, rowAnswer, staffAnswer, todayFor } from './answers.ts';
import type { RequestContext } from './make-request.ts';
import * as store from './store.ts';

const STAFF = { permission: `action:${STANDING_ACTIONS.requests}` } as const;
const CHANGE_FAILURES = { 409: ChangedMeanwhile };

const stateOf = (request: store.RequestRecord): http.SavedState => ({
  version: request.version,
  savedAt: request.saved_at,
  savedBy: editorOfRow(request),
});
const missing = () => http.notFound('request not found');

export function staffRoutes(context: RequestContext): FastifyPluginAsyncTypebox {
  const { database, timeZone, clock, jobs } = context;
  const { read } = database;

  /** A request and its offers; throws 404. */
  async function find(id: number) {
    const request = await store.findRequest(read, id);
    if (!request) throw missing();
    return { request, items: (await store.itemsOf(read, [id])).get(id) ?? [] };
  }

  /** A request with its offers; throws 404. */
  async function answer(reply: FastifyReply, id: number): Promise<api.StaffRequest> {
    const { request, items } = await find(id);
    reply.header('ETag', http.stateTag(stateOf(request))).header('cache-control', 'no-store');
    return staffAnswer(request, items, await store.eventsOf(read, id), await todayFor(context, items));
  }

  /** Makes a change; throws 404, and 409 where `may` does not allow it over the state at hand. */
  async function change(
    request: FastifyRequest,
    id: number,
    wanted: store.RequestChange,
    may: (state: http.SavedState) => boolean,
  ): Promise<void> {
    const saved = { by: http.requireEditor(request), now: clock() };
    const { before, isMade } = await store.changeRequest(database, id, wanted, saved, (found) => ({
      before: found,
      isMade: found !== null && may(stateOf(found)) && !('state' in wanted && wanted.state === found.state),
    }));
    if (!before) throw missing();
    if (!isMade && !may(stateOf(before))) throw http.editConflict(stateOf(before));
  }

  return async (app) => {
    app.get(
      '/requests',
      {
        config: STAFF,
        schema: {
          summary: 'Requests of buyers, newest first',
          querystring: api.RequestListQuery,
          response: { 200: api.RequestPage },
        },
      },
      async ({ query: { cursor, ...query } }, reply) => {
        const filter = store.readFilter(query, timeZone);
        if (!filter) throw http.badRequest('invalid filter');
        const after = store.readCursor(cursor);
        if (after === undefined) throw http.badRequest('invalid cursor');
        const found = await database.fromReplica((source) =>
          store.listRequests({ ...database, read: source }, jobs, filter, after),
        );
        const { page, next } = pageOf(found);
        reply.header('cache-control', 'no-store');
        return { requests: page.map(rowAnswer), next };
      },
    );

    app.get(
      '/requests/new',
      {
        config: STAFF,
        schema: { summary: 'How many requests are new, for the menu of staff', response: { 200: api.NewRequests } },
      },
      async () => ({ count: await store.countNew(read) }),
    );

    app.get(
      '/requests/:id',
      {
        config: STAFF,
        schema: {
          summary: 'A request with its offers as of sending and as of now, and what was done with it',
          params: http.IdPath,
          response: { 200: api.StaffRequest },
        },
      },
      ({ params }, reply) => answer(reply, pathId(params.id, 'request')),
    );

    app.patch(
      '/requests/:id',
      {
        config: { ...STAFF, form: REQUEST_STATE_FORM },
        schema: {
          summary: 'Gives a request another state; `If-Match` refuses it over a change of somebody else',
          params: http.IdPath,
          response: { 200: api.StaffRequest, ...CHANGE_FAILURES },
        },
      },
      async (request, reply) => {
        const id = pathId(request.params.id, 'request');
        await change(request, id, http.readForm(request, REQUEST_STATE_FORM), http.matchesVersion(request));
        return answer(reply, id);
      },
    );

    app.post(
      '/requests/:id/notes',
      {
        config: { ...STAFF, form: REQUEST_NOTE_FORM },
        schema: {
          summary: 'Notes something about a request, for staff only',
          params: http.IdPath,
          response: { 200: api.StaffRequest },
        },
      },
      async (request, reply) => {
        const id = pathId(request.params.id, 'request');
        await change(request, id, http.readForm(request, REQUEST_NOTE_FORM), () => true);
        return answer(reply, id);
      },
    );

    app.get(
      '/requests/:id/request.xlsx',
      { config: STAFF, schema: { summary: 'The offers of a request as .xlsx', params: http.IdPath } },
      async ({ params }, reply) => {
        const { request, items } = await find(pathId(params.id, 'request'));
        const lines = request.comment === '' ? [] : request.comment.split('\n');
        const comment = lines.map((line, at) => [at === 0 ? 'Комментарий' : '', line]);
        const buyer = [...store.buyerFacts(request), ...comment];
        const foot = await footOf(context, `Заявка № ${request.number}`, request.created_at, buyer);
        return http.sendWorkbook(reply, 'request.xlsx', requestWorkbook(`Заявка ${request.number}`, items, foot));
      },
    );
  };
}
