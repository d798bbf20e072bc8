import type { FastifyRequest } from 'fastify';
import type { ActionTitle } from '../../../contract/access.ts';
import type { Editor } from '../../../contract/versions.ts';
import { callerOf, editorOf } from '../../http/caller.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { dayNumber } from '../../text/day.ts';
import type { InformatorContext } from '../context.ts';
import type { Pair } from '../permissions/permissions.ts';
import { disabledOf } from '../users/disabled.ts';
import { findByUid } from '../users/store.ts';
import { selectRepresented } from './decisions/substituted.ts';
import type { StoredDocument } from './document.ts';
import type { Save } from './edit/store.ts';
import { selectVisibleDocument } from './reads.ts';
import type { Actor, Viewer } from './viewer.ts';

const DAY_MS = 86_400_000;

export const documentNotFound = () => notFound('doc not found');

/**
 * Throws 404 `user not found` unless the caller has a profile, whose name he goes by from here on: an account may have
 * another one, or none. Whoever opens an attachment by a link needs no profile.
 */
export async function requireProfile(
  { database }: InformatorContext,
  request: FastifyRequest,
): Promise<void> {
  const { caller } = request;
  if (!caller) return;
  const profile = await findByUid(database.read, caller.uid);
  if (!profile) throw notFound('user not found');
  request.caller = { ...caller, name: profile.name ?? caller.name };
}

export const viewerOf = (request: FastifyRequest): Viewer => ({ uid: callerOf(request).uid });

/** Who acts, and for whom else: nobody whose account is disabled. Throws 503 when the auth service cannot be asked. */
export async function actorOf(context: InformatorContext, request: FastifyRequest): Promise<Actor> {
  const { uid } = callerOf(request);
  const represented = await representedNow(context, uid);
  return { uid, substituted: new Set(represented.map((person) => person.uid)) };
}

/** Whom somebody substitutes today, with their names. Throws 503 when the auth service cannot be asked. */
export async function representedNow(context: InformatorContext, uid: string): Promise<Editor[]> {
  const represented = await selectRepresented(context.database.read, uid, currentDay(context));
  const disabled = await disabledOf(
    context,
    represented.map((person) => person.uid),
  );
  return represented.filter((person) => !disabled.has(person.uid));
}

/** The calendar day (YYYY-MM-DD) where the organisation is. */
export const currentDay = ({ clock, timeZone }: InformatorContext): string =>
  new Date(dayNumber(clock(), timeZone) * DAY_MS).toISOString().slice(0, 10);

/** Who changes, and when. */
export const saveOf = (request: FastifyRequest, { clock }: InformatorContext): Save => ({
  by: editorOf(request),
  at: clock(),
});

/** A document that the caller sees; throws 404 `doc not found`, whether there is none or he does not see it. */
export async function findVisibleDocument(
  { database }: InformatorContext,
  id: number,
  viewer: Viewer,
): Promise<StoredDocument> {
  const document = await selectVisibleDocument(database.read, id, viewer);
  if (!document) throw documentNotFound();
  return document;
}

export const pairOf = ({ directing, task }: StoredDocument): Pair => ({
  directing: directing.id,
  task: task.id,
});

/** Throws 403, in the words of the API, unless the caller's role sees the pair and allows the action there. */
export async function requirePermission(
  { permissions }: InformatorContext,
  request: FastifyRequest,
  pair: Pair,
  action: ActionTitle,
  refusal: string,
): Promise<void> {
  const { uid } = callerOf(request);
  if (!(await permissions.sees(uid, pair))) throw forbidden('access to the document type is denied');
  if (!(await permissions.mayOn(uid, pair, action))) throw forbidden(refusal);
}
