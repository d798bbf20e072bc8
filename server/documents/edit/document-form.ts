import type { FastifyRequest } from 'fastify';
import { DOCUMENT_FORM, WAITING_FORM } from '../../../contract/documents/forms.ts';
import { ACTION_OF, SIGNATORY_KINDS, type SignatoryKind } from '../../../contract/documents/words.ts';
import { SCAN_FILE_MAX, SCAN_REQUEST_MAX, SCANS_MAX, SIGNATORIES_MAX } from '../../../contract/limits.ts';
import { badRequest, readForm, tooLarge } from '../../platform/http/request.ts';
import {
  type FileLimits,
  type ReceivedFile,
  type ReceivedForm,
  receiveForm,
  withPlacedFiles,
} from '../../platform/http/upload.ts';
import { type Pair, rolesWithPermission } from '../../portal-database/access-conditions.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { removeAttachments, sentAttachments, storeAttachments } from '../attachments/attachment-store.ts';
import type { DocumentsContext } from '../document/context.ts';
import type { StoredFile } from '../document/document.ts';
import type { Listed } from '../document/signatory-rules.ts';

/** The attachments that one form may bring. */
export const DOCUMENT_FILES: FileLimits = {
  maxBytes: SCAN_FILE_MAX,
  maxFiles: SCANS_MAX,
  maxTotalBytes: SCAN_REQUEST_MAX,
};

/** A form of a document as it was sent. */
export interface SentDocument {
  readonly title: string;
  /** undefined: not sent. */
  readonly description: string | undefined;
  readonly listed: readonly Listed[];
  readonly scans: readonly ReceivedFile[];
  /** Names of own waiting files, and the draft that the save ends. */
  readonly waiting: readonly string[];
  readonly draft: string | null;
}

/** Receives a form of a document and hands it on; whatever was received of its files is gone afterwards, if it was not put in place. */
export async function withForm<T>(
  request: FastifyRequest,
  { incomingFolder }: DocumentsContext,
  work: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const form = await receiveForm(request, { folder: incomingFolder });
  try {
    return await work(form);
  } finally {
    await form.remove();
  }
}

/** The fields of a received form; throws 400, 413. */
export function readSent(request: FastifyRequest, form: ReceivedForm): SentDocument {
  const { title, description, ...lists } = readForm(request, DOCUMENT_FORM, form.fields);
  const listed = SIGNATORY_KINDS.flatMap((kind) => lists[kind].map((uid) => ({ kind, uid })));
  const { waiting, draft } = readForm(request, WAITING_FORM, form.fields);
  return { title, description, listed, scans: sentAttachments(form), waiting, draft };
}

/**
 * Checks the people and files that were sent, puts the files in place and hands them to `save`; when that refuses they
 * are taken away again, because no row names them then. `before`: what the document lists and has already.
 */
export async function withAttachments<T>(
  context: DocumentsContext,
  pair: Pair,
  { listed, scans, waiting }: SentDocument,
  before: Known,
  save: (files: readonly StoredFile[]) => Promise<T>,
): Promise<T> {
  checkCount(listed, before.listed);
  await checkMayBeListed(context.database.read, pair, listed, before.listed);
  await checkEnabled(context, listed, before.listed);
  if (before.fileCount + scans.length + waiting.length > SCANS_MAX) throw tooLarge();
  const files = await storeAttachments(context, scans);
  const names = files.map(({ fileName }) => fileName);
  return withPlacedFiles(
    context.database,
    () => save(files),
    () => removeAttachments(context, names),
  );
}

/** What of a document a form is checked against before its files are put in place. */
interface Known {
  readonly listed: readonly Listed[];
  /** How many files it keeps. */
  readonly fileCount: number;
}

/** Whom a document lists now, and how many files it has but for those removed; the change itself looks again, at the document as it stands then. */
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
  return { listed, fileCount: kept.length };
}

/** 400: nobody who could be listed has this uid. */
const invalidUid = (kind: SignatoryKind) => badRequest(`invalid ${kind} uid`);

/** Throws 400 `invalid acceptor uid` or `invalid recipient uid` when somebody new may not be listed in documents of a pair. */
export async function checkMayBeListed(
  read: PortalSource,
  pair: Pair,
  listed: readonly Listed[],
  before: readonly Listed[],
): Promise<void> {
  for (const kind of SIGNATORY_KINDS) {
    const uids = addedTo(kind, listed, before);
    if (uids.length === 0) continue;
    const { count } = await read
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('uid', 'in', uids)
      .where('role_id', 'in', rolesWithPermission(read, { pair, oneOf: [ACTION_OF[kind]] }))
      .executeTakeFirstOrThrow();
    if (Number(count) !== uids.length) throw invalidUid(kind);
  }
}

/** Throws 413 when a list has grown beyond SIGNATORIES_MAX; what a route has put there may stay. */
function checkCount(listed: readonly Listed[], before: readonly Listed[]): void {
  for (const kind of SIGNATORY_KINDS) {
    const countOf = (people: readonly Listed[]) => people.filter((entry) => entry.kind === kind).length;
    if (countOf(listed) > Math.max(SIGNATORIES_MAX, countOf(before))) throw tooLarge();
  }
}

/** Throws 400 likewise when the account of a new signatory is disabled; 503 when the auth service does not answer. */
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
