// Makes or changes a document by the form that routes.ts received: signatories by the template or by the author,
// files, conflicts.
import type { FastifyRequest } from 'fastify';
import { PAIR_FORM, REMOVED_FORM, TEMPLATE_FIELDS } from '../../../contract/documents/forms.ts';
import { SIGNATORY_KINDS } from '../../../contract/documents/words.ts';
import { SCANS_MAX } from '../../../contract/limits.ts';
import { fillPlaceholders } from '../../../rules/documents/placeholders.ts';
import { isPending } from '../../../rules/documents/signing.ts';
import * as http from '../../platform/http/request.ts';
import type { ReceivedForm } from '../../platform/http/upload.ts';
import type { Pair, PortalChange } from '../../portal-database/schema.ts';
import { hashesOf, removeFiles } from '../attachments/attachment-store.ts';
import { addDocument, type NewDocument, saveDraft } from '../changes/save.ts';
import * as access from '../document/access.ts';
import { documentChanged } from '../document/answers.ts';
import {
  calledName,
  type DocumentsContext,
  recipientsOfRoute,
  type StoredDocument,
  type StoredFile,
  savedStateOf,
} from '../document/document.ts';
import type { Listed, Signatory } from '../document/signatory-rules.ts';
import { placeholderValues, resolveTemplate } from '../templates/resolve.ts';
import { findTemplate } from '../templates/templates.ts';
import * as documentForm from './document-form.ts';
import { dropDraft, findNamedFiles, inOrder, takeWaitingFiles } from './drafts.ts';

/**
 * Makes the document of a received form; under an `Idempotency-Key` once: the same call again resolves to the present
 * document, whatever the author may do by now. Throws 409 `already created` when the key has made one of other content.
 */
export async function createDocument(context: DocumentsContext, request: FastifyRequest, form: ReceivedForm) {
  const { database } = context;
  const { uid } = http.requireCaller(request);
  const key = documentForm.keyOf(request);
  const { directingId: directing, taskId: task } = http.readForm(request, PAIR_FORM, form.fields);
  const { counterparty } = http.readForm(request, TEMPLATE_FIELDS, form.fields);
  const pair = { directing, task };
  const contentWith = (
    sent: documentForm.SentDocument,
    named: readonly StoredFile[],
    hashes: readonly string[],
  ): documentForm.SentContent => ({
    ...documentForm.contentSent(pair, sent, named, hashes),
    ...(counterparty === '' ? {} : { counterparty }),
  });
  /** The document of an earlier call under the key; null: there is none. */
  const madeEarlier = async (): Promise<StoredDocument | null> => {
    const earlier = key && (await documentForm.findMadeUnder(database.read, key));
    if (!earlier) return null;
    const sent = documentForm.readSent(request, form);
    const named = await findNamedFiles(database.read, uid, sent.waiting, earlier.document.id);
    const content = contentWith(sent, named, await hashesOf(sent.scans));
    const copies = await documentForm.findCopied(database.read, sent.copied);
    return repeated(earlier, { ...content, files: [...content.files, ...copies] });
  };
  const earlier = await madeEarlier();
  if (earlier) return earlier;
  await access.permit(context, request, pair);
  const sent = documentForm.readSent(request, form);
  let named: readonly StoredFile[];
  try {
    named = await findNamedFiles(database.read, uid, sent.waiting, null);
  } catch (refusal) {
    // The same call may have been committed since the key was read, and have taken the files that this one names.
    const meanwhile = await madeEarlier();
    if (meanwhile) return meanwhile;
    throw refusal;
  }
  const routed = await routeOf(context, request, pair, sent, counterparty);
  const before = { listed: [], fileCount: 0, isRouted: false };
  return documentForm.withAttachments(context, request, { pair, sent, before }, async (files, sent) => {
    const document = await database.write(async (transaction) => {
      const save = access.saveOf(request, context);
      const content = contentWith(
        sent,
        named,
        files.map(({ sha256 }) => sha256),
      );
      const made = key && (await documentForm.takeKey(transaction, key, documentForm.contentOf(content), save.at));
      if (made) return repeated(made, content);
      await documentForm.checkMayBeListed(transaction, pair, routed.listed, []);
      const waited = inOrder(sent.waiting, await takeWaitingFiles(transaction, uid, sent.waiting));
      const whole = { ...content, ...routed, files: [...waited, ...files] };
      const added = await addDocument(database, transaction, pair, whole, save);
      if (sent.draft) await dropDraft(transaction, uid, sent.draft);
      if (key) await documentForm.recordMade(transaction, key, added.id);
      return added;
    });
    return withoutSpareFiles(context, document, files);
  });
}

