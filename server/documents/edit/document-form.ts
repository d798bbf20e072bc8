// Reads the form by which staff make or change a document: its checks, its files, and repeated calls under one
// `Idempotency-Key`.
import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { COPIED_FORM, DOCUMENT_FORM, NAMES_FORM, WAITING_FORM } from '../../../contract/documents/forms.ts';
import { ACTION_OF, SIGNATORY_KINDS, type SignatoryKind } from '../../../contract/documents/words.ts';
import * as limits from '../../../contract/limits.ts';
import { documentTypeOf } from '../../platform/files/document-type.ts';
import type { StoredExtension } from '../../platform/files/stored-files.ts';
import {
  badRequest,
  notFound,
  readCreationKey,
  readForm,
  requireCaller,
  tooLarge,
} from '../../platform/http/request.ts';
import * as upload from '../../platform/http/upload.ts';
import { type Pair, type PortalChange, type PortalSource, rolesWithPermission } from '../../portal-database/schema.ts';
import { type NoteType, removeFiles, sentAttachments, storeAttachments } from '../attachments/attachment-store.ts';
import { selectDocument, viewerOf } from '../document/access.ts';
import {
  type AttachedFile,
  type DocumentsContext,
  idOfUid,
  type StoredDocument,
  type StoredFile,
  visibleTo,
} from '../document/document.ts';
import type { Listed, Signatory } from '../document/signatory-rules.ts';

export const DOCUMENT_FILES: upload.FileLimits = {
  maxBytes: limits.SCAN_FILE_MAX,
  maxFiles: limits.SCANS_MAX,
  maxTotalBytes: limits.SCAN_REQUEST_MAX,
};

export interface SentDocument {
  readonly title: string;
  /** undefined: not sent. */
  readonly description: string | undefined;
  readonly listed: readonly Listed[];
  readonly scans: readonly upload.ReceivedFile[];
  /** Names of attachments of other documents. */
  readonly copied: readonly string[];
  /** Names of own waiting files, and the draft that the save ends. */
  readonly waiting: readonly string[];
  readonly draft: string | null;
}

/** Receives a form of a document and runs `work` with it; files that were not stored are removed afterwards. */
export async function withForm<T>(
  request: FastifyRequest,
  { incomingFolder }: DocumentsContext,
  work: (form: upload.ReceivedForm) => Promise<T>,
): Promise<T> {
  const form = await upload.receiveForm(request, { folder: incomingFolder });
  try {
    return await work(form);
  } finally {
    await form.remove();
  }
}

/** The fields of a received form; throws 400, 413. */
export function readSent(request: FastifyRequest, form: upload.ReceivedForm): SentDocument {
  const { title, description, ...lists } = readForm(request, DOCUMENT_FORM, form.fields);
  const listed = SIGNATORY_KINDS.flatMap((kind) => lists[kind].map((uid) => ({ kind, uid })));
  const { names } = readForm(request, NAMES_FORM, form.fields);
  const { waiting, draft } = readForm(request, WAITING_FORM, form.fields);
  const { copied } = readForm(request, COPIED_FORM, form.fields);
  return { title, description, listed, scans: sentAttachments(form, names), copied, waiting, draft };
}

const COPIED = 'copied';

/** A copy has the type of its attachment, which may be a plain text; other files are examined. */
const typeOfSent: NoteType = ({ field, path, declaredType }) =>
  field === COPIED ? Promise.resolve(declaredType as StoredExtension) : documentTypeOf(path);

/** Names and sums of attachments, seen or not: what a copy of them is recognized by when a call is repeated. */
export async function findCopied(read: PortalSource, names: readonly string[]): Promise<SentContent['files']> {
  if (names.length === 0) return [];
  const rows = await read
    .selectFrom('document_files')
    .select(['file_name', 'original_name', 'sha256'])
    .where('file_name', 'in', [...names])
    .execute();
  const byName = new Map(rows.map((row) => [row.file_name, { originalName: row.original_name, sha256: row.sha256 }]));
  return names.flatMap((name) => byName.get(name) ?? []);
}

/**
 * Copies attachments of documents that the caller sees, as if they were received, in the order of their names. Throws
 * 404 `file not found`. The caller removes them by `removeCopies`.
 */
