import type { FastifyInstance } from 'fastify';
import { AS_OF_HEADER } from '../../contract/catalogue-age.ts';
import type { ShownCatalogue } from './replica/shown.ts';

const ANSWERED = {
  [AS_OF_HEADER]: {
    type: 'string',
    description:
      'HTTP date of the last moment for which the answer is known to be right; absent while the catalogue can be reached',
  },
};

/** The moment up to which what is shown is right, in the notation of HTTP dates; null: now. */
export function ageOf(shown: Pick<ShownCatalogue, 'asOf'>): string | null {
  const asOf = shown.asOf();
  return asOf === null ? null : new Date(asOf).toUTCString();
}

/** Puts the header on every answer of the routes of a plugin that are declared after this, and into their reference. */
export function tellAge(app: Pick<FastifyInstance, 'addHook'>, shown: Pick<ShownCatalogue, 'asOf'>): void {
  app.addHook('onRoute', (route) => {
    if (route.config) route.config.answerHeaders = ANSWERED;
  });
  app.addHook('onSend', async (_request, reply) => {
    const asOf = ageOf(shown);
    if (asOf !== null) reply.header(AS_OF_HEADER, asOf);
  });
}
