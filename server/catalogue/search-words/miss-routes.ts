import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { type SearchMiss, SearchMissesQuery, SearchMissPage } from '../../../contract/catalogue/search-words.ts';
import { MISS_OUTCOMES } from '../../../contract/catalogue/words.ts';
import { SEARCH_WORDS_PAGE } from '../../../contract/limits.ts';
import { packValue, unpackValue } from '../../platform/http/list-page.ts';
import { badRequest, notFound } from '../../platform/http/request.ts';
import { isoTime } from '../../platform/text/day.ts';
import type { CatalogueContext } from '../context/context.ts';
import { listMisses, type MissCounter, type MissPlace, type MissRecord, removeMiss } from './misses.ts';

const missAnswer = ({ wording, count, outcome, left_out, first_at, last_at }: MissRecord): SearchMiss => ({
  ...{ wording, count, outcome, left: left_out },
  ...{ firstAt: isoTime(first_at), lastAt: isoTime(last_at) },
});

/** What buyers searched for and did not find, for administrators. */
export function missRoutes(
  { database }: Pick<CatalogueContext, 'database'>,
  counter: MissCounter,
): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/search/misses',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Wordings that were searched for and not found as typed, the most frequent first',
          querystring: SearchMissesQuery,
          response: { 200: SearchMissPage },
        },
      },
      async ({ query: { outcome = '', cursor = '' } }, reply) => {
        const known = MISS_OUTCOMES.find((one) => one === outcome) ?? null;
        if (outcome !== '' && known === null) throw badRequest('invalid filter');
        await counter.flush();
        const rows = await listMisses(database.read, known, placeOf(cursor));
        const page = rows.slice(0, SEARCH_WORDS_PAGE);
        const last = page.at(-1);
        reply.header('cache-control', 'no-store');
        return {
          misses: page.map(missAnswer),
          next: rows.length > page.length && last ? packValue([last.count, last.wording]) : null,
        };
      },
    );

    app.delete(
      '/search/misses',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Forgets a wording, because something was done about it',
          querystring: Type.Object({ wording: Type.Optional(Type.String()) }),
          response: { 204: Type.Null() },
        },
      },
      async ({ query: { wording = '' } }, reply) => {
        if (!(await removeMiss(database, wording))) throw notFound('search miss not found');
        return reply.code(204).send(null);
      },
    );
  };
}

/** The place in a cursor, null for the first page; throws 400 for what is no cursor of ours. */
function placeOf(cursor: string): MissPlace | null {
  if (cursor === '') return null;
  const place: unknown = unpackValue(cursor);
  if (!Array.isArray(place)) throw badRequest('invalid cursor');
  const [count, wording]: unknown[] = place;
  if (!Number.isSafeInteger(count) || typeof wording !== 'string') throw badRequest('invalid cursor');
  return { count: Number(count), wording };
}
