// Routes by which staff make, change and delete documents, and keep unfinished ones as drafts. The work is in save-
// form.ts.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ACTIONS, type PairPermission } from '../../../contract/access/actions.ts';
import * as documents from '../../../contract/documents/documents.ts';
import * as forms from '../../../contract/documents/forms.ts';
import { NO_CANCEL_REASON } from '../../../contract/documents/words.ts';
import * as limits from '../../../contract/limits.ts';
import { bearsDecision } from '../../../rules/documents/signing.ts';
import * as http from '../../platform/http/request.ts';
import type { Pair } from '../../portal-database/schema.ts';
import { removeAttachments } from '../attachments/attachment-store.ts';
import { closeDocument, saveDraft } from '../changes/save.ts';
import { findVisiblePair, lockVisibleDocument, permitOn, permittedOf, saveOf, viewerOf } from '../document/access.ts';
import { answerWith, changeFailures, documentChanged, fileAnswer } from '../document/answers.ts';
import {
  type DocumentsContext,
  type Person,
  type StoredDocument,
  savedStateOf,
  selectPeople,
  type Viewer,
} from '../document/document.ts';
import { DOCUMENT_FILES, withForm } from './document-form.ts';
import * as drafts from './drafts.ts';
import { changeDocument, createDocument } from './save-form.ts';

const permission = 'signed-in' as const;
const withFiles = { permission, files: DOCUMENT_FILES, keepsNul: true };
const CREATE: PairPermission = { action: ACTIONS.create, of: 'form', refusal: 'create to the document type is denied' };
const EDIT: PairPermission = { action: ACTIONS.edit, of: 'document', refusal: 'update to the document type is denied' };
const REMOVE: PairPermission = {
  action: ACTIONS.remove,
  of: 'document',
  refusal: 'delete to the document type is denied',
};

