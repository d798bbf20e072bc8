import type { FastifyRequest } from 'fastify';
import type { Doer } from '../../contract/audit.ts';
import { clientKey } from './limits.ts';

/** Who makes a request, for the audit trail: the caller where the guard knows one, the address and the browser. */
export const doerOf = ({ caller, ip, headers }: FastifyRequest): Doer => ({
  actor: caller && { uid: caller.uid, email: caller.email },
  address: clientKey(ip),
  agent: headers['user-agent'] ?? '',
});
