import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { CREATION_KEY_DAYS, DAY_MS } from '../../../contract/limits.ts';
import { readCreationKey, requireCaller } from '../../platform/http/request.ts';
import type { Pair } from '../../portal-database/access-conditions.ts';
import type { PortalChange, PortalSource } from '../../portal-database/schema.ts';
import type { DocumentsContext } from '../document/context.ts';
import type { AttachedFile, StoredDocument, StoredFile } from '../document/document.ts';
import { selectDocument } from '../document/reads.ts';
import type { Signatory } from '../document/signatory-rules.ts';
import type { SentDocument } from './document-form.ts';

/** The key of a call, which belongs to the caller; null: none. */
export function keyOf(request: FastifyRequest): AuthorsKey | null {
  const key = readCreationKey(request.headers['idempotency-key']);
  return key === null ? null : { author: requireCaller(request).uid, key };
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
export function contentOf({ pair, title, description, listed, files, counterparty, change }: SentContent): string {
  const people = listed.map(({ kind, uid }) => [kind, uid]);
  const scans = files.map(({ originalName, sha256 }) => [originalName, sha256]);
  const changed = change ? [change.document, change.removed] : [];
  const made = counterparty === undefined ? [] : [{ counterparty }];
  const whole = [pair.directing, pair.task, title, description, people, scans, ...changed, ...made];
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex');
}

/** A key belongs to its author: that of another person is another one. */
export interface AuthorsKey {
  readonly author: string;
  readonly key: string;
}

/** A document as it stands, and what its making call had sent. */
export interface Made {
  readonly document: StoredDocument;
  readonly content: string;
}

/** What was made under a key; null: nothing, or it was deleted since. */
export async function findMadeUnder(read: PortalSource, { author, key }: AuthorsKey): Promise<Made | null> {
  const row = await read
    .selectFrom('document_keys')
    .innerJoin('users', 'users.id', 'document_keys.author_id')
    .select(['document_id', 'content'])
    .where('users.uid', '=', author)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row || row.document_id === null) return null;
  const document = await selectDocument(read, row.document_id);
  return document && { document, content: row.content };
}

/**
 * Takes a key for the document that this transaction is about to make, which `nameMade` names then; or resolves to what
 * was made under it. Whoever takes the same key meanwhile waits for the end of the transaction.
 */
export async function takeKey(
  transaction: PortalChange,
  { author, key }: AuthorsKey,
  content: string,
  now: number,
): Promise<Made | null> {
  for (;;) {
    const taken = await transaction
      .insertInto('document_keys')
      .values(({ selectFrom }) => ({
        author_id: selectFrom('users').select('users.id').where('uid', '=', author),
        key,
        content,
        document_id: null,
        made_at: now,
      }))
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (taken) return null;
    const made = await findMadeUnder(transaction, { author, key });
    // Otherwise it was deleted in between, and its key with it.
    if (made) return made;
  }
}

/** Tells what was made under a key that this transaction has taken. */
export async function recordMade(
  transaction: PortalChange,
  { author, key }: AuthorsKey,
  document: number,
): Promise<void> {
  await transaction
    .updateTable('document_keys')
    .set({ document_id: document })
    .where('author_id', '=', ({ selectFrom }) => selectFrom('users').select('users.id').where('uid', '=', author))
    .where('key', '=', key)
    .execute();
}

/** What a change under a key has made of a document: the hash of what was sent, and the revision. */
interface Changed {
  readonly content: string;
  readonly revision: number;
}

/** The change of a document that was made under a key; null: none, or it was another document. */
export async function findChangedUnder(
  read: PortalSource,
  { author, key }: AuthorsKey,
  document: number,
): Promise<Changed | null> {
  const row = await read
    .selectFrom('document_keys')
    .innerJoin('users', 'users.id', 'document_keys.author_id')
    .select(['content', 'revision'])
    .where('users.uid', '=', author)
    .where('key', '=', key)
    .where('document_id', '=', document)
    .executeTakeFirst();
  return row && row.revision !== null ? { content: row.content, revision: row.revision } : null;
}

/** Notes what a change under a key has made of a document; a key that stands for another document keeps what it says. */
export async function recordChanged(
  transaction: PortalChange,
  { author, key }: AuthorsKey,
  document: number,
  { content, revision }: Changed,
  now: number,
): Promise<void> {
  await transaction
    .insertInto('document_keys')
    .values(({ selectFrom }) => ({
      author_id: selectFrom('users').select('users.id').where('uid', '=', author),
      key,
      content,
      document_id: document,
      revision,
      made_at: now,
    }))
    .onConflict((conflict) =>
      conflict
        .columns(['author_id', 'key'])
        .doUpdateSet({ content, revision, made_at: now })
        .where('document_keys.document_id', '=', document),
    )
    .execute();
}

/** Forgets keys that are older than CREATION_KEY_DAYS; resolves to their number. */
export async function sweepKeys({ database, clock }: Pick<DocumentsContext, 'database' | 'clock'>): Promise<number> {
  const before = clock() - CREATION_KEY_DAYS * DAY_MS;
  const old = database.read.selectFrom('document_keys').select('key').where('made_at', '<', before);
  if (!(await old.limit(1).executeTakeFirst())) return 0;
  const { numDeletedRows } = await database.write((transaction) =>
    transaction.deleteFrom('document_keys').where('made_at', '<', before).executeTakeFirst(),
  );
  return Number(numDeletedRows);
}