async function copyAttachments(
  { database, attachments, incomingFolder }: DocumentsContext,
  request: FastifyRequest,
  names: readonly string[],
): Promise<upload.ReceivedFile[]> {
  if (names.length === 0) return [];
  const rows = await database.read
    .selectFrom('document_files')
    .innerJoin('documents', 'documents.id', 'document_files.document_id')
    .select(['file_name', 'original_name'])
    .where('file_name', 'in', [...names])
    .where(visibleTo(viewerOf(request)))
    .execute();
  const originals = new Map(rows.map(({ file_name, original_name }) => [file_name, original_name]));
  if (!names.every((name) => originals.has(name))) throw notFound('file not found');
  await mkdir(incomingFolder, { recursive: true });
  const copies: upload.ReceivedFile[] = [];
  try {
    for (const name of names) {
      const path = join(incomingFolder, `${process.pid}-${randomUUID()}.part`);
      const file = await attachments.borrow(name);
      if (!file) throw notFound('file not found');
      try {
        await copyFile(file.path, path);
      } finally {
        await file.release();
      }
      const declaredType = name.slice(name.lastIndexOf('.') + 1);
      const { size: bytes } = await stat(path);
      copies.push({ field: COPIED, originalName: originals.get(name) ?? '', declaredType, path, bytes });
    }
    return copies;
  } catch (error) {
    await removeCopies(copies);
    throw error;
  }
}

const removeCopies = (copies: readonly upload.ReceivedFile[]) =>
  Promise.all(copies.map(({ path }) => rm(path, { force: true }).catch(() => {})));

interface Sending {
  readonly pair: Pair;
  readonly sent: SentDocument;
  readonly before: Known;
}

/**
 * Checks what was sent against what the document has (`before`) and calls `save` with its files stored, and with the
 * copies of other attachments among those sent; removes files if that throws. Throws 404 where one is not seen.
 */
export async function withAttachments<T>(
  context: DocumentsContext,
  request: FastifyRequest,
  { pair, sent, before }: Sending,
  save: (files: readonly StoredFile[], whole: SentDocument) => Promise<T>,
): Promise<T> {
  const copies = await copyAttachments(context, request, sent.copied);
  try {
    const whole = { ...sent, scans: [...sent.scans, ...copies] };
    return await withStored(context, { pair, sent: whole, before }, (files) => save(files, whole));
  } finally {
    await removeCopies(copies);
  }
}

async function withStored<T>(
  context: DocumentsContext,
  { pair, sent: { listed, scans, waiting }, before }: Sending,
  save: (files: readonly StoredFile[]) => Promise<T>,
): Promise<T> {
  checkCount(listed, before.listed);
  await checkMayBeListed(context.database.read, pair, listed, before.listed);
  await checkEnabled(context, listed, before.listed);
  if (before.fileCount + scans.length + waiting.length > limits.SCANS_MAX) throw tooLarge();
  const files = await storeAttachments(context, scans, typeOfSent);
  return upload.withPlacedFiles(
    context.database,
    () => save(files),
    () => removeFiles(context, files),
  );
}

interface Known {
  readonly listed: readonly Listed[];
  readonly fileCount: number;
  readonly isRouted: boolean;
}

/** The signatories of a document, and how many files it has without those `removed`; the save checks again. */
export async function selectKnown(read: PortalSource, id: number, removed: readonly string[]): Promise<Known> {
  const listed = await read
    .selectFrom('document_entries')
    .innerJoin('users', 'users.id', 'document_entries.user_id')
    .select(['kind', 'uid'])
    .where('document_id', '=', id)
    .execute();
  const files = await read
    .selectFrom('document_files')
    .select('file_name')
    .where('document_id', '=', id)
    .where('place', 'is not', null)
    .execute();
  const kept = files.filter(({ file_name }) => !removed.includes(file_name));
  const row = await read.selectFrom('documents').select('route').where('id', '=', id).executeTakeFirst();
  return { listed, fileCount: kept.length, isRouted: (row?.route ?? null) !== null };
}

/** 400: no one who may be listed has this uid. */
const invalidUid = (kind: SignatoryKind) => badRequest(`invalid ${kind} uid`);

/** Throws 400 when a new signatory may not be listed in documents of the pair. */
export async function checkMayBeListed(
  read: PortalSource,
  pair: Pair,
  listed: readonly Listed[],
  before: readonly Listed[],
): Promise<void> {
  for (const kind of SIGNATORY_KINDS) {
    const uids = addedTo(kind, listed, before);
    const able = await selectMayBeListed(read, pair, kind, uids);
    if (able.size !== uids.length) throw invalidUid(kind);
  }
}

