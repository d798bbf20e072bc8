import Type, { type Static } from 'typebox';
import { Nullable } from '../answers.ts';
import { Colleague, DocumentFile } from './documents.ts';

/** GET /docflow/drafts: something typed about a document and not saved yet, with the files that wait with it. */
export const KeptDraft = Type.Object({
  id: Type.String({ description: 'UUID that the form has made' }),
  documentId: Nullable(Type.Integer({ description: 'The document that is changed; null: a new one' })),
  directing: Type.Integer(),
  task: Type.Integer(),
  savedAt: Type.String({ description: 'ISO 8601, UTC' }),
  etag: Nullable(Type.String()),
  title: Type.String(),
  description: Type.String(),
  acceptor: Type.Array(Colleague),
  recipient: Type.Array(Colleague),
  files: Type.Array(DocumentFile),
});
export type KeptDraft = Static<typeof KeptDraft>;

export const DraftPath = Type.Object({ id: Type.String() });
export const DraftFilePath = Type.Object({ id: Type.String(), fileName: Type.String() });

/** Without `document` the drafts of new documents are listed. */
export const DraftQuery = Type.Object({
  document: Type.Optional(Type.String({ description: 'id of the document that is changed' })),
});

/** Answer 409 of a save that names files which do not wait any more. */
export const WaitingFileGone = Type.Object({
  error: Type.Literal('waiting file not found'),
  missing: Type.Array(Type.String(), { description: '`fileName` of each; nothing was saved' }),
});
export type WaitingFileGone = Static<typeof WaitingFileGone>;
