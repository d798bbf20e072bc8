// What answers of the catalogue have in common: the header that says how old they are, ids of paths, ready JSON.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AS_OF_HEADER } from '../../../contract/api.ts';
import { idIn, notFound } from '../../platform/http/request.ts';
import type { ShownCatalogue } from './search-questions.ts';

const ANSWERED = {
  [AS_OF_HEADER]: {
    type: 'string',
    description:
      'HTTP date of the last moment for which the answer is known to be right; absent while the catalogue can be reached',
  },
};

/** The moment up to which the shown catalogue is right, as an HTTP date; null: now. */
export function asOfHeader(shown: Pick<ShownCatalogue, 'asOf'>): string | null {
  const asOf = shown.asOf();
  return asOf === null ? null : new Date(asOf).toUTCString();
}

export function addAgeHeader(app: Pick<FastifyInstance, 'addHook'>, shown: Pick<ShownCatalogue, 'asOf'>): void {
  app.addHook('onRoute', (route) => {
    if (route.config) route.config.answerHeaders = ANSWERED;
  });
  app.addHook('onSend', async (_request, reply) => {
    const asOf = asOfHeader(shown);
    if (asOf !== null) reply.header(AS_OF_HEADER, asOf);
  });
}

/** Reads an id from a path; throws 404 for a missing `entity` unless it is a positive whole number. */
export function pathId(
  text: string,
  entity: 'brand' | 'card' | 'cross' | 'part' | 'preset' | 'provider' | 'request' | 'run',
): number {
  const id = idIn(text);
  if (id === 0) throw notFound(`${entity} not found`);
  return id;
}

/** Sends the JSON text that the search engine returns as it is. The schema of the answer only documents it. */
export const jsonText = (reply: FastifyReply, text: string) => reply.type('application/json; charset=utf-8').send(text);
