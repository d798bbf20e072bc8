// What is asked and answered about the lists of documents and about the queue (documents that wait for the user).
import Type, { type Static } from 'typebox';
import { Nullable } from '../answers.ts';
import { Document, DocumentSearchQuery } from './documents.ts';
import { LIST_FILTERS, LIST_SORTS, LIST_TABS, type ListFilterName, type ListTab } from './words.ts';

const { limit: _limit, last: _last, ...searched } = DocumentSearchQuery.properties;
const filters = {
  ...searched,
  creator: Type.Optional(Type.String({ description: 'uid of the author' })),
  signatory: Type.Optional(Type.String({ description: 'uid of somebody listed, in either list' })),
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

/** A document of a list: the card, and since when and until when it waits. */
export const ListedDocument = Type.Object({
  ...Document.properties,
  since: Nullable(Type.String({ description: 'ISO 8601, UTC: since when a decision is asked for' })),
  dueAt: Nullable(Type.String({ description: 'ISO 8601, UTC: until when a decision is expected' })),
});
export type ListedDocument = Static<typeof ListedDocument>;

const NamedPerson = Type.Object({ uid: Type.String(), name: Type.String(), email: Type.String() });
export type NamedPerson = Static<typeof NamedPerson>;

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

/** The current step of a document; where no decision is pending, the last step that was. */
const Stage = Type.Object({
  kind: Type.Union([Type.Literal('acceptor'), Type.Literal('recipient')]),
  number: Type.Integer({ description: 'From 1' }),
  count: Type.Integer({ description: 'Steps of the whole way' }),
});
export type Stage = Static<typeof Stage>;

/** A document of the work queue: the card of the lists, and why it stands there. */
export const QueueItem = Type.Object({
  ...Document.properties,
  since: Type.String({ description: 'ISO 8601, UTC: since when it waits' }),
  dueAt: Nullable(Type.String({ description: 'ISO 8601, UTC: until when a decision is expected' })),
  stage: Stage,
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
