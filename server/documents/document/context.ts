import type { FastifyBaseLogger } from 'fastify';
import type { AccountStates } from '../../../contract/accounts/identity.ts';
import type { Editor } from '../../../contract/answers.ts';
import type { Database } from '../../platform/database/types.ts';
import type { StoredFiles } from '../../platform/files/stored-files.ts';
import type { Outbox, OutboxQuestions } from '../../platform/mail/outbox.ts';
import type { Pair } from '../../portal-database/access-conditions.ts';
import type { PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import type { AttachmentLinks } from './attachment-links.ts';

/** What the document flow works with. */
export interface DocumentsContext {
  readonly database: Database<PortalSchema>;
  readonly permissions: Permissions;
  readonly people: People;
  /** Whose accounts are disabled, and where they are reached: asked before a mail goes out. */
  readonly accounts: AccountStates;
  /** Attachments of documents. */
  readonly attachments: StoredFiles;
  readonly links: AttachmentLinks;
  /** Where received files lie while they are worked on. */
  readonly incomingFolder: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Where the organisation is: its days begin there. */
  readonly timeZone: string;
  readonly log: FastifyBaseLogger;
}

/** Who may do what with documents, as it stands at the moment of the question. */
interface Permissions {
  /** What a user may do with the documents of a pair; null where they do not see these. */
  actionsOn(uid: string, pair: Pair): Promise<ReadonlySet<string> | null>;
}

/** The people who take part in documents. */
interface People {
  /** The profile of an account; null when it has none. */
  profileOf(uid: string): Promise<{ readonly name: string | null } | null>;
  /** Whom somebody substitutes today: nobody whose account is disabled. Throws 503 when that cannot be asked. */
  representedBy(uid: string): Promise<Editor[]>;
  /** The uid that somebody has by now: a profile may have passed to another account. */
  presentUids(read: PortalSource, uids: readonly string[]): Promise<(uid: string) => string>;
  /** Those of these people whose accounts are disabled. Throws 503 when that cannot be asked. */
  disabledAmong(uids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Opens the queue of mails in the database of the documents; the questions are asked before each attempt at a mail. */
export type OpenOutbox = (questions: OutboxQuestions) => Outbox;