export function writeRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database } = context;

  /** Runs a change of a locked document; throws 404 and 409. */
  const change = <T>(
    request: FastifyRequest,
    id: number,
    viewer: Viewer,
    work: (before: StoredDocument, transaction: Parameters<typeof saveDraft>[0]) => Promise<T>,
  ): Promise<T> => {
    const may = http.matchesVersion(request);
    return database.write(async (transaction) => {
      const before = await lockVisibleDocument(database, transaction, id, viewer);
      if (!may(savedStateOf(before))) throw documentChanged(before);
      return work(before, transaction);
    });
  };

  return async (app) => {
    app.post(
      '/',
      {
        bodyLimit: limits.MARKDOWN_BODY_MAX,
        config: { ...withFiles, pairPermission: CREATE, form: forms.NEW_DOCUMENT_FORM },
        schema: {
          summary:
            'Makes a document: title, description, directingId, taskId, acceptor[uid], recipient[uid] and any number ' +
            'of files `scans`',
          description:
            'A header `Idempotency-Key` makes the call safe to repeat: under the same key the same author makes one ' +
            `document, and gets it again, for ${limits.CREATION_KEY_DAYS} days. With another content the answer is 409 ` +
            '`already created`, with the id of the document and the places of those sent files that it has',
          response: { 201: documents.Document, ...changeFailures, 409: documents.AlreadyCreated },
        },
      },
      async (request, reply) => {
        const document = await withForm(request, context, (form) => createDocument(context, request, form));
        return reply.code(201).send(await answerWith(request, reply, document, context));
      },
    );

    app.patch(
      '/:id',
      {
        bodyLimit: limits.MARKDOWN_BODY_MAX,
        config: { ...withFiles, pairPermission: EDIT, form: forms.CHANGED_DOCUMENT_FORM },
        schema: {
          summary:
            'Replaces title, description and both lists of people, adds files `scans` and takes off those named ' +
            'in `removed`. Changed content takes signatures away',
          description:
            'A header `Idempotency-Key` makes the call safe to repeat: the same call again changes nothing and gets ' +
            'the document as it stands, whatever `If-Match` says',
          params: http.IdPath,
          response: { 200: documents.Document, ...changeFailures },
        },
      },
      async (request, reply) => {
        const document = await withForm(request, context, (form) => changeDocument(context, request, form));
        return answerWith(request, reply, document, context);
      },
    );

    app.patch(
      '/file/:id',
      {
        config: { permission, pairPermission: EDIT, form: forms.FILE_FORM },
        schema: {
          summary: 'Takes an attachment off a document; signatures go with it',
          params: http.IdPath,
          response: { 200: documents.Document, ...changeFailures },
        },
      },
      async (request, reply) => {
        const { id, viewer } = permittedOf(request);
        const { fileName } = http.readForm(request, forms.FILE_FORM);
        const document = await change(request, id, viewer, (before, transaction) => {
          const files = before.files.filter((file) => file.fileName !== fileName);
          if (files.length === before.files.length) throw http.notFound('file not found');
          const draft = { ...before, files, listed: before.entries };
          return saveDraft(transaction, before, draft, 'file removed', saveOf(request, context));
        });
        return answerWith(request, reply, document, context);
      },
    );

    app.delete(
      '/:id',
      {
        config: { permission, pairPermission: REMOVE },
        schema: {
          summary:
            `Moves a document to the bin for ${limits.DOCUMENT_BIN_DAYS} days; one that bears a decision is cancelled ` +
            `with «${NO_CANCEL_REASON}» and stays, so that its signatures can be checked`,
          params: http.IdPath,
          response: { 200: documents.Document, ...changeFailures },
        },
      },
      async (request, reply) => {
        const { id, viewer } = permittedOf(request);
        const document = await change(request, id, viewer, async (before, transaction) => {
          const end = bearsDecision(before.version, before.entries)
            ? ({ state: 'cancelled', reason: NO_CANCEL_REASON } as const)
            : ({ state: 'binned', reason: '' } as const);
          return closeDocument(transaction, before, end, saveOf(request, context));
        });
        return answerWith(request, reply, document, context);
      },
    );

    app.patch(
      '/cancelling/:id',
      {
        config: { permission, pairPermission: REMOVE, form: forms.CANCEL_FORM },
        schema: {
          summary: 'Cancels a document for good, with a reason: it stays, and asks for no decision any more',
          params: http.IdPath,
          response: { 200: documents.Document, ...changeFailures },
        },
      },
      async (request, reply) => {
        const { id, viewer } = permittedOf(request);
        const { reason } = http.readForm(request, forms.CANCEL_FORM);
        const document = await change(request, id, viewer, (before, transaction) =>
          closeDocument(transaction, before, { state: 'cancelled', reason }, saveOf(request, context)),
        );
        return answerWith(request, reply, document, context);
      },
    );
  };
}

const SORTS = `pictures, PDF and office documents as everywhere, plain texts (.txt, .csv) besides`;