/** Removes stored files that the document does not have: a repeated call has stored them again. */
async function withoutSpareFiles(context: DocumentsContext, document: StoredDocument, stored: readonly StoredFile[]) {
  const attached = new Set(document.files.map(({ fileName }) => fileName));
  await removeFiles(
    context,
    stored.filter(({ fileName }) => !attached.has(fileName)),
  );
  return document;
}

/** The document that the call has made already. Throws 409, which names those of the sent files that it has. */
function repeated({ document, content }: documentForm.Made, sent: documentForm.SentContent): StoredDocument {
  if (documentForm.contentOf(sent) === content) return document;
  const attached = sent.files.flatMap((file, place) => (documentForm.isAmong(document.files, file) ? [place] : []));
  throw http.conflict('already created', { id: document.id, attached });
}

type Routed = Pick<NewDocument, 'listed' | 'route' | 'fill'>;

/**
 * The signatories of a new document, by the template or, where it has no steps or lets the author name acceptors, by
 * the form. Throws 400 where a fixed template does not let them, and where a step has no people.
 */
async function routeOf(
  context: DocumentsContext,
  request: FastifyRequest,
  pair: Pair,
  { listed }: Pick<documentForm.SentDocument, 'listed'>,
  counterparty: string,
): Promise<Routed> {
  const { database, clock, timeZone } = context;
  const place = await findTemplate(database.read, pair);
  if (!place) return { listed, route: null, fill: (text) => text };
  const known = { at: clock(), timeZone, author: calledName(http.requireEditor(request)), counterparty };
  const fill: Routed['fill'] = (text, num) => fillPlaceholders(text, placeholderValues({ ...known, num }));
  const { template } = place;
  if (template.steps.length === 0) return { listed, route: null, fill };
  const sent = { acceptor: ofKind(listed, 'acceptor'), recipient: ofKind(listed, 'recipient') };
  if (sent.acceptor.length > 0) {
    if (template.isFixed) throw http.badRequest('acceptors are set by the route');
    return { listed, route: null, fill };
  }
  const { route, acceptors, recipients } = await resolveTemplate(context, place);
  const named = template.isFixed ? recipients.filter(({ uid }) => !isIn(sent.recipient, uid)) : [];
  return { listed: [...acceptors, ...sent.recipient, ...named], route, fill };
}

const isIn = (listed: readonly Listed[], uid: string): boolean => listed.some((one) => one.uid === uid);

const ofKind = (listed: readonly Listed[], kind: Listed['kind']): Listed[] =>
  listed.filter((person) => person.kind === kind);

/**
 * Applies a received form. Throws 409 when it has changed since `If-Match`. Under an `Idempotency-Key` the same
 * call again changes nothing; other content, after a lost answer, is applied upon the caller's own change.
 */
export async function changeDocument(context: DocumentsContext, request: FastifyRequest, form: ReceivedForm) {
  const { database } = context;
  const { id, viewer } = access.permittedOf(request);
  // Checked again: an upload takes minutes, and permissions may end meanwhile.
  const pair = await access.findVisiblePair(context, id, viewer);
  await access.permit(context, request, pair);
  const sent = documentForm.readSent(request, form);
  const { removed } = http.readForm(request, REMOVED_FORM, form.fields);
  const key = documentForm.keyOf(request);
  const earlier = key && (await documentForm.findChangedUnder(database.read, key, id));
  const named = await findNamedFiles(database.read, viewer.uid, sent.waiting, id);
  const contentWith = (
    { scans }: Pick<documentForm.SentDocument, 'scans'>,
    hashes: readonly string[],
    copies: documentForm.SentContent['files'] = [],
  ) => {
    const content = documentForm.contentSent(pair, { ...sent, scans }, named, hashes);
    const files = [...content.files, ...copies];
    return documentForm.contentOf({ ...content, files, change: { document: id, removed } });
  };
  if (earlier) {
    const copies = await documentForm.findCopied(database.read, sent.copied);
    if (earlier.content === contentWith(sent, await hashesOf(sent.scans), copies))
      return access.findVisibleDocument(context, id, viewer);
  }
  const may = http.matchesVersion(request);
  const known = await documentForm.selectKnown(database.read, id, removed);
  const leaving = known.isRouted ? left(known.listed, sent.listed) : [];
  const disabled = await context.people.disabledAmong(leaving);
  return documentForm.withAttachments(context, request, { pair, sent, before: known }, async (added, whole) => {
    const document = await database.write(async (transaction) => {
      const before = await access.lockVisibleDocument(database, transaction, id, viewer);
      const hashes = added.map(({ sha256 }) => sha256);
      const content = contentWith(whole, hashes);
      const made = key && (await documentForm.findChangedUnder(transaction, key, id));
      if (made?.content === content) return before;
      const isOwn = made?.revision === before.revision;
      if (!isOwn && !may(savedStateOf(before))) throw documentChanged(before);
      const able = await documentForm.selectMayBeListed(transaction, pair, 'acceptor', leaving);
      const gone = new Set([...disabled, ...leaving.filter((uid) => !able.has(uid))]);
      const staying = await recipientsStaying(transaction, pair, before, sent.listed, disabled);
      const listed = [...listedAfter(before, sent.listed, gone), ...staying];
      await documentForm.checkMayBeListed(transaction, pair, listed, before.entries);
      const { title, description = before.description } = sent;
      const fresh = isOwn ? added.filter((file) => !documentForm.isAmong(before.files, file)) : added;
      const waited = await takeNamed(transaction, viewer.uid, sent.waiting, before.files);
      const files = filesAfter(before.files, removed, [...waited, ...fresh]);
      if (files.length > SCANS_MAX) throw http.tooLarge();
      const save = access.saveOf(request, context);
      const draft = { title, description, files, listed };
      const after = await saveDraft(transaction, before, draft, 'edited', save);
      if (sent.draft) await dropDraft(transaction, viewer.uid, sent.draft);
      if (key) await documentForm.recordChanged(transaction, key, id, { content, revision: after.revision }, save.at);
      return after;
    });
    return withoutSpareFiles(context, document, added);
  });
}