/** Those of these people whose role may decide as signatories of a kind in documents of the pair. */
export async function selectMayBeListed(
  read: PortalSource,
  pair: Pair,
  kind: SignatoryKind,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (uids.length === 0) return new Set();
  const rows = await read
    .selectFrom('users')
    .select('uid')
    .where('uid', 'in', uids)
    .where('role_id', 'in', rolesWithPermission(read, { pair, oneOf: [ACTION_OF[kind]] }))
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

/** Throws 413 when a list grows beyond SIGNATORIES_MAX; a longer list made by a route may stay. */
function checkCount(listed: readonly Listed[], before: readonly Listed[]): void {
  for (const kind of SIGNATORY_KINDS) {
    const countOf = (people: readonly Listed[]) => people.filter((entry) => entry.kind === kind).length;
    if (countOf(listed) > Math.max(limits.SIGNATORIES_MAX, countOf(before))) throw tooLarge();
  }
}

/** Throws the same 400 when the account of a new signatory is disabled; 503 when the auth service does not answer. */
async function checkEnabled(
  { people }: Pick<DocumentsContext, 'people'>,
  listed: readonly Listed[],
  before: readonly Listed[],
): Promise<void> {
  for (const kind of SIGNATORY_KINDS) {
    const disabled = await people.disabledAmong(addedTo(kind, listed, before));
    if (disabled.size > 0) throw invalidUid(kind);
  }
}

function addedTo(kind: SignatoryKind, listed: readonly Listed[], before: readonly Listed[]): string[] {
  const kept = new Set(before.filter((entry) => entry.kind === kind).map(({ uid }) => uid));
  const added = listed.filter((entry) => entry.kind === kind && !kept.has(entry.uid));
  return [...new Set(added.map(({ uid }) => uid))];
}

export function keyOf(request: FastifyRequest): AuthorsKey | null {
  const key = readCreationKey(request.headers['idempotency-key']);
  return key === null ? null : { author: requireCaller(request).uid, key };
}

/** The content of a form: named files, then sent ones, with their SHA-256 in their order. */
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

export const isAmong = (files: readonly AttachedFile[], { originalName, sha256 }: Omit<AttachedFile, 'fileName'>) =>
  files.some((file) => file.originalName === originalName && file.sha256 === sha256);

export interface SentContent {
  readonly pair: Pair;
  readonly title: string;
  readonly description: string;
  readonly listed: readonly Pick<Signatory, 'kind' | 'uid'>[];
  /** In the order they were sent. */
  readonly files: readonly Omit<AttachedFile, 'fileName'>[];
  readonly counterparty?: string;
  /** The changed document and the files removed; undefined: a new document. */
  readonly change?: { readonly document: number; readonly removed: readonly string[] };
}

/** SHA-256 over all that was sent; equal calls have equal hashes. */
export function contentOf({ pair, title, description, listed, files, counterparty, change }: SentContent): string {
  const people = listed.map(({ kind, uid }) => [kind, uid]);
  const scans = files.map(({ originalName, sha256 }) => [originalName, sha256]);
  const changed = change ? [change.document, change.removed] : [];
  const made = counterparty === undefined ? [] : [{ counterparty }];
  const whole = [pair.directing, pair.task, title, description, people, scans, ...changed, ...made];
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex');
}

/** A key with its author: equal keys of two authors are different keys. */
export interface AuthorsKey {
  readonly author: string;
  readonly key: string;
}

export interface Made {
  readonly document: StoredDocument;
  readonly content: string;
}

/** Finds the document made under a key; null: none, or deleted since. */
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

/** Takes a key for a document to be made, or resolves to what was made under it; waits for others that take it. */
export async function takeKey(transaction: PortalChange, { author, key }: AuthorsKey, content: string, now: number) {
  for (;;) {
    const taken = await transaction
      .insertInto('document_keys')
      .values({ author_id: idOfUid(author), key, content, document_id: null, made_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (taken) return null;
    const made = await findMadeUnder(transaction, { author, key });
    // Otherwise it was deleted meanwhile, and its key with it.
    if (made) return made;
  }
}

export async function recordMade(transaction: PortalChange, { author, key }: AuthorsKey, document: number) {
  await transaction
    .updateTable('document_keys')
    .set({ document_id: document })
    .where('author_id', '=', idOfUid(author))
    .where('key', '=', key)
    .execute();
}

interface Changed {
  readonly content: string;
  readonly revision: number;
}

/** Finds the change of a document under a key; null: none, or of another document. */
export async function findChangedUnder(read: PortalSource, { author, key }: AuthorsKey, document: number) {
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

/** Records a change under a key; a key of another document stays unchanged. */
export async function recordChanged(
  transaction: PortalChange,
  { author, key }: AuthorsKey,
  document: number,
  { content, revision }: Changed,
  now: number,
): Promise<void> {
  await transaction
    .insertInto('document_keys')
    .values({ author_id: idOfUid(author), key, content, document_id: document, revision, made_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['author_id', 'key'])
        .doUpdateSet({ content, revision, made_at: now })
        .where('document_keys.document_id', '=', document),
    )
    .execute();
}

/** Deletes keys older than CREATION_KEY_DAYS; resolves to their number. */
export async function sweepKeys({ database, clock }: Pick<DocumentsContext, 'database' | 'clock'>): Promise<number> {
  const before = clock() - limits.CREATION_KEY_DAYS * limits.DAY_MS;
  const old = database.read.selectFrom('document_keys').select('key').where('made_at', '<', before);
  if (!(await old.limit(1).executeTakeFirst())) return 0;
  const { numDeletedRows } = await database.write((transaction) =>
    transaction.deleteFrom('document_keys').where('made_at', '<', before).executeTakeFirst(),
  );
  return Number(numDeletedRows);
}
