import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { ARRIVAL_STATES, Arrival, ArrivalPage } from '../../../../contract/import-sources.ts';
import { sendFile } from '../../../files/send.ts';
import { conflict, notFound } from '../../../http/errors.ts';
import { editorOf } from '../edits/editor.ts';
import { ARRIVALS_PAGE, findArrival, type KeptArrival, listArrivals } from './arrival-store.ts';
import type { ArrivalContext } from './context.ts';
import { decideAlone } from './decide-alone.ts';
import { applyHeld, rejectHeld } from './settle-held.ts';

const Id = Type.Object({ id: Type.String() });
const Filter = Type.Object({
  sourceId: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  cursor: Type.Optional(Type.String({ description: 'next of the page before' })),
});
const FAILURES = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
const tags = ['price list'];

const idOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
const shown = ({ heldFile: _, ...arrival }: KeptArrival): Arrival => arrival;

/** What came by itself, and the decision about what is held, for administrators. */
export function arrivalRoutes(context: ArrivalContext): FastifyPluginAsyncTypebox {
  const { database } = context;
  const found = async (text: string): Promise<KeptArrival> => {
    const arrival = await findArrival(database.read, idOf(text) ?? 0);
    if (!arrival) throw notFound('arrival not found');
    return arrival;
  };
  const held = async (text: string) => {
    const { heldFile, ...arrival } = await found(text);
    if (arrival.state !== 'held' || heldFile === null) throw conflict('arrival is settled');
    return { ...arrival, heldFile };
  };
  const alone = decideAlone(context);
  const decision = (summary: string) => ({
    config: { permission: 'admin' } as const,
    schema: { tags, summary, params: Id, response: { 200: Arrival, ...FAILURES } },
  });

  return async (app) => {
    app.get(
      '/import/arrivals',
      {
        config: { permission: 'admin' },
        schema: {
          tags,
          summary: 'Price lists that came by themselves, newest first',
          querystring: Filter,
          response: { 200: ArrivalPage, ...FAILURES },
        },
      },
      async ({ query }) => {
        const state = ARRIVAL_STATES.find((each) => each === query.state);
        const filter = { sourceId: idOf(query.sourceId), state, before: idOf(query.cursor) };
        const rows = await listArrivals(database.read, filter);
        const arrivals = rows.slice(0, ARRIVALS_PAGE).map(shown);
        const next = rows.length > ARRIVALS_PAGE ? String(arrivals.at(-1)?.id) : null;
        return { arrivals, next };
      },
    );

    app.get(
      '/import/arrivals/:id/file',
      {
        config: { permission: 'admin' },
        schema: { tags, summary: 'The file of a held price list as it came', params: Id },
      },
      async (request, reply) => {
        const { heldFile, fileName } = await held((request.params as { id: string }).id);
        const file = await context.held.open(heldFile);
        if (!file) throw notFound('file is not kept');
        reply.header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
        return sendFile(request, reply, {
          file,
          type: 'application/octet-stream',
          etag: `"${heldFile}"`,
          cacheControl: 'private, no-store',
        });
      },
    );

    app.post('/import/arrivals/:id/apply', decision('Imports a held price list'), async (request) => {
      const { id } = request.params as { id: string };
      const arrival = await held(id);
      await alone(arrival.id, () => applyHeld(context, arrival, editorOf(request.caller)));
      return shown(await found(id));
    });

    app.post('/import/arrivals/:id/reject', decision('Puts a held price list aside'), async (request) => {
      const { id } = request.params as { id: string };
      const arrival = await held(id);
      await alone(arrival.id, () => rejectHeld(context, arrival));
      return shown(await found(id));
    });
  };
}
