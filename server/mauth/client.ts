import type { FastifyRequest } from 'fastify';
import type { Doer } from '../../contract/audit.ts';
import { clientKey } from '../http/limits.ts';

/** Who asks, for rate limits, the audit trail and the list of sessions. */
export interface Client {
  readonly address: string;
  readonly agent: string;
}

/** The client of a call that came from no network. */
export const UNKNOWN_CLIENT: Client = { address: '', agent: '' };

/** The client behind a request. */
export const clientOf = (request: FastifyRequest): Client => ({
  address: clientKey(request.ip),
  agent: request.headers['user-agent'] ?? '',
});

/** The owner of an account, who does something with it from this client. */
export const ownDoing = ({ uid, email }: { uid: string; email: string }, client: Client): Doer => ({
  actor: { uid, email },
  ...client,
});
