import type { Generated, Selectable } from 'kysely';

/** The part of a service's schema that its outbox needs. */
export interface OutboxSchema {
  mails: MailTable;
}

interface MailTable {
  id: Generated<number>;
  recipient: string;
  /** What the service calls this sort of mail. */
  kind: string;
  /** The letter, encrypted; null as soon as it is sent or of no use. */
  sealed: string | null;
  state: 'waiting' | 'sending' | 'sent' | 'failed';
  attempts: Generated<number>;
  /** 1: an earlier attempt was cut off after which nobody knows whether the mail was taken. */
  may_repeat: Generated<number>;
  created_at: number;
  /** After this moment a failed attempt was the last one. */
  useless_at: number;
  /** While waiting the next attempt; while sending the moment when whoever sends it must have died. */
  next_at: number;
  sent_at: number | null;
  problem: string | null;
}
export type MailRow = Selectable<MailTable>;

/** Statements of the migration that gives a service its outbox; times are milliseconds since the epoch. */
export const outboxTables = (growingId: string, big: string): readonly string[] => [
  `CREATE TABLE mails (
    id ${growingId},
    recipient TEXT NOT NULL,
    kind TEXT NOT NULL,
    sealed TEXT,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    may_repeat INTEGER NOT NULL DEFAULT 0,
    created_at ${big} NOT NULL,
    useless_at ${big} NOT NULL,
    next_at ${big} NOT NULL,
    sent_at ${big},
    problem TEXT
  )`,
  "CREATE INDEX mails_to_send ON mails (next_at) WHERE state IN ('waiting', 'sending')",
];

/** Index of the letters that are kept though their mail was given up; to be made after outboxTables. */
export const MAIL_TEXTS_TO_ERASE =
  "CREATE INDEX mails_to_erase ON mails (useless_at) WHERE state = 'failed' AND sealed IS NOT NULL";
