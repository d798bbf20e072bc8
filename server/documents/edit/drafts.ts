// SQL of drafts of documents, and of the files uploaded with them before a document is saved.
import type { FastifyRequest } from 'fastify';
import { NAMES_FORM } from '../../../contract/documents/forms.ts';
import * as limits from '../../../contract/limits.ts';
import { badRequest, conflict, notFound, readForm, requireCaller, tooLarge } from '../../platform/http/request.ts';
import { type FileLimits, receiveForm, withPlacedFiles } from '../../platform/http/upload.ts';
import type { PortalChange, PortalSource } from '../../portal-database/schema.ts';
import * as attachmentStore from '../attachments/attachment-store.ts';
import {
  type DocumentsContext,
  fileRowOf,
  idOfUid,
  lockOwnProfile,
  type StoredFile,
  storedFileOf,
} from '../document/document.ts';

/** Form fields as typed. The uids may be those of deleted people. */
interface DraftContent {
  readonly title: string;
  readonly description: string;
  readonly acceptor: readonly string[];
  readonly recipient: readonly string[];
}

interface StoredDraft {
  readonly id: string;
  /** null: for a new document. */
  readonly documentId: number | null;
  readonly directing: number;
  readonly task: number;
  readonly etag: string | null;
  readonly content: DraftContent;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
}

/** The drafts of a user for a document, or for new ones, the latest first. */
export async function selectDrafts(read: PortalSource, uid: string, document: number | null): Promise<StoredDraft[]> {
  const rows = await read
    .selectFrom('document_drafts as draft')
    .innerJoin('users', 'users.id', 'draft.user_id')
    .selectAll('draft')
    .where('users.uid', '=', uid)
    .where('draft.document_id', document === null ? 'is' : '=', document)
    .orderBy('draft.saved_at', 'desc')
    .orderBy('draft.id')
    .execute();
  return rows.map(({ id, document_id, directing_id, task_id, etag, content, saved_at }) => ({
    id,
    documentId: document_id,
    directing: directing_id,
    task: task_id,
    etag,
    content: JSON.parse(content) as DraftContent,
    savedAt: saved_at,
  }));
}

/** Saves a draft over the one with its id; false where the user has DOCUMENT_DRAFTS_MAX others. */
export async function keepDraft(transaction: PortalChange, uid: string, draft: StoredDraft): Promise<boolean> {
  const user = await lockOwnProfile(transaction, uid);
  const { count } = await transaction
    .selectFrom('document_drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user)
    .where('id', '!=', draft.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= limits.DOCUMENT_DRAFTS_MAX) return false;
  const fields = {
    document_id: draft.documentId,
    directing_id: draft.directing,
    task_id: draft.task,
    etag: draft.etag,
    content: JSON.stringify(draft.content),
    saved_at: draft.savedAt,
  };
  await transaction
    .insertInto('document_drafts')
    .values({ user_id: user, id: draft.id, ...fields })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(fields))
    .execute();
  return true;
}

/** Deletes a draft of a user; resolves to the names of its staged files. */
export async function dropDraft(transaction: PortalChange, uid: string, id: string): Promise<string[]> {
  const owner = idOfUid(uid);
  const files = await transaction
    .deleteFrom('document_waiting_files')
    .where('user_id', '=', owner)
    .where('draft_id', '=', id)
    .returning('file_name')
    .execute();
  await transaction.deleteFrom('document_drafts').where('user_id', '=', owner).where('id', '=', id).execute();
  return files.map(({ file_name }) => file_name);
}

/** Deletes drafts unchanged for DOCUMENT_DRAFT_DAYS, with their files; resolves to their number. */
export async function sweepDrafts(context: DocumentsContext): Promise<number> {
  const { database, clock } = context;
  const before = clock() - limits.DOCUMENT_DRAFT_DAYS * limits.DAY_MS;
  const old = database.read.selectFrom('document_drafts').select('id').where('saved_at', '<', before);
  if (!(await old.limit(1).executeTakeFirst())) return 0;
  const { count, files } = await database.write(async (transaction) => {
    // File rows go first: one that a save attaches at this moment is not among those returned.
    const files = await transaction
      .deleteFrom('document_waiting_files')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('document_drafts as draft')
            .select('draft.id')
            .whereRef('draft.user_id', '=', 'document_waiting_files.user_id')
            .whereRef('draft.id', '=', 'document_waiting_files.draft_id')
            .where('draft.saved_at', '<', before),
        ),
      )
      .returning('file_name')
      .execute();
    const gone = await transaction.deleteFrom('document_drafts').where('saved_at', '<', before).executeTakeFirst();
    return { count: Number(gone.numDeletedRows), files: files.map(({ file_name }) => file_name) };
  });
  await attachmentStore.removeAttachments(context, files);
  return count;
}

