import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../http/caller.ts';
import { readCreationKey } from '../../../http/creation-key.ts';
import type { Pair } from '../../pair.ts';
import type { StoredFile } from '../document/document.ts';
import type { AttachedFile } from '../document/version.ts';
import type { SentContent } from './creation-key.ts';
import type { AuthorsKey } from './creation-key-store.ts';
import type { SentDocument } from './save-form.ts';

/** The key of a call, which belongs to the caller; null: none. */
export function keyOf(request: FastifyRequest): AuthorsKey | null {
  const key = readCreationKey(request.headers['idempotency-key']);
  return key === null ? null : { author: callerOf(request).uid, key };
}

/** What a form of a document carries: the files that it names, then those that came with it, with their SHA-256 in their order. */
export const contentSent = (
  pair: Pair,
  sent: SentDocument,
  named: readonly StoredFile[],
  hashes: readonly string[],
): SentContent => ({
  pair,
  title: sent.title,
  description: sent.description ?? '',
  listed: sent.listed,
  files: [
    ...named.map(({ originalName, sha256 }) => ({ originalName, sha256 })),
    ...sent.scans.map(({ originalName }, place) => ({ originalName, sha256: hashes[place] ?? '' })),
  ],
});

/** Whether a file is among these already: by its name and its bytes. */
export const isAmong = (
  files: readonly AttachedFile[],
  { originalName, sha256 }: Omit<AttachedFile, 'fileName'>,
): boolean => files.some((file) => file.originalName === originalName && file.sha256 === sha256);
