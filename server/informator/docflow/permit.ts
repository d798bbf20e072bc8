import type { FastifyRequest } from 'fastify';
import type { PairPermission } from '../../../contract/permissions.ts';
import { callerOf } from '../../http/caller.ts';
import { forbidden } from '../../http/errors.ts';
import { pathId } from '../ids.ts';
import type { Pair } from '../pair.ts';
import { actorOf, findVisiblePair, viewerOf } from './access.ts';
import type { DocflowContext } from './context.ts';
import type { Actor } from './document/viewer.ts';

/** What the guard has found out about the document that an address names. */
export interface Permitted {
  readonly id: number;
  readonly pair: Pair;
  /** Whoever sees it; substituted people are among them only where the route asks for that. */
  readonly viewer: Actor;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes without a `pairPermission` of a document. */
    permitted: Permitted | null;
  }
}

const NOBODY: ReadonlySet<string> = new Set();

/** How the viewer of the document is told, by what the permission is of. */
const VIEWERS = {
  document: async (_context: DocflowContext, request: FastifyRequest) => ({
    ...viewerOf(request),
    substituted: NOBODY,
  }),
  'represented document': actorOf,
} as const;

/**
 * Holds callers to the `pairPermission` of a route about one document. Throws 400 for what is no id, 404 for a document
 * that the caller does not see, 403 in the words of the route. That of a form is asked for when the form is there: `permit`.
 */
export async function guardPair(context: DocflowContext, request: FastifyRequest): Promise<void> {
  const { pairPermission: needed } = request.routeOptions.config;
  if (!needed || needed.of === 'form') return;
  const id = pathId((request.params as { id: string }).id, 'doc');
  const viewer = await VIEWERS[needed.of](context, request);
  const pair = await findVisiblePair(context, id, viewer);
  await permit(context, request, pair);
  request.permitted = { id, pair, viewer };
}

/** What the guard has found out; for the handlers of routes whose permission is of a document. */
export function permittedOf(request: FastifyRequest): Permitted {
  if (!request.permitted) throw new Error(`the route of ${request.url} declares no permission of a document`);
  return request.permitted;
}

/** Throws 403, in the words of the route, unless the caller's role sees the pair and allows there what the route needs. */
export async function permit(context: DocflowContext, request: FastifyRequest, pair: Pair): Promise<void> {
  const { action, refusal } = needOf(request);
  const { permissions } = context;
  const { uid } = callerOf(request);
  if (!(await permissions.sees(uid, pair))) throw forbidden('access to the document type is denied');
  if (!(await permissions.mayOn(uid, pair, action))) throw forbidden(refusal);
}

function needOf(request: FastifyRequest): PairPermission {
  const { pairPermission } = request.routeOptions.config;
  if (!pairPermission) throw new Error(`the route of ${request.url} declares no permission in a pair`);
  return pairPermission;
}
