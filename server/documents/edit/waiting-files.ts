import type { FastifyRequest } from 'fastify';
import { SCAN_FILE_MAX, SCAN_REQUEST_MAX, SCANS_MAX, WAITING_FILES_MAX } from '../../../contract/limits.ts';
import { documentTypeOf, plainTextTypeOf } from '../../platform/files/document-type.ts';
import { badRequest, conflict, notFound, requireCaller, tooLarge } from '../../platform/http/request.ts';
import { type FileLimits, receiveForm, withPlacedFiles } from '../../platform/http/upload.ts';
import type { PortalChange, PortalSource } from '../../portal-database/schema.ts';
import {
  type NoteType,
  removeAttachments,
  sentAttachments,
  storeAttachments,
} from '../attachments/attachment-store.ts';
import type { DocumentsContext } from '../document/context.ts';
import type { StoredFile } from '../document/document.ts';
import { lockOwnProfile } from '../document/people.ts';

const COLUMNS = ['file_name', 'original_name', 'type', 'size', 'sha256'] as const;

const fileOf = (row: {
  file_name: string;
  original_name: string;
  type: string;
  size: number;
  sha256: string;
}): StoredFile => ({
  fileName: row.file_name,
  originalName: row.original_name,
  type: row.type,
  size: row.size,
  sha256: row.sha256,
});

/** The files that wait with drafts of somebody, by draft, in the order they came. */
export async function selectWaitingFiles(read: PortalSource, uid: string): Promise<ReadonlyMap<string, StoredFile[]>> {
  const rows = await read
    .selectFrom('document_waiting_files as file')
    .innerJoin('users', 'users.id', 'file.user_id')
    .select(['file.draft_id', ...COLUMNS])
    .where('users.uid', '=', uid)
    .orderBy('file.id')
    .execute();
  const byDraft = new Map<string, StoredFile[]>();
  for (const row of rows) byDraft.set(row.draft_id, [...(byDraft.get(row.draft_id) ?? []), fileOf(row)]);
  return byDraft;
}

/**
 * Puts a received file beside a draft of its owner; the same file again, by name and bytes, is the one that waits already.
 * Throws 404 without such a draft, and 413 for more than a document, or a person, may have.
 */
async function addWaitingFile(
  transaction: PortalChange,
  uid: string,
  draft: string,
  file: StoredFile,
): Promise<StoredFile> {
  const user = await lockOwnProfile(transaction, uid);
  await requireDraft(transaction, uid, draft);
  const all = await transaction
    .selectFrom('document_waiting_files')
    .select(['draft_id', ...COLUMNS])
    .where('user_id', '=', user)
    .execute();
  const beside = all.filter(({ draft_id }) => draft_id === draft);
  const same = beside.find(
    ({ original_name, sha256 }) => original_name === file.originalName && sha256 === file.sha256,
  );
  if (same) return fileOf(same);
  const bytesOf = (rows: readonly { size: number }[]) => rows.reduce((sum, { size }) => sum + size, file.size);
  if (beside.length >= SCANS_MAX) throw tooLarge();
  if (bytesOf(beside) > SCAN_REQUEST_MAX || bytesOf(all) > WAITING_FILES_MAX) throw tooLarge();
  await transaction
    .insertInto('document_waiting_files')
    .values({
      file_name: file.fileName,
      user_id: user,
      draft_id: draft,
      original_name: file.originalName,
      type: file.type,
      size: file.size,
      sha256: file.sha256,
    })
    .execute();
  return file;
}

/** Throws 404 `draft not found` unless somebody has this draft. */
export async function requireDraft(read: PortalSource, uid: string, draft: string): Promise<void> {
  const found = await read
    .selectFrom('document_drafts')
    .innerJoin('users', 'users.id', 'document_drafts.user_id')
    .select('document_drafts.id')
    .where('users.uid', '=', uid)
    .where('document_drafts.id', '=', draft)
    .executeTakeFirst();
  if (!found) throw notFound('draft not found');
}