const COLUMNS = ['file_name', 'original_name', 'type', 'size', 'sha256'] as const;

/** The staged files of a user by draft, in the order received. */
export async function selectWaitingFiles(read: PortalSource, uid: string): Promise<ReadonlyMap<string, StoredFile[]>> {
  const rows = await read
    .selectFrom('document_waiting_files as file')
    .innerJoin('users', 'users.id', 'file.user_id')
    .select(['file.draft_id', ...COLUMNS])
    .where('users.uid', '=', uid)
    .orderBy('file.id')
    .execute();
  const byDraft = Map.groupBy(rows, ({ draft_id }) => draft_id);
  return new Map([...byDraft].map(([draft, files]) => [draft, files.map(storedFileOf)]));
}

/** Stages a file with a draft of its owner, once by name and content. Throws 404 without that, 413 beyond a limit. */
async function addWaitingFile(transaction: PortalChange, uid: string, draft: string, file: StoredFile) {
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
  if (same) return storedFileOf(same);
  const bytesOf = (rows: readonly { size: number }[]) => rows.reduce((sum, { size }) => sum + size, file.size);
  if (beside.length >= limits.SCANS_MAX) throw tooLarge();
  if (bytesOf(beside) > limits.SCAN_REQUEST_MAX || bytesOf(all) > limits.WAITING_FILES_MAX) throw tooLarge();
  await transaction
    .insertInto('document_waiting_files')
    .values({ ...fileRowOf(file), user_id: user, draft_id: draft })
    .execute();
  return file;
}

/** Throws 404 `draft not found` unless the user has this draft. */
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

/** Unstages files of a user, to be attached; resolves to those found, in no order. */
export async function takeWaitingFiles(transaction: PortalChange, uid: string, names: readonly string[]) {
  if (names.length === 0) return [];
  const rows = await transaction
    .deleteFrom('document_waiting_files')
    .where('file_name', 'in', names)
    .where('user_id', '=', idOfUid(uid))
    .returning(COLUMNS)
    .execute();
  return rows.map(storedFileOf);
}

/** The files that a save names: staged ones, and those that an earlier call attached to `document`. Throws 409. */
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
  return inOrder(names, [...waiting, ...attached].map(storedFileOf));
}

/** Files in the order of their names; throws 409 `waiting file not found` where one is not among them. */
export function inOrder(names: readonly string[], files: readonly StoredFile[]): StoredFile[] {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const missing = names.filter((name) => !byName.has(name));
  if (missing.length > 0) throw conflict('waiting file not found', { missing });
  return names.flatMap((name) => byName.get(name) ?? []);
}

/** Removes one file from a draft of a user; resolves to its name, or to nothing. */
export async function removeWaitingFile(
  transaction: PortalChange,
  uid: string,
  { draft, fileName }: { readonly draft: string; readonly fileName: string },
): Promise<string[]> {
  const rows = await transaction
    .deleteFrom('document_waiting_files')
    .where('file_name', '=', fileName)
    .where('draft_id', '=', draft)
    .where('user_id', '=', idOfUid(uid))
    .returning('file_name')
    .execute();
  return rows.map(({ file_name }) => file_name);
}

export const WAITING_FILE: FileLimits = {
  maxBytes: limits.SCAN_FILE_MAX,
  maxFiles: 1,
  maxTotalBytes: limits.SCAN_FILE_MAX,
};

/** Receives one file and stages it with an own draft. Throws 400 `bad mime type` (also for no file), 404, 413. */
export async function receiveWaitingFile(context: DocumentsContext, request: FastifyRequest, draft: string) {
  const { uid } = requireCaller(request);
  const { database, incomingFolder } = context;
  const form = await receiveForm(request, { folder: incomingFolder });
  try {
    const { names } = readForm(request, NAMES_FORM, form.fields);
    const sent = attachmentStore.sentAttachments(form, names);
    const [stored] = await attachmentStore.storeAttachments(context, sent, attachmentStore.byContentOrName);
    if (!stored) throw badRequest('bad mime type');
    const takeAway = () => attachmentStore.removeAttachments(context, [stored.fileName]);
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