/** Routes of drafts: form fields and staged files kept until the save, for their author alone. */
export function draftRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database, clock, links } = context;

  /** Throws 403 unless the caller may make documents of the pair, or change that document. */
  async function permitDraft(request: FastifyRequest, document: number | null, pair: Pair): Promise<Pair> {
    const place = document === null ? pair : await findVisiblePair(context, document, viewerOf(request));
    await permitOn(context, request, place, document === null ? CREATE : EDIT);
    return place;
  }

  return async (app) => {
    app.get(
      '/drafts',
      {
        config: { permission },
        schema: {
          summary: 'Own drafts of new documents, or of changes of one, the latest first',
          querystring: documents.DraftQuery,
          response: { 200: Type.Array(documents.KeptDraft) },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const document = http.readId(request.query.document);
        if (document === null) throw http.badRequest('invalid doc id');
        return draftAnswers(context, http.requireCaller(request).uid, document ?? null);
      },
    );

    app.put(
      '/drafts/:id',
      {
        bodyLimit: limits.MARKDOWN_BODY_MAX,
        config: { permission, form: forms.DRAFT_FORM },
        schema: {
          summary: `Keeps what is typed about a document for ${limits.DOCUMENT_DRAFT_DAYS} days, in the place of what was kept`,
          description: `At most ${limits.DOCUMENT_DRAFTS_MAX} of one person: one more is answered 409`,
          params: documents.DraftPath,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const id = draftOf(request.params.id);
        const { documentId, directingId, taskId, etag, ...content } = http.readForm(request, forms.DRAFT_FORM);
        const pair = await permitDraft(request, documentId, { directing: directingId, task: taskId });
        const draft = { id, documentId, ...pair, etag, content, savedAt: clock() };
        const { uid } = http.requireCaller(request);
        const isKept = await database.write((transaction) => drafts.keepDraft(transaction, uid, draft));
        if (!isKept) throw http.conflict('too many drafts');
        return reply.code(204).send(null);
      },
    );

    app.delete(
      '/drafts/:id',
      {
        config: { permission },
        schema: {
          summary: 'Forgets a draft with its files; one that is not there is forgotten already',
          params: documents.DraftPath,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const id = draftOf(request.params.id);
        const { uid } = http.requireCaller(request);
        const names = await database.write((transaction) => drafts.dropDraft(transaction, uid, id));
        await removeAttachments(context, names);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/drafts/:id/file',
      {
        config: { permission, files: drafts.WAITING_FILE, form: forms.NAMES_FORM },
        schema: {
          summary: `Sends one file \`scans\` of at most ${limits.SCAN_FILE_MAX} bytes ahead of the save that names it`,
          description:
            `It waits with an own draft: ${SORTS}. The same file again is the one that waits already. A save names it in ` +
            '`waiting` and the draft in `draft`',
          params: documents.DraftPath,
          response: { 201: documents.DocumentFile },
        },
      },
      async (request, reply) => {
        const id = draftOf(request.params.id);
        await drafts.requireDraft(database.read, http.requireCaller(request).uid, id);
        const file = await drafts.receiveWaitingFile(context, request, id);
        return reply.code(201).send(fileAnswer(file, links.of(http.requireCaller(request).uid)));
      },
    );

    app.delete(
      '/drafts/:id/file/:fileName',
      {
        config: { permission },
        schema: {
          summary: 'Takes a waiting file off its draft; one that is not there is off already',
          params: documents.DraftFilePath,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const { uid } = http.requireCaller(request);
        const place = { draft: draftOf(request.params.id), fileName: request.params.fileName };
        const names = await database.write((transaction) => drafts.removeWaitingFile(transaction, uid, place));
        await removeAttachments(context, names);
        return reply.code(204).send(null);
      },
    );
  };
}

function draftOf(text: string): string {
  if (!forms.isDraftId(text)) throw http.badRequest('invalid draft id');
  return text;
}

async function draftAnswers(
  { database, links }: Pick<DocumentsContext, 'database' | 'links'>,
  uid: string,
  document: number | null,
): Promise<documents.KeptDraft[]> {
  const { read } = database;
  const kept = await drafts.selectDrafts(read, uid, document);
  if (kept.length === 0) return [];
  const files = await drafts.selectWaitingFiles(read, uid);
  const named = new Set(kept.flatMap(({ content }) => [...content.acceptor, ...content.recipient]));
  const people = new Map((await selectPeople(read, [...named])).map((person) => [person.uid, person]));
  return kept.map(({ content, savedAt, ...draft }) => ({
    ...draft,
    savedAt: new Date(savedAt).toISOString(),
    title: content.title,
    description: content.description,
    acceptor: peopleAnswer(content.acceptor, people),
    recipient: peopleAnswer(content.recipient, people),
    files: (files.get(draft.id) ?? []).map((file) => fileAnswer(file, links.of(uid))),
  }));
}

const peopleAnswer = (uids: readonly string[], people: ReadonlyMap<string, Person>) =>
  uids.flatMap((uid) => {
    const person = people.get(uid);
    return person ? [{ uid, email: person.email, name: person.name, position: person.position }] : [];
  });
