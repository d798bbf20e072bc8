// What is asked and answered about the lists of documents and about the queue (documents that wait for the user).
import Type, { type Static } from 'typebox';
import { IDLE_STATES, MailTrouble } from '../accounts/accounts.ts';
import { Nullable, OneOf } from '../answers.ts';
import { Document, DocumentSearchQuery } from './documents.ts';
import { LIST_FILTERS, LIST_SORTS, LIST_TABS, type ListFilterName, type ListTab } from './words.ts';

const { limit: _limit, last: _last, ...searched } = DocumentSearchQuery.properties;
const filters = {
  ...searched,
  creator: Type.Optional(Type.String({ description: 'uid of the author' })),
  signatory: Type.Optional(Type.String({ description: 'uid of somebody listed, in either list' })),
  asked: Type.Optional(Type.String({ description: 'uid of the person who is asked now' })),
  from: Type.Optional(Type.String({ description: 'Created on this day or later, YYYY-MM-DD' })),
  to: Type.Optional(Type.String({ description: 'Created on this day or earlier, YYYY-MM-DD' })),
  overdue: Type.Optional(Type.String({ description: '1: what waits longer than it may' })),
  sort: Type.Optional(Type.String({ description: `${LIST_SORTS.join(', ')}; with - before it from the other end` })),
};

/** The filters of a list of documents; those of the search, and more. */
export const DocumentFilterQuery = Type.Object(filters);
export type DocumentFilterQuery = Static<typeof DocumentFilterQuery>;

export const DocumentListQuery = Type.Object({
  ...filters,
  limit: Type.Optional(Type.String({ description: 'Documents of a page' })),
  cursor: Type.Optional(Type.String({ description: '`next` of the page before' })),
});
export type DocumentListQuery = Static<typeof DocumentListQuery>;

const NamedPerson = Type.Object({ uid: Type.String(), name: Type.String(), email: Type.String() });
export type NamedPerson = Static<typeof NamedPerson>;

const StandIn = Type.Object({
  absent: Type.String({ description: 'uid of a signatory who is asked' }),
  acting: NamedPerson,
});
export type StandIn = Static<typeof StandIn>;

/** A document of a list: the card, since when and until when it waits, and who may decide for absent people. */
export const ListedDocument = Type.Object({
  ...Document.properties,
  since: Nullable(Type.String({ description: 'ISO 8601, UTC: since when a decision is asked for' })),
  dueAt: Nullable(Type.String({ description: 'ISO 8601, UTC: until when a decision is expected' })),
  substitutes: Type.Optional(
    Type.Array(StandIn, { description: 'Substitutes of today of those asked; left out where there are none' }),
  ),
  /** With sort=asked: the person asked whose row it is; null: it waits for no one. */
  group: Type.Optional(Nullable(NamedPerson)),
});
export type ListedDocument = Static<typeof ListedDocument>;

/** GET /docflow/list: a page of documents in the order asked for. */
export const DocumentListAnswer = Type.Object({
  documents: Type.Array(ListedDocument),
  people: Type.Array(NamedPerson, { description: 'Those whom the filter names' }),
  next: Nullable(Type.String({ description: 'Opaque, accepted as cursor=; null at the end' })),
});
export type DocumentListAnswer = Static<typeof DocumentListAnswer>;

const tabCounts = Object.fromEntries(LIST_TABS.map((tab) => [tab, Type.Integer()]));

/** GET /docflow/list/counts: how many documents the filter finds, and how many it would find in each of the four ways. */
export const DocumentListCounts = Type.Object({
  ...(tabCounts as Record<ListTab, ReturnType<typeof Type.Integer>>),
  found: Type.Integer(),
  cancelled: Type.Integer({
    description: 'Cancelled documents that the filter leaves out; 0 where it asks for a state',
  }),
});
export type DocumentListCounts = Static<typeof DocumentListCounts>;

export const DocumentExportQuery = Type.Object({
  ...filters,
  ids: Type.Optional(Type.String({ description: 'Only these documents, by comma' })),
});

export const DocumentView = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  filter: Type.Object(
    Object.fromEntries(LIST_FILTERS.map((name) => [name, Type.Optional(Type.String())])),
  ) as unknown as Type.TUnsafe<Partial<Record<ListFilterName, string>>>,
  isDefault: Type.Boolean({ description: 'What the list opens with' }),
});
export type DocumentView = Static<typeof DocumentView>;

