import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditEvent, AuditTrail } from '../../contract/audit.ts';
import { doerOf } from './doer.ts';
import { HttpError } from './errors.ts';
import { bearerOf } from './guards.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A page that meets one of these asks for the password or the code and comes again; what is wrong then is told apart. */
const ASKED_AGAIN: ReadonlySet<string> = new Set(['confirm password', 'second factor required']);

/** Tells the audit trail of calls that came too often, and of those that were refused to somebody who meant it. */
export function addRefusalTrail(app: FastifyInstance, trail: AuditTrail): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof HttpError)) return;
    const event = eventOf(request, error.status);
    if (!event || ASKED_AGAIN.has(error.message)) return;
    const { method, routeOptions } = request;
    const details = { method, route: routeOptions.url ?? '', status: error.status, reason: error.message };
    trail.record({ event, by: doerOf(request), details });
  });
}

/** A page that is opened without being signed in is no attack; a token that is not good, or a change, may be one. */
function eventOf(request: FastifyRequest, status: number): AuditEvent | null {
  if (status === 429) return 'throttled';
  if (status !== 401 && status !== 403) return null;
  const isMeant = bearerOf(request) !== '' || !SAFE.has(request.method);
  return isMeant ? 'refused' : null;
}
