// The journal of security events in the API: its filter, its entries, and events that services in other processes send.
import Type, { type Static } from 'typebox';
import { Nullable } from '../answers.ts';
import { AUDIT_HEAPS_MAX } from '../limits.ts';

const Short = Type.String({ maxLength: 500 });

/** POST /audit, by services only: what happened in their process. Fields that say nothing are left out. */
export const AuditHeapsBody = Type.Object({
  heaps: Type.Array(
    Type.Object({
      event: Short,
      /** Of the first and the last of so many equal ones, milliseconds since the epoch. */
      at: Type.Integer(),
      lastAt: Type.Integer(),
      count: Type.Integer({ minimum: 1 }),
      key: Type.Optional(Type.String({ maxLength: 2_000 })),
      actor: Type.Optional(Short),
      actorUid: Type.Optional(Short),
      address: Short,
      agent: Short,
      target: Type.Optional(Short),
      targetUid: Type.Optional(Short),
      details: Type.String({ maxLength: 5_000, description: 'AuditDetails as JSON' }),
    }),
    { maxItems: AUDIT_HEAPS_MAX },
  ),
});
export type AuditHeapsBody = Static<typeof AuditHeapsBody>;

/** Which entries of the journal; days are calendar days of the shop, both included. */
export const AuditFilterQuery = Type.Object({
  /** A part of a name, an e-mail, an address or of what else is known of an event, taken literally. */
  search: Type.Optional(Type.String()),
  event: Type.Optional(Type.String({ description: 'One of the kinds of events; empty: all of them' })),
  from: Type.Optional(Type.String({ description: 'First day, YYYY-MM-DD' })),
  to: Type.Optional(Type.String({ description: 'Last day, YYYY-MM-DD' })),
});
export type AuditFilterQuery = Static<typeof AuditFilterQuery>;

export const AuditListQuery = Type.Object({
  ...AuditFilterQuery.properties,
  last: Type.Optional(Type.String({ description: '`next` of the page before' })),
  limit: Type.Optional(Type.String()),
});

const Text = Nullable(Type.String());

export const AuditEntryAnswer = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  /** When the last of several equal ones was; null for one. */
  lastAt: Text,
  /** How many equal ones the row stands for. */
  count: Type.Integer(),
  event: Type.String(),
  /** E-mail of the actor; `command line`; null where the caller was not signed in. */
  actor: Text,
  target: Text,
  address: Text,
  agent: Text,
  details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
});
export type AuditEntryAnswer = Static<typeof AuditEntryAnswer>;

/** A page of the journal, newest first. */
export const AuditListAnswer = Type.Object({
  entries: Type.Array(AuditEntryAnswer),
  /** Asks for the following page as `last`; null at the end. */
  next: Text,
  /** How long entries are kept, days; 0: for ever. */
  keptDays: Type.Integer(),
});
export type AuditListAnswer = Static<typeof AuditListAnswer>;