/** A document of the work queue: the card of the lists, and why it stands there. */
export const QueueItem = Type.Object({
  ...Document.properties,
  since: Type.String({ description: 'ISO 8601, UTC: since when it waits' }),
  dueAt: Nullable(Type.String({ description: 'ISO 8601, UTC: until when a decision is expected' })),
  question: Type.Optional(
    Type.Object(
      { by: NamedPerson, text: Type.String({ description: 'Its beginning, note markup' }) },
      { description: 'Of `returned`: the oldest question that waits for an answer of the caller' },
    ),
  ),
});
export type QueueItem = Static<typeof QueueItem>;

export const QueueQuery = Type.Object({
  limit: Type.Optional(Type.String({ description: 'Documents of each list' })),
  cursor: Type.Optional(Type.String({ description: '`next` of the page before: goes on in every list' })),
});
export type QueueQuery = Static<typeof QueueQuery>;

const Items = (description: string) => Type.Array(QueueItem, { description });

/** GET /docflow/queue: what asks something of the caller, each list beginning with what waits longest. */
export const DocumentQueue = Type.Object({
  waiting: Items('Asked of the caller, or of somebody whom he substitutes'),
  returned: Items('Of the caller and declined, or with a question that waits for his answer'),
  stuck: Items('Of the caller, without an answer of others for days'),
  counts: Type.Object({ waiting: Type.Integer(), returned: Type.Integer(), stuck: Type.Integer() }),
  next: Nullable(Type.String({ description: 'Opaque, accepted as cursor=; null when no list has more' })),
});
export type DocumentQueue = Static<typeof DocumentQueue>;

export const LateQuery = Type.Object({
  limit: Type.Optional(Type.String({ description: 'People of a page' })),
  cursor: Type.Optional(Type.String({ description: '`next` of the page before' })),
});

/** A person whom documents wait for. Counts and moments are of the documents that the caller sees. */
export const LatePerson = Type.Object({
  ...NamedPerson.properties,
  position: Type.String(),
  waiting: Type.Integer({ description: 'Documents that wait for the person' }),
  overdue: Type.Integer({ description: 'Those among them whose day is over' }),
  since: Nullable(Type.String({ description: 'ISO 8601, UTC: since when the oldest waits; null: unknown' })),
  isDisabled: Type.Boolean({ description: 'The account is disabled' }),
  account: Type.Optional(
    OneOf(IDLE_STATES, { description: 'Why the account does not work; absent: it does, or it is not known' }),
  ),
  absence: Nullable(
    Type.Object(
      { until: Type.String({ description: 'Last day, YYYY-MM-DD' }), acting: NamedPerson },
      { description: 'Of today, and who substitutes' },
    ),
  ),
  uncovered: Type.Integer({ description: 'Documents that the substitute of the absent person may not decide' }),
  withoutRight: Type.Integer({ description: 'Documents whose decision the role of the person does not allow' }),
  blocked: Type.Object(
    {
      count: Type.Integer(),
      documents: Type.Array(Type.Object({ id: Type.Integer(), num: Type.Integer(), title: Type.String() })),
    },
    {
      description: 'Documents that no one can decide in the place of the person, the oldest first, with the first few',
    },
  ),
});
export type LatePerson = Static<typeof LatePerson>;

/** GET /docflow/late: whom documents wait for, beginning with what waits longest. */
export const LateAnswer = Type.Object({
  people: Type.Array(LatePerson),
  totals: Type.Object({ people: Type.Integer(), documents: Type.Integer(), overdue: Type.Integer() }),
  isAccountsKnown: Type.Boolean({ description: 'false: the auth service did not say which accounts are disabled' }),
  next: Nullable(Type.String({ description: 'Opaque, accepted as cursor=; null at the end' })),
});
export type LateAnswer = Static<typeof LateAnswer>;

/** Why a person gets no reminder. */
const NOT_REMINDED = ['mails off', 'disabled', 'no right', 'self'] as const;
export type NotReminded = (typeof NOT_REMINDED)[number];

/** POST /docflow/late/remind: who gets a reminder, and who gets none and why. */
export const LateReminded = Type.Object({
  documents: Type.Integer({ description: 'Documents whose reminders leave' }),
  people: Type.Array(Type.Object({ ...NamedPerson.properties, documents: Type.Integer() })),
  skipped: Type.Array(Type.Object({ ...NamedPerson.properties, why: OneOf(NOT_REMINDED), documents: Type.Integer() })),
  recent: Type.Integer({ description: 'Documents of which others were reminded less than an hour ago' }),
  denied: Type.Integer({ description: 'Documents of which the caller may not remind' }),
  more: Type.Boolean({ description: 'Whether further documents are left for the next call' }),
  mailTrouble: Type.Optional(MailTrouble),
});
export type LateReminded = Static<typeof LateReminded>;
