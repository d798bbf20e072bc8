import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Editor } from '../../../contract/answers.ts';
import { CREATION_KEY_MAX } from '../../../contract/limits.ts';
import { containsTag } from '../../../rules/format/etag.ts';
import { badRequest, conflict } from './errors.ts';

/** One saved state of a thing that several people edit. */
export interface SavedState {
  /** Grows by one with each save. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  /** null: came with the product. */
  readonly savedBy: Editor | null;
  /** What signatures under this state stand for, as a word; where there are none, nothing. */
  readonly content?: string;
}

/** The strong tag of a state. The moment stands in it because versions of another data folder count alike. */
export const stateTag = ({ version, savedAt, content }: SavedState): string =>
  `"${version}-${savedAt.toString(36)}${content === undefined ? '' : `-${content}`}"`;

/** Sets the tag of what is answered; true when the client has this state already and gets a 304 instead. */
export function answersNotModified(request: FastifyRequest, reply: FastifyReply, state: SavedState): boolean {
  const tag = stateTag(state);
  // Kept by whoever asked, but asked after each time.
  reply.header('ETag', tag).header('Cache-Control', 'private, no-cache');
  return containsTag(request.headers['if-none-match'], tag);
}

/** Whether a save may replace this state: `If-Match` names it, or is not sent (the last save wins then). */
export function matchesVersion(request: FastifyRequest): (state: SavedState) => boolean {
  const header = request.headers['if-match'];
  return (state) => header === undefined || containsTag(header, stateTag(state));
}

/** Whether a signature may be put under this state: `If-Match` names one with the same content, or is not sent. */
export function matchesContent(request: FastifyRequest): (state: SavedState) => boolean {
  const header = request.headers['if-match'];
  return ({ content = '' }) =>
    header === undefined || header.split(',').some((tag) => tag.trim() === '*' || tag.trim().endsWith(`-${content}"`));
}

/** 409: somebody saved after the caller had read, who and when. */
export const editConflict = ({ savedAt, savedBy }: SavedState) =>
  conflict('changed meanwhile', { who: savedBy, when: new Date(savedAt).toISOString() });

/** The version that a save builds on, from `If-Match`: null without one (the last write wins), -1 when it is none of ours. */
export function requiredVersion({ headers }: FastifyRequest): number | null {
  const tag = headers['if-match']?.trim();
  if (!tag || tag === '*') return null;
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(tag)?.[1];
  return version === undefined ? -1 : Number(version);
}

/** The entity tag of a version. */
export const versionTag = (version: number): string => `"${version}"`;

/**
 * The key of a call that makes something: a header `Idempotency-Key` of visible ASCII characters but quotes, bare or as a
 * quoted string (draft-ietf-httpapi-idempotency-key-header). null: none; throws 400 `invalid idempotency key`.
 */
export function readCreationKey(header: unknown): string | null {
  if (header === undefined || header === '') return null;
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : '';
  if (key.length > CREATION_KEY_MAX || !/^[\x21\x23-\x7e]+$/.test(key)) throw badRequest('invalid idempotency key');
  return key;
}
