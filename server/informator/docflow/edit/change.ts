import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { REMOVED_FORM } from '../../../../contract/forms/docflow.ts';
import { SCANS_MAX } from '../../../../contract/limits.ts';
import { mayReplace } from '../../../http/edits.ts';
import { tooLarge } from '../../../http/errors.ts';
import { readForm } from '../../../http/read-form.ts';
import type { ReceivedForm } from '../../../http/upload.ts';
import type { InformatorSchema } from '../../schema.ts';
import { documentNotFound, findVisibleDocument, findVisiblePair, saveOf } from '../access.ts';
import { documentChanged } from '../answering.ts';
import { hashesOf, removeAttachments } from '../attachments/attachment-store.ts';
import { saveDraft } from '../changes/save.ts';
import type { DocflowContext } from '../context.ts';
import type { StoredDocument, StoredFile } from '../document/document.ts';
import { lockVisibleDocument } from '../document/reads.ts';
import { savedStateOf } from '../document/saved-state.ts';
import { dropDraft } from '../drafts/draft-store.ts';
import { findNamedFiles, inOrder, takeWaitingFiles } from '../drafts/waiting-files.ts';
import { permit, permittedOf } from '../permit.ts';
import { acceptorsOfRoute } from './acceptors-of-route.ts';
import { checkMayBeListed, type Listed } from './check-signatories.ts';
import { contentOf } from './creation-key.ts';
import { findChangedUnder, recordChanged } from './creation-key-store.ts';
import { selectKnown } from './known.ts';
import { readSent, withAttachments } from './save-form.ts';
import { contentSent, isAmong, keyOf } from './sent-content.ts';

/**
 * Makes of the document of the address what a received form says. Throws 409 when somebody has changed it since the state
 * that `If-Match` names. Under an `Idempotency-Key` the same call again changes nothing and resolves to the document as it
 * stands; another content under the same key, whose answer was lost, is a change upon the caller's own one.
 */
export async function changeDocument(
  context: DocflowContext,
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
  const may = mayReplace(request);
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
  transaction: Transaction<InformatorSchema>,
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
  route
    ? [...acceptorsOfRoute(entries, sent, gone), ...sent.filter(({ kind }) => kind === 'recipient')]
    : sent;
