import { createHash } from 'node:crypto';
import { blankSignatory, type Signatory } from './signatory-rules.ts';

/** What signatures stand for. */
export interface Content {
  readonly title: string;
  readonly description: string;
  /** In the order they were attached. */
  readonly files: readonly AttachedFile[];
}

export interface AttachedFile {
  readonly fileName: string;
  readonly originalName: string;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
}

/** SHA-256 over title, description and files, each with its length before it, so that no two contents read the same. */
export function hashOf({ title, description, files }: Content): string {
  const hash = createHash('sha256');
  const add = (text: string) => hash.update(`${Buffer.byteLength(text)}:`).update(text);
  add(title);
  add(description);
  hash.update(`${files.length};`);
  for (const { originalName, sha256 } of files) {
    add(originalName);
    add(sha256);
  }
  return hash.digest('hex');
}

/**
 * Signatories after an edit, in the order given and each person once. Those who stay keep their decision unless a new version
 * starts; decisions in the form are ignored.
 */
export function entriesAfter(
  before: readonly Signatory[],
  listed: readonly (Pick<Signatory, 'kind' | 'uid'> & Partial<Pick<Signatory, 'step'>>)[],
  newVersion: boolean,
): Signatory[] {
  const seen = new Set<string>();
  const after: Signatory[] = [];
  for (const { kind, uid, step = null } of listed) {
    const key = `${kind} ${uid}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const kept = newVersion ? undefined : before.find((entry) => entry.kind === kind && entry.uid === uid);
    after.push(kept ?? blankSignatory(kind, uid, step));
  }
  return after;
}
