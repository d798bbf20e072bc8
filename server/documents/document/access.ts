import type { FastifyRequest } from 'fastify';
import type { PairPermission } from '../../../contract/access/permissions.ts';
import { forbidden, HttpError, notFound, pathId, requireCaller, requireEditor } from '../../platform/http/request.ts';
import { dayOf } from '../../platform/text/day.ts';
import type { Pair } from '../../portal-database/access-conditions.ts';
import type { DocumentsContext } from './context.ts';
import type { Save, StoredDocument } from './document.ts';
import type { Actor, Viewer } from './people.ts';
import { selectVisibleDocument, selectVisiblePair } from './reads.ts';

export const documentNotFound = () => notFound('doc not found');

/**
 * Throws 404 `user not found` unless the caller has a profile. From here on the caller has the name of the profile: an account
 * may have another name, or none. An attachment that is opened by a link needs no profile.
 */
export async function requireProfile({ people }: DocumentsContext, request: FastifyRequest): Promise<void> {
  const { caller } = request;
  if (!caller) return;
  const profile = await people.profileOf(caller.uid);
  if (!profile) throw notFound('user not found');
  request.caller = { ...caller, name: profile.name ?? caller.name };
}

export const viewerOf = (request: FastifyRequest): Viewer => ({ uid: requireCaller(request).uid });

/**
 * The caller and the absent signatories whom they may decide for; disabled accounts are left out. Throws 503 when the auth
 * service does not answer.
 */
export async function actorOf({ people }: DocumentsContext, request: FastifyRequest): Promise<Actor> {
  const { uid } = requireCaller(request);
  const represented = await people.representedBy(uid);
  return { uid, substituted: new Set(represented.map((person) => person.uid)) };
}

/** The same for what is only shown: without the auth service the caller stands for himself alone. */
export async function actorAsFarAsKnown(context: DocumentsContext, request: FastifyRequest): Promise<Actor> {
  try {
    return await actorOf(context, request);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 503) throw error;
    return { ...viewerOf(request), substituted: new Set() };
  }
}

/** The calendar day (YYYY-MM-DD) where the organisation is. */
export const currentDay = ({ clock, timeZone }: DocumentsContext): string => dayOf(clock(), timeZone);

/** Who changes, when and where. */
export const saveOf = (request: FastifyRequest, { clock, timeZone }: DocumentsContext): Save => ({
  by: requireEditor(request),
  at: clock(),
  timeZone,
});

/** A document that the caller sees; throws 404 `doc not found` for any other, so that nobody learns which exist. */
export async function findVisibleDocument(
  { database }: DocumentsContext,
  id: number,
  viewer: Viewer,
): Promise<StoredDocument> {
  const document = await selectVisibleDocument(database.read, id, viewer);
  if (!document) throw documentNotFound();
  return document;
}

/** The pair of a document that the caller sees; throws 404 as above. */
export async function findVisiblePair({ database }: DocumentsContext, id: number, viewer: Viewer): Promise<Pair> {
  const pair = await selectVisiblePair(database.read, id, viewer);
  if (!pair) throw documentNotFound();
  return pair;
}

/** What the guard has found out about the document that an address names. */
interface Permitted {
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

const NO_CALLER: ReadonlySet<string> = new Set();

/** How the viewer of the document is told, by what the permission is of. */
const VIEWERS = {
  document: async (_context: DocumentsContext, request: FastifyRequest) => ({
    ...viewerOf(request),
    substituted: NO_CALLER,
  }),
  'represented document': actorOf,
} as const;

/**
 * Holds callers to the `pairPermission` of a route about one document. Throws 400 for what is no id, 404 for a document
 * that the caller does not see, 403 in the words of the route. That of a form is asked for when the form is there: `permit`.
 */
export async function guardPair(context: DocumentsContext, request: FastifyRequest): Promise<void> {
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
export async function permit(context: DocumentsContext, request: FastifyRequest, pair: Pair): Promise<void> {
  const { pairPermission } = request.routeOptions.config;
  if (!pairPermission) throw new Error(`the route of ${request.url} declares no permission in a pair`);
  await permitOn(context, request, pair, pairPermission);
}

/** The same for an action and a refusal of the moment. */
export async function permitOn(
  { permissions }: DocumentsContext,
  request: FastifyRequest,
  pair: Pair,
  { action, refusal }: Pick<PairPermission, 'action' | 'refusal'>,
): Promise<void> {
  const actions = await permissions.actionsOn(requireCaller(request).uid, pair);
  if (!actions) throw forbidden('access to the document type is denied');
  if (!actions.has(action)) throw forbidden(refusal);
}
