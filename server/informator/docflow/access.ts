import type { FastifyRequest } from 'fastify';
import { callerOf, editorOf } from '../../http/caller.ts';
import { HttpError, notFound } from '../../http/errors.ts';
import { dayOf } from '../../text/day.ts';
import type { Pair } from '../pair.ts';
import type { DocflowContext } from './context.ts';
import type { StoredDocument } from './document/document.ts';
import { selectVisibleDocument, selectVisiblePair } from './document/reads.ts';
import type { Save } from './document/recorded-change.ts';
import type { Actor, Viewer } from './document/viewer.ts';

export const documentNotFound = () => notFound('doc not found');

/**
 * Throws 404 `user not found` unless the caller has a profile. From here on the caller has the name of the profile: an account
 * may have another name, or none. An attachment that is opened by a link needs no profile.
 */
export async function requireProfile({ people }: DocflowContext, request: FastifyRequest): Promise<void> {
  const { caller } = request;
  if (!caller) return;
  const profile = await people.profileOf(caller.uid);
  if (!profile) throw notFound('user not found');
  request.caller = { ...caller, name: profile.name ?? caller.name };
}

export const viewerOf = (request: FastifyRequest): Viewer => ({ uid: callerOf(request).uid });

/**
 * The caller and the absent signatories whom they may decide for; disabled accounts are left out. Throws 503 when the auth
 * service does not answer.
 */
export async function actorOf({ people }: DocflowContext, request: FastifyRequest): Promise<Actor> {
  const { uid } = callerOf(request);
  const represented = await people.representedBy(uid);
  return { uid, substituted: new Set(represented.map((person) => person.uid)) };
}

/** The same for what is only shown: without the auth service the caller stands for himself alone. */
export async function actorAsFarAsKnown(context: DocflowContext, request: FastifyRequest): Promise<Actor> {
  try {
    return await actorOf(context, request);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 503) throw error;
    return { ...viewerOf(request), substituted: new Set() };
  }
}

/** The calendar day (YYYY-MM-DD) where the organisation is. */
export const currentDay = ({ clock, timeZone }: DocflowContext): string => dayOf(clock(), timeZone);

/** Who changes, when and where. */
export const saveOf = (request: FastifyRequest, { clock, timeZone }: DocflowContext): Save => ({
  by: editorOf(request),
  at: clock(),
  timeZone,
});

/** A document that the caller sees; throws 404 `doc not found` for any other, so that nobody learns which exist. */
export async function findVisibleDocument(
  { database }: DocflowContext,
  id: number,
  viewer: Viewer,
): Promise<StoredDocument> {
  const document = await selectVisibleDocument(database.read, id, viewer);
  if (!document) throw documentNotFound();
  return document;
}

/** The pair of a document that the caller sees; throws 404 as above. */
export async function findVisiblePair(
  { database }: DocflowContext,
  id: number,
  viewer: Viewer,
): Promise<Pair> {
  const pair = await selectVisiblePair(database.read, id, viewer);
  if (!pair) throw documentNotFound();
  return pair;
}
