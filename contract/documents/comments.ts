import Type, { type Static } from 'typebox';
import { Editor, Nullable } from '../answers.ts';
import { Colleague, DocumentFile } from './documents.ts';
import { COMMENT_KINDS, type CommentKind } from './words.ts';

const Kind = Type.Union(COMMENT_KINDS.map((kind) => Type.Literal(kind))) as Type.TSchema as Type.TUnsafe<CommentKind>;

/** Something said about a document. Its text is note markup, stored and returned as typed. */
export const DocumentComment = Type.Object({
  id: Type.Integer(),
  kind: Kind,
  answers: Nullable(Type.Integer({ description: 'id of the question that an answer is to' })),
  by: Colleague,
  at: Type.String({ description: 'ISO 8601, UTC' }),
  version: Type.Integer({ description: 'Version of the document at the time' }),
  text: Type.String(),
  files: Type.Array(DocumentFile),
  mentions: Type.Array(Editor, { description: 'People whom it names; each was notified' }),
  isOpen: Type.Boolean({ description: 'A question that waits for an answer of the author' }),
  withdrawnAt: Nullable(Type.String({ description: 'ISO 8601, UTC; text, files and mentions went with it' })),
  mayWithdraw: Type.Boolean({ description: 'Whether the caller may take it back now' }),
});
export type DocumentComment = Static<typeof DocumentComment>;

/** What the caller may say about a document. */
export const DiscussionRights = Type.Object({
  comment: Type.Boolean({
    description: 'The author, those listed, and whoever may do something in its pair',
  }),
  ask: Type.Boolean({ description: 'Who may decide about it now, the author excepted' }),
  answer: Type.Boolean({ description: 'The author' }),
});
export type DiscussionRights = Static<typeof DiscussionRights>;

/** GET /docflow/{id}/comment: the newest first, pages by `last`. */
export const Discussion = Type.Object({
  comments: Type.Array(DocumentComment),
  more: Type.Boolean({ description: 'Whether there are older ones' }),
  may: DiscussionRights,
});
export type Discussion = Static<typeof Discussion>;

export const DiscussionQuery = Type.Object({
  last: Type.Optional(Type.String({ description: 'id of the last comment of the page before' })),
});

/** GET /docflow/{id}/mention: whom a comment may name. */
export const MentionQuery = Type.Object({
  search: Type.Optional(Type.String({ description: 'Literal text inside name and e-mail' })),
});
