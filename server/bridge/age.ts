import type { FastifyInstance } from 'fastify';
import type { ShownCatalogue } from './replica/shown.ts';

/** Says since when an answer may be out of date; absent while the catalogue can be reached. */
const AS_OF_HEADER = 'Catalogue-As-Of';

/** Puts the header on every answer of the routes of a plugin, in the notation of HTTP dates. */
export function tellAge(app: Pick<FastifyInstance, 'addHook'>, shown: ShownCatalogue): void {
  app.addHook('onSend', async (_request, reply) => {
    const asOf = shown.asOf();
    if (asOf !== null) reply.header(AS_OF_HEADER, new Date(asOf).toUTCString());
  });
}