/** Takes the staged files of a form without those that an earlier call has attached. Throws 409 where one is gone. */
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

const filesAfter = (before: readonly StoredFile[], removed: readonly string[], added: readonly StoredFile[]) => [
  ...before.filter(({ fileName }) => !removed.includes(fileName)),
  ...added,
];

/** Whom the form leaves out on a route; without acceptors it is about its recipients only. */
function left(before: readonly Listed[], sent: readonly Listed[]): string[] {
  const kinds = SIGNATORY_KINDS.filter((kind) => kind === 'recipient' || ofKind(sent, kind).length > 0);
  return kinds.flatMap((kind) => {
    const named = ofKind(sent, kind);
    return ofKind(before, kind).flatMap(({ uid }) => (isIn(named, uid) ? [] : [uid]));
  });
}

/** The recipients of a fixed route that the form leaves out although they may acknowledge: they stay listed. */
async function recipientsStaying(
  transaction: PortalChange,
  pair: Pair,
  before: StoredDocument,
  sent: readonly Listed[],
  gone: ReadonlySet<string>,
): Promise<Listed[]> {
  const named = ofKind(sent, 'recipient');
  const missing = recipientsOfRoute(before).filter((uid) => !isIn(named, uid) && !gone.has(uid));
  const able = await documentForm.selectMayBeListed(transaction, pair, 'recipient', missing);
  return missing.filter((uid) => able.has(uid)).map((uid) => ({ kind: 'recipient', uid }));
}

/** The signatories of a changed document: on a route its acceptors stay, but for those `gone`. */
const listedAfter = ({ route, entries }: StoredDocument, sent: readonly Listed[], gone: ReadonlySet<string>) =>
  route ? [...acceptorsOfRoute(entries, sent, gone), ...sent.filter(({ kind }) => kind === 'recipient')] : sent;

/**
 * The acceptors on a route: only those `gone`, disabled or without the right, and undecided may be replaced, one for one
 * in order. Throws 400 else.
 */
function acceptorsOfRoute(entries: readonly Signatory[], sent: readonly Listed[], gone: ReadonlySet<string>) {
  const acceptors = entries.filter(({ kind }) => kind === 'acceptor');
  const named = new Set(sent.flatMap(({ kind, uid }) => (kind === 'acceptor' ? [uid] : [])));
  if (named.size === 0) return acceptors;
  const leaving = acceptors.filter(({ uid }) => !named.has(uid));
  const coming = [...named].filter((uid) => !acceptors.some((one) => one.uid === uid));
  const isReplaced = leaving.every((one) => gone.has(one.uid) && isPending(one));
  if (!isReplaced || coming.length !== leaving.length) throw http.badRequest('acceptors are set by the route');
  return acceptors.map((one) => {
    const uid = coming[leaving.indexOf(one)];
    return uid === undefined ? one : { kind: one.kind, uid, step: one.step };
  });
}