/** Takes waiting files of somebody off their drafts; resolves to those that waited, in no order. */
export async function takeWaitingFiles(
  transaction: PortalChange,
  uid: string,
  names: readonly string[],
): Promise<StoredFile[]> {
  if (names.length === 0) return [];
  const rows = await transaction
    .deleteFrom('document_waiting_files')
    .where('file_name', 'in', names)
    .where('user_id', '=', ({ selectFrom }) => selectFrom('users').select('users.id').where('uid', '=', uid))
    .returning(COLUMNS)
    .execute();
  return rows.map(fileOf);
}

/**
 * The files that a save names, in its order: those that wait for the caller, and those that an earlier call of the same save
 * has attached to `document`. Throws 409 `waiting file not found` that names the others.
 */
export async function findNamedFiles(
  read: PortalSource,
  uid: string,
  names: readonly string[],
  document: number | null,
): Promise<StoredFile[]> {
  if (names.length === 0) return [];
  const waiting = await read
    .selectFrom('document_waiting_files')
    .innerJoin('users', 'users.id', 'document_waiting_files.user_id')
    .select(COLUMNS)
    .where('users.uid', '=', uid)
    .where('file_name', 'in', names)
    .execute();
  const attached =
    document === null || waiting.length === names.length
      ? []
      : await read
          .selectFrom('document_files')
          .select(COLUMNS)
          .where('document_id', '=', document)
          .where('file_name', 'in', names)
          .execute();
  return inOrder(names, [...waiting, ...attached].map(fileOf));
}

/** Files in the order of their names; throws 409 `waiting file not found` where one is not among them. */
export function inOrder(names: readonly string[], files: readonly StoredFile[]): StoredFile[] {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const missing = names.filter((name) => !byName.has(name));
  if (missing.length > 0) throw conflict('waiting file not found', { missing });
  return names.flatMap((name) => byName.get(name) ?? []);
}

/** Takes one file off a draft of somebody; resolves to its name, or to nothing. */
export async function removeWaitingFile(
  transaction: PortalChange,
  uid: string,
  { draft, fileName }: { readonly draft: string; readonly fileName: string },
): Promise<string[]> {
  const rows = await transaction
    .deleteFrom('document_waiting_files')
    .where('file_name', '=', fileName)
    .where('draft_id', '=', draft)
    .where('user_id', '=', ({ selectFrom }) => selectFrom('users').select('users.id').where('uid', '=', uid))
    .returning('file_name')
    .execute();
  return rows.map(({ file_name }) => file_name);
}

/** One file a request. */
export const WAITING_FILE: FileLimits = {
  maxBytes: SCAN_FILE_MAX,
  maxFiles: 1,
  maxTotalBytes: SCAN_FILE_MAX,
};

const typeOf: NoteType = async ({ path, originalName }) =>
  (await documentTypeOf(path)) ?? plainTextTypeOf(path, originalName);

/**
 * Receives the one file of a form and puts it beside a draft of the caller. Throws 400 `bad mime type`, also for an empty file
 * and for none, 404 `draft not found` and 413; nothing stays on the disk then.
 */
export async function receiveWaitingFile(
  context: DocumentsContext,
  request: FastifyRequest,
  draft: string,
): Promise<StoredFile> {
  const { uid } = requireCaller(request);
  const { database, incomingFolder } = context;
  const form = await receiveForm(request, { folder: incomingFolder });
  try {
    const sent = sentAttachments(form);
    if (sent.length === 0) throw badRequest('bad mime type');
    const [stored] = await storeAttachments(context, sent, typeOf);
    if (!stored) throw badRequest('bad mime type');
    const takeAway = () => removeAttachments(context, [stored.fileName]);
    const kept = await withPlacedFiles(
      database,
      () => database.write((transaction) => addWaitingFile(transaction, uid, draft, stored)),
      takeAway,
    );
    if (kept.fileName !== stored.fileName) await takeAway();
    return kept;
  } finally {
    await form.remove();
  }
}
