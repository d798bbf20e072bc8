import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ActionTitle } from '../../../contract/access.ts';
import { callerOf, editorOf } from '../../http/caller.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { dayNumber } from '../../text/day.ts';
import type { InformatorContext } from '../context.ts';
import type { Pair } from '../rights/rights.ts';
import type { InformatorSchema } from '../schema.ts';
import { byUid } from '../users/store.ts';
import type { StoredDocument } from './document.ts';
import type { Save } from './edit/store.ts';
import { substitutedBy } from './marks/substitutes.ts';
import { visibleDocument } from './reads.ts';
import type { Viewer } from './viewer.ts';

const DAY_MS = 86_400_000;

export const missingDocument = () => notFound('doc not found');

/**
 * Throws 404 `user not found` unless the caller has a profile, whose name he goes by from here on: an account may have
 * another one, or none. Whoever opens an attachment by a link needs no profile.
 */
export async function demandProfile({ database }: InformatorContext, request: FastifyRequest): Promise<void> {
  const { caller } = request;
  if (!caller) return;
  const profile = await byUid(database.read, caller.uid);
  if (!profile) throw notFound('user not found');
  request.caller = { ...caller, name: profile.name ?? caller.name };
}

/** Who looks, and for whom else. */
export async function viewerOf(
  context: InformatorContext,
  request: FastifyRequest,
  read: Kysely<InformatorSchema> = context.database.read,
): Promise<Viewer> {
  const { uid } = callerOf(request);
  return { uid, substituted: await substitutedBy(read, uid, today(context)) };
}

/** The calendar day (YYYY-MM-DD) where the organisation is. */
export const today = ({ clock, timeZone }: InformatorContext): string =>
  new Date(dayNumber(clock(), timeZone) * DAY_MS).toISOString().slice(0, 10);

/** Who changes, and when. */
export const saveOf = (request: FastifyRequest, { clock }: InformatorContext): Save => ({
  by: editorOf(request),
  at: clock(),
});

/** A document that the caller sees; throws 404 `doc not found`, whether there is none or he does not see it. */
export async function seen(
  { database }: InformatorContext,
  id: number,
  viewer: Viewer,
): Promise<StoredDocument> {
  const document = await visibleDocument(database.read, id, viewer);
  if (!document) throw missingDocument();
  return document;
}

export const pairOf = ({ directing, task }: StoredDocument): Pair => ({
  directing: directing.id,
  task: task.id,
});

/** Throws 403, in the words of the API, unless the caller's role sees the pair and allows the action there. */
export async function demand(
  { rights }: InformatorContext,
  request: FastifyRequest,
  pair: Pair,
  action: ActionTitle,
  refusal: string,
): Promise<void> {
  const { uid } = callerOf(request);
  if (!(await rights.sees(uid, pair))) throw forbidden('access to the document type is denied');
  if (!(await rights.mayOn(uid, pair, action))) throw forbidden(refusal);
}
