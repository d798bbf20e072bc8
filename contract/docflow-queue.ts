import Type, { type Static } from 'typebox';
import { Document } from './docflow.ts';
import { Nullable } from './nullable.ts';

/** Where the way of a document stands; of one that nobody is asked about, the last step that was. */
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
