import { COMMENT_KINDS, type CommentKind } from '../comment-events.ts';
import { COMMENT_MAX, COMMENT_MENTIONS_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';
import { readUids } from './listed.ts';
import { markup } from './markup.ts';

const anyMarkup = markup('invalid comment', COMMENT_MAX);

/** Whether a text says something that can be seen. */
export const saysSomething = (text: string): boolean => /[^\s\p{C}]/u.test(text);

/** What is said about a document: never nothing. */
export const commentText: Field<string> = {
  schema: { ...anyMarkup.schema, minLength: 1, examples: ['Почему срок *три дня*?'] },
  read: (value, sent) => {
    const text = anyMarkup.read(value, sent);
    return text instanceof Refusal || saysSomething(text) ? text : new Refusal('invalid comment');
  },
};

/** Comment where nothing else is said. */
export const commentKind: Field<CommentKind> = {
  schema: { enum: [...COMMENT_KINDS, '', null], description: 'comment when it is left out' },
  read: (value) => {
    if (value === undefined || value === null || value === '') return 'comment';
    return COMMENT_KINDS.find((kind) => kind === value) ?? new Refusal('invalid comment kind');
  },
};

/** The question that an answer is to; null where none is named. */
export const commentAnswers: Field<number | null> = {
  schema: { type: ['integer', 'string', 'null'], description: 'id of the question that an answer is to' },
  read: (value) => {
    if (value === undefined || value === null || value === '') return null;
    const isId = (typeof value === 'number' || typeof value === 'string') && /^\d{1,15}$/.test(String(value));
    const id = isId ? Number(value) : 0;
    return id > 0 ? id : new Refusal('comment not found');
  },
};

/** People whom a comment names. */
export const mentions: Field<readonly string[]> = {
  schema: {
    type: ['object', 'array', 'string', 'null'],
    description: `Who is named and told of it, at most ${COMMENT_MENTIONS_MAX}: boxes \`mentions[uid]\`, or a list of uids`,
  },
  read: (value) => readUids(value, 'invalid mention uid', COMMENT_MENTIONS_MAX),
};
