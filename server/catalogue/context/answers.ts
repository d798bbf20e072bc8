import type { FastifyInstance, FastifyReply } from 'fastify';
import { AS_OF_HEADER } from '../../../contract/api.ts';
import { notFound } from '../../platform/http/request.ts';
import type { ShownCatalogue } from './search-questions.ts';

const ANSWERED = {
  [AS_OF_HEADER]: {
    type: 'string',
    description:
      'HTTP date of the last moment for which the answer is known to be right; absent while the catalogue can be reached',
  },
};

/** The moment up to which what is shown is right, in the notation of HTTP dates; null: now. */
export function asOfHeader(shown: Pick<ShownCatalogue, 'asOf'>): string | null {
  const asOf = shown.asOf();
  return asOf === null ? null : new Date(asOf).toUTCString();
}

/** Puts the header on every answer of the routes of a plugin that are declared after this, and into their reference. */
export function addAgeHeader(app: Pick<FastifyInstance, 'addHook'>, shown: Pick<ShownCatalogue, 'asOf'>): void {
  app.addHook('onRoute', (route) => {
    if (route.config) route.config.answerHeaders = ANSWERED;
  });
  app.addHook('onSend', async (_request, reply) => {
    const asOf = asOfHeader(shown);
    if (asOf !== null) reply.header(AS_OF_HEADER, asOf);
  });
}

/** An id from an address; anything but a positive whole number is answered like a missing `entity`. */
export function pathId(
  text: string,
  entity: 'brand' | 'card' | 'cross' | 'part' | 'preset' | 'provider' | 'request' | 'run',
): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw notFound(`${entity} not found`);
  return id;
}

/**
 * Sends JSON that is a text already: the engine hands it over so, and Fastify sends it as it is; the schema of the answer
 * is for the reference.
 */
export const jsonText = (reply: FastifyReply, text: string) => reply.type('application/json; charset=utf-8').send(text);
