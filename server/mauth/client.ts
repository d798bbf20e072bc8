import type { FastifyRequest } from 'fastify';
import { clientKey } from '../http/limits.ts';

/** Who asks, for rate limits, the audit trail and the list of sessions. */
export interface Client {
  readonly address: string;
  readonly agent: string;
}

/** The client behind a request. */
export const clientOf = (request: FastifyRequest): Client => ({
  address: clientKey(request.ip),
  agent: request.headers['user-agent'] ?? '',
});
