// The journal of documents in the API, for administrators: which entries are asked for, and what each of them says.
import type { Static } from 'typebox';
import Type from 'typebox';
import { Editor, Nullable, OneOf } from '../answers.ts';
import { JOURNAL_EVENTS } from './journal-words.ts';

/** Which entries; days are calendar days of the shop, both included. */
export const JournalFilterQuery = Type.Object({
  document: Type.Optional(Type.String({ description: 'id of the one document, which may be deleted' })),
  search: Type.Optional(Type.String({ description: 'Number, or a literal part of the title at the time' })),
  person: Type.Optional(
    Type.String({ description: 'A literal part of the name or e-mail of who acted or whom it concerned, or an uid' }),
  ),
  event: Type.Optional(Type.String({ description: 'Kinds of events by comma; empty: all of them' })),
  from: Type.Optional(Type.String({ description: 'First day, YYYY-MM-DD' })),
  to: Type.Optional(Type.String({ description: 'Last day, YYYY-MM-DD' })),
});
export type JournalFilterQuery = Static<typeof JournalFilterQuery>;

export const JournalListQuery = Type.Object({
  ...JournalFilterQuery.properties,
  last: Type.Optional(Type.String({ description: '`next` of the page before' })),
  limit: Type.Optional(Type.String()),
});

/** Names and titles are those of the moment of the event. */
export const JournalEntry = Type.Object({
  id: Type.String(),
  at: Type.String({ description: 'ISO 8601, UTC' }),
  event: OneOf(JOURNAL_EVENTS),
  by: Nullable(Editor),
  insteadOf: Nullable(Editor),
  document: Nullable(
    Type.Object({
      id: Type.Integer(),
      num: Nullable(Type.Integer({ description: 'Unknown of what a former release deleted' })),
      title: Type.String(),
      task: Type.String({ description: 'Empty where the number is unknown' }),
      version: Type.Integer(),
      kept: OneOf(['open', 'binned', 'deleted'], { description: 'Where it is today; only an open one has a page' }),
    }),
  ),
  /** Role whose rights changed, e-mail of the user who was given a role; null of documents. */
  subject: Nullable(Type.String()),
  says: Type.Array(Type.String(), { description: 'What changed, a sentence each, in Russian' }),
});
export type JournalEntry = Static<typeof JournalEntry>;

/** GET /docflow/journal: the newest first. */
export const JournalListAnswer = Type.Object({
  entries: Type.Array(JournalEntry),
  next: Nullable(
    Type.String({
      description: 'Asks for the following page as `last`; null at the end. A page may be short, or empty, before it',
    }),
  ),
});
export type JournalListAnswer = Static<typeof JournalListAnswer>;
