/** What may be said about a document. Plain constants: the browser needs them too. */
export const COMMENT_KINDS = ['comment', 'question', 'answer'] as const;
export type CommentKind = (typeof COMMENT_KINDS)[number];

/** What the history of a document calls it. */
export const COMMENT_EVENT_OF = {
  comment: 'commented',
  question: 'question asked',
  answer: 'question answered',
} as const satisfies Record<CommentKind, string>;

export const COMMENT_EVENTS = [...Object.values(COMMENT_EVENT_OF), 'comment withdrawn'] as const;
