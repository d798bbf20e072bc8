import type { FastifyRequest } from 'fastify';
import { REMOVED_FORM } from '../../../contract/documents/forms.ts';
import { SCANS_MAX } from '../../../contract/limits.ts';
import { isPending } from '../../../rules/documents/signing.ts';
import { badRequest, matchesVersion, readForm, tooLarge } from '../../platform/http/request.ts';
import type { ReceivedForm } from '../../platform/http/upload.ts';
import type { PortalChange } from '../../portal-database/schema.ts';
import { hashesOf, removeAttachments } from '../attachments/attachment-store.ts';
import { saveDraft } from '../changes/save.ts';
import {
  documentNotFound,
  findVisibleDocument,
  findVisiblePair,
  permit,
  permittedOf,
  saveOf,
} from '../document/access.ts';
import { documentChanged } from '../document/answers.ts';
import type { DocumentsContext } from '../document/context.ts';
import { type StoredDocument, type StoredFile, savedStateOf } from '../document/document.ts';
import { lockVisibleDocument } from '../document/reads.ts';
import type { Listed, Signatory } from '../document/signatory-rules.ts';
import { checkMayBeListed, readSent, selectKnown, withAttachments } from './document-form.ts';
import { dropDraft } from './draft-store.ts';
import { contentOf, contentSent, findChangedUnder, isAmong, keyOf, recordChanged } from './repeated-calls.ts';
import { findNamedFiles, inOrder, takeWaitingFiles } from './waiting-files.ts';

/**
 * Makes of the document of the address what a received form says. Throws 409 when somebody has changed it since the state
 * that `If-Match` names. Under an `Idempotency-Key` the same call again changes nothing and resolves to the document as it
 * stands; another content under the same key, whose answer was lost, is a change upon the caller's own one.
 */
export async function changeDocument(
  context: DocumentsContext,
  request: FastifyRequest,
  form: ReceivedForm,
): Promise<StoredDocument> {
  const { database } = context;
  const { id, viewer } = permittedOf(request);
  // Asked again: files may be minutes on their way, and rights end meanwhile.
  const pair = await findVisiblePair(context, id, viewer);
  await permit(context, request, pair);
  const sent = readSent(request, form);
  const { removed } = readForm(request, REMOVED_FORM, form.fields);
  const key = keyOf(request);
  const earlier = key && (await findChangedUnder(database.read, key, id));
  const named = await findNamedFiles(database.read, viewer.uid, sent.waiting, id);
  const contentWith = (hashes: readonly string[]) =>
    contentOf({ ...contentSent(pair, sent, named, hashes), change: { document: id, removed } });
  if (earlier && earlier.content === contentWith(await hashesOf(sent.scans)))
    return findVisibleDocument(context, id, viewer);
  const may = matchesVersion(request);
  const known = await selectKnown(database.read, id, removed);
  const gone = await context.people.disabledAmong(left(known.listed, sent.listed));
  return withAttachments(context, pair, sent, known, async (added) => {
    const document = await database.write(async (transaction) => {
      const before = await lockVisibleDocument(database, transaction, id, viewer);
      if (!before) throw documentNotFound();
      const content = contentWith(added.map(({ sha256 }) => sha256));
      const made = key && (await findChangedUnder(transaction, key, id));
      if (made?.content === content) return before;
      const isOwn = made?.revision === before.revision;
      if (!isOwn && !may(savedStateOf(before))) throw documentChanged(before);
      const listed = listedAfter(before, sent.listed, gone);
      await checkMayBeListed(transaction, pair, listed, before.entries);
      const { title, description = before.description } = sent;
      const fresh = isOwn ? added.filter((file) => !isAmong(before.files, file)) : added;
      const waited = await takeNamed(transaction, viewer.uid, sent.waiting, before.files);
      const files = filesAfter(before.files, removed, [...waited, ...fresh]);
      if (files.length > SCANS_MAX) throw tooLarge();
      const save = saveOf(request, context);
      const draft = { title, description, files, listed };
      const after = await saveDraft(transaction, before, draft, 'edited', save);
      if (sent.draft) await dropDraft(transaction, viewer.uid, sent.draft);
      if (key) await recordChanged(transaction, key, id, { content, revision: after.revision }, save.at);
      return after;
    });
    const attached = new Set(document.files.map(({ fileName }) => fileName));
    // Of a call that was repeated: the document has them from the first one.
    const spare = added.map(({ fileName }) => fileName).filter((name) => !attached.has(name));
    await removeAttachments(context, spare);
    return document;
  });
}

/** The waiting files that a form names, but for those that an earlier call of it has attached. Throws 409 where one is gone. */
async function takeNamed(
  transaction: PortalChange,
  uid: string,
  names: readonly string[],
  attached: readonly StoredFile[],
): Promise<StoredFile[]> {
  const isAttached = new Set(attached.map(({ fileName }) => fileName));
  const left = names.filter((name) => !isAttached.has(name));
  return inOrder(left, await takeWaitingFiles(transaction, uid, left));
}

const filesAfter = (
  before: readonly StoredFile[],
  removed: readonly string[],
  added: readonly StoredFile[],
): StoredFile[] => [...before.filter(({ fileName }) => !removed.includes(fileName)), ...added];

/** The acceptors whom a form that names any leaves out. */
function left(before: readonly Listed[], sent: readonly Listed[]): string[] {
  const named = sent.filter(({ kind }) => kind === 'acceptor').map(({ uid }) => uid);
  if (named.length === 0) return [];
  return before.flatMap(({ kind, uid }) => (kind === 'acceptor' && !named.includes(uid) ? [uid] : []));
}

/** Whom a changed document lists: where it has a route, its acceptors stay but for those who are `gone`. */
const listedAfter = (
  { route, entries }: StoredDocument,
  sent: readonly Listed[],
  gone: ReadonlySet<string>,
): readonly Listed[] =>
  route ? [...acceptorsOfRoute(entries, sent, gone), ...sent.filter(({ kind }) => kind === 'recipient')] : sent;

/**
 * The acceptors of a document on a route after a form: those it has, but that others may stand in the steps of people who are
 * `gone` and have not decided, one for one in the order of both. A form that names no acceptors changes none. Throws 400 where
 * it names others otherwise.
 */
function acceptorsOfRoute(
  entries: readonly Signatory[],
  sent: readonly Listed[],
  gone: ReadonlySet<string>,
): readonly Listed[] {
  const acceptors = entries.filter(({ kind }) => kind === 'acceptor');
  const named = new Set(sent.flatMap(({ kind, uid }) => (kind === 'acceptor' ? [uid] : [])));
  if (named.size === 0) return acceptors;
  const leaving = acceptors.filter(({ uid }) => !named.has(uid));
  const coming = [...named].filter((uid) => !acceptors.some((one) => one.uid === uid));
  const isReplaced = leaving.every((one) => gone.has(one.uid) && isPending(one));
  if (!isReplaced || coming.length !== leaving.length) throw badRequest('acceptors are set by the route');
  return acceptors.map((one) => {
    const uid = coming[leaving.indexOf(one)];
    return uid === undefined ? one : { kind: one.kind, uid, step: one.step };
  });
}
