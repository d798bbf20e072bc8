import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { ACTIONS } from '../../../contract/access/actions.ts';
import type { PairPermission } from '../../../contract/access/permissions.ts';
import { AlreadyCreated, Document } from '../../../contract/documents/documents.ts';
import { CHANGED_DOCUMENT_FORM, FILE_FORM, NEW_DOCUMENT_FORM } from '../../../contract/documents/forms.ts';
import { CREATION_KEY_DAYS, MARKDOWN_BODY_MAX } from '../../../contract/limits.ts';
import { IdPath, matchesVersion, notFound, readForm } from '../../platform/http/request.ts';
import { removeAttachments } from '../attachments/attachment-store.ts';
import { deleteDocument, saveDraft } from '../changes/save.ts';
import { documentNotFound, permittedOf, saveOf } from '../document/access.ts';
import { answerWith, changeFailures, documentChanged } from '../document/answers.ts';
import type { DocumentsContext } from '../document/context.ts';
import { type StoredDocument, savedStateOf } from '../document/document.ts';
import type { Viewer } from '../document/people.ts';
import { lockVisibleDocument } from '../document/reads.ts';
import { changeDocument } from './change.ts';
import { createDocument } from './create.ts';
import { DOCUMENT_FILES, withForm } from './document-form.ts';

const CREATE: PairPermission = {
  action: ACTIONS.create,
  of: 'form',
  refusal: 'create to the document type is denied',
};
const EDIT: PairPermission = {
  action: ACTIONS.edit,
  of: 'document',
  refusal: 'update to the document type is denied',
};
const REMOVE: PairPermission = {
  action: ACTIONS.remove,
  of: 'document',
  refusal: 'delete to the document type is denied',
};

/** Making, changing and deleting documents. */
export function writeRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database } = context;

  /** Runs a change of the document as it stands, nobody else changing it meanwhile; throws 404 and 409. */
  const change = <T>(
    request: FastifyRequest,
    id: number,
    viewer: Viewer,
    work: (before: StoredDocument, transaction: Parameters<typeof saveDraft>[0]) => Promise<T>,
  ): Promise<T> => {
    const may = matchesVersion(request);
    return database.write(async (transaction) => {
      const before = await lockVisibleDocument(database, transaction, id, viewer);
      if (!before) throw documentNotFound();
      if (!may(savedStateOf(before))) throw documentChanged(before);
      return work(before, transaction);
    });
  };

  return async (app) => {
    app.post(
      '/',
      {
        bodyLimit: MARKDOWN_BODY_MAX,
        config: {
          permission: 'signed-in',
          pairPermission: CREATE,
          files: DOCUMENT_FILES,
          keepsNul: true,
          form: NEW_DOCUMENT_FORM,
        },
        schema: {
          summary:
            'Makes a document: title, description, directingId, taskId, acceptor[uid], recipient[uid] and any number ' +
            'of files `scans`',
          description:
            'A header `Idempotency-Key` makes the call safe to repeat: under the same key the same author makes one ' +
            `document, and gets it again, for ${CREATION_KEY_DAYS} days. With another content the answer is 409 ` +
            '`already created`, with the id of the document and the places of those sent files that it has',
          response: { 201: Document, ...changeFailures, 409: AlreadyCreated },
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
        bodyLimit: MARKDOWN_BODY_MAX,
        config: {
          permission: 'signed-in',
          pairPermission: EDIT,
          files: DOCUMENT_FILES,
          keepsNul: true,
          form: CHANGED_DOCUMENT_FORM,
        },
        schema: {
          summary:
            'Replaces title, description and both lists of people, adds files `scans` and takes off those named ' +
            'in `removed`. Changed content takes signatures away',
          description:
            'A header `Idempotency-Key` makes the call safe to repeat: the same call again changes nothing and gets ' +
            'the document as it stands, whatever `If-Match` says',
          params: IdPath,
          response: { 200: Document, ...changeFailures },
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
        config: { permission: 'signed-in', pairPermission: EDIT, form: FILE_FORM },
        schema: {
          summary: 'Takes an attachment off a document; signatures go with it',
          params: IdPath,
          response: { 200: Document, ...changeFailures },
        },
      },
      async (request, reply) => {
        const { id, viewer } = permittedOf(request);
        const { fileName } = readForm(request, FILE_FORM);
        const document = await change(request, id, viewer, (before, transaction) => {
          const files = before.files.filter((file) => file.fileName !== fileName);
          if (files.length === before.files.length) throw notFound('file not found');
          const draft = { ...before, files, listed: before.entries };
          return saveDraft(transaction, before, draft, 'file removed', saveOf(request, context));
        });
        return answerWith(request, reply, document, context);
      },
    );

    app.delete(
      '/:id',
      {
        config: { permission: 'signed-in', pairPermission: REMOVE },
        schema: {
          summary: 'Deletes a document with its files; resolves to the document as it was',
          params: IdPath,
          response: { 200: Document, ...changeFailures },
        },
      },
      async (request, reply) => {
        const { id, viewer } = permittedOf(request);
        const { document, files } = await change(request, id, viewer, async (before, transaction) => ({
          document: before,
          files: await deleteDocument(transaction, before, saveOf(request, context)),
        }));
        await removeAttachments(context, files);
        return answerWith(request, reply, document, context);
      },
    );
  };
}
