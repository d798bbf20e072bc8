import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Editor } from '../../contract/versions.ts';
import { holdsTag } from '../../rules/etag.ts';
import { conflict } from './errors.ts';

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
  return holdsTag(request.headers['if-none-match'], tag);
}

/** Whether a save may replace this state: `If-Match` names it, or is not sent (the last save wins then). */
export function mayReplace(request: FastifyRequest): (state: SavedState) => boolean {
  const header = request.headers['if-match'];
  return (state) => header === undefined || holdsTag(header, stateTag(state));
}

/** Whether a signature may be put under this state: `If-Match` names one with the same content, or is not sent. */
export function maySign(request: FastifyRequest): (state: SavedState) => boolean {
  const header = request.headers['if-match'];
  return ({ content = '' }) =>
    header === undefined ||
    header.split(',').some((tag) => tag.trim() === '*' || tag.trim().endsWith(`-${content}"`));
}

/** 409: somebody saved after the caller had read, who and when. */
export const changedMeanwhile = ({ savedAt, savedBy }: SavedState) =>
  conflict('changed meanwhile', { who: savedBy, when: new Date(savedAt).toISOString() });
