import { createHash } from 'node:crypto';
import type { Pair } from '../../pair.ts';
import type { Signatory } from '../document/signatory-rules.ts';
import type { AttachedFile } from '../document/version.ts';

/** What a call that makes or changes a document carries. */
export interface SentContent {
  readonly pair: Pair;
  readonly title: string;
  readonly description: string;
  readonly listed: readonly Pick<Signatory, 'kind' | 'uid'>[];
  /** In the order they were sent. */
  readonly files: readonly Omit<AttachedFile, 'fileName'>[];
  /** With whom, where a template asks for it. */
  readonly counterparty?: string;
  /** Of a call that changes a document: which one, and what it takes off. */
  readonly change?: { readonly document: number; readonly removed: readonly string[] };
}

/** SHA-256 over all that was sent: the same call again has the same. */
export function contentOf({
  pair,
  title,
  description,
  listed,
  files,
  counterparty,
  change,
}: SentContent): string {
  const people = listed.map(({ kind, uid }) => [kind, uid]);
  const scans = files.map(({ originalName, sha256 }) => [originalName, sha256]);
  const changed = change ? [change.document, change.removed] : [];
  const made = counterparty === undefined ? [] : [{ counterparty }];
  const whole = [pair.directing, pair.task, title, description, people, scans, ...changed, ...made];
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex');
}
