import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ACTIONS } from '../../../contract/access/actions.ts';
import { DocumentFile } from '../../../contract/documents/documents.ts';
import { DraftFilePath, DraftPath, DraftQuery, KeptDraft } from '../../../contract/documents/drafts.ts';
import { DRAFT_FORM, isDraftId } from '../../../contract/documents/forms.ts';
import {
  DOCUMENT_DRAFT_DAYS,
  DOCUMENT_DRAFTS_MAX,
  MARKDOWN_BODY_MAX,
  SCAN_FILE_MAX,
} from '../../../contract/limits.ts';
import { badRequest, conflict, readForm, readId, requireCaller } from '../../platform/http/request.ts';
import type { Pair } from '../../portal-database/access-conditions.ts';
import { removeAttachments } from '../attachments/attachment-store.ts';
import { findVisiblePair, permitOn, viewerOf } from '../document/access.ts';
import type { OwnLinks } from '../document/attachment-links.ts';
import type { DocumentsContext } from '../document/context.ts';
import type { StoredFile } from '../document/document.ts';
import { type Person, selectPeople } from '../document/people.ts';
import { dropDraft, keepDraft, selectDrafts } from './draft-store.ts';
import {
  receiveWaitingFile,
  removeWaitingFile,
  requireDraft,
  selectWaitingFiles,
  WAITING_FILE,
} from './waiting-files.ts';

const permission = 'signed-in' as const;
const SORTS = `pictures, PDF and office documents as everywhere, plain texts (.txt, .csv) besides`;

/** What somebody types about documents and the files that wait with it, kept until it is saved; nobody else sees them. */
export function draftRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database, clock, links } = context;

  /** Throws 403 unless the caller may make documents of the pair, or change that document. */
  async function permitDraft(request: FastifyRequest, document: number | null, pair: Pair): Promise<Pair> {
    const place = document === null ? pair : await findVisiblePair(context, document, viewerOf(request));
    const needed =
      document === null
        ? { action: ACTIONS.create, refusal: 'create to the document type is denied' as const }
        : { action: ACTIONS.edit, refusal: 'update to the document type is denied' as const };
    await permitOn(context, request, place, needed);
    return place;
  }

  return async (app) => {
    app.get(
      '/drafts',
      {
        config: { permission },
        schema: {
          summary: 'Own drafts of new documents, or of changes of one, the latest first',
          querystring: DraftQuery,
          response: { 200: Type.Array(KeptDraft) },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const document = readId(request.query.document);
        if (document === null) throw badRequest('invalid doc id');
        return draftAnswers(context, requireCaller(request).uid, document ?? null);
      },
    );

    app.put(
      '/drafts/:id',
      {
        bodyLimit: MARKDOWN_BODY_MAX,
        config: { permission, form: DRAFT_FORM },
        schema: {
          summary: `Keeps what is typed about a document for ${DOCUMENT_DRAFT_DAYS} days, in the place of what was kept`,
          description: `At most ${DOCUMENT_DRAFTS_MAX} of one person: one more is answered 409`,
          params: DraftPath,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const id = draftOf(request.params.id);
        const { documentId, directingId, taskId, etag, ...content } = readForm(request, DRAFT_FORM);
        const pair = await permitDraft(request, documentId, { directing: directingId, task: taskId });
        const draft = { id, documentId, ...pair, etag, content, savedAt: clock() };
        const { uid } = requireCaller(request);
        const isKept = await database.write((transaction) => keepDraft(transaction, uid, draft));
        if (!isKept) throw conflict('too many drafts');
        return reply.code(204).send(null);
      },
    );

    app.delete(
      '/drafts/:id',
      {
        config: { permission },
        schema: {
          summary: 'Forgets a draft with its files; one that is not there is forgotten already',
          params: DraftPath,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const id = draftOf(request.params.id);
        const { uid } = requireCaller(request);
        const names = await database.write((transaction) => dropDraft(transaction, uid, id));
        await removeAttachments(context, names);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/drafts/:id/file',
      {
        config: { permission, files: WAITING_FILE },
        schema: {
          summary: `Sends one file \`scans\` of at most ${SCAN_FILE_MAX} bytes ahead of the save that names it`,
          description:
            `It waits with an own draft: ${SORTS}. The same file again is the one that waits already. A save names it in ` +
            '`waiting` and the draft in `draft`',
          params: DraftPath,
          response: { 201: DocumentFile },
        },
      },
      async (request, reply) => {
        const id = draftOf(request.params.id);
        await requireDraft(database.read, requireCaller(request).uid, id);
        const file = await receiveWaitingFile(context, request, id);
        return reply.code(201).send(waitingFileAnswer(file, links.of(requireCaller(request).uid)));
      },
    );

    app.delete(
      '/drafts/:id/file/:fileName',
      {
        config: { permission },
        schema: {
          summary: 'Takes a waiting file off its draft; one that is not there is off already',
          params: DraftFilePath,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const { uid } = requireCaller(request);
        const place = { draft: draftOf(request.params.id), fileName: request.params.fileName };
        const names = await database.write((transaction) => removeWaitingFile(transaction, uid, place));
        await removeAttachments(context, names);
        return reply.code(204).send(null);
      },
    );
  };
}

function draftOf(text: string): string {
  if (!isDraftId(text)) throw badRequest('invalid draft id');
  return text;
}

/** A waiting file as the API shows it. */
const waitingFileAnswer = ({ originalName, fileName, type, size }: StoredFile, links: OwnLinks): DocumentFile => ({
  originalName,
  fileName,
  url: links.to(fileName),
  type,
  size,
});

/** The drafts of somebody with their files; of the people in them those who are still there, under their present names. */
async function draftAnswers(
  { database, links }: Pick<DocumentsContext, 'database' | 'links'>,
  uid: string,
  document: number | null,
): Promise<KeptDraft[]> {
  const { read } = database;
  const drafts = await selectDrafts(read, uid, document);
  if (drafts.length === 0) return [];
  const files = await selectWaitingFiles(read, uid);
  const named = new Set(drafts.flatMap(({ content }) => [...content.acceptor, ...content.recipient]));
  const people = new Map((await selectPeople(read, [...named])).map((person) => [person.uid, person]));
  return drafts.map(({ content, savedAt, ...draft }) => ({
    ...draft,
    savedAt: new Date(savedAt).toISOString(),
    title: content.title,
    description: content.description,
    acceptor: peopleAnswer(content.acceptor, people),
    recipient: peopleAnswer(content.recipient, people),
    files: (files.get(draft.id) ?? []).map((file) => waitingFileAnswer(file, links.of(uid))),
  }));
}

const peopleAnswer = (uids: readonly string[], people: ReadonlyMap<string, Person>) =>
  uids.flatMap((uid) => {
    const person = people.get(uid);
    return person ? [{ uid, email: person.email, name: person.name, position: person.position }] : [];
  });
