import type { FastifyRequest } from 'fastify';

/** The version that a save builds on, from `If-Match`: null without one (the last write wins), -1 when it is none of ours. */
export function versionToMatch({ headers }: FastifyRequest): number | null {
  const tag = headers['if-match']?.trim();
  if (!tag || tag === '*') return null;
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(tag)?.[1];
  return version === undefined ? -1 : Number(version);
}

/** The entity tag of a version. */
export const versionTag = (version: number): string => `"${version}"`;
