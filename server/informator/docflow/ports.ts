import type { Kysely } from 'kysely';
import type { ActionTitle } from '../../../contract/access.ts';
import type { Editor } from '../../../contract/versions.ts';
import type { Outbox, OutboxQuestions } from '../../mail/outbox.ts';
import type { Pair } from '../pair.ts';
import type { InformatorSchema } from '../schema.ts';

/** Who may do what with documents, as it stands at the moment of the question. */
export interface Permissions {
  /** Whether a user sees the documents of a pair, whatever they may do there. */
  sees(uid: string, pair: Pair): Promise<boolean>;
  /** Whether a user may do this with the documents of a pair. */
  mayOn(uid: string, pair: Pair, action: ActionTitle): Promise<boolean>;
}

/** The people who take part in documents. */
export interface People {
  /** The profile of an account; null when it has none. */
  profileOf(uid: string): Promise<{ readonly name: string | null } | null>;
  /** Whom somebody substitutes today: nobody whose account is disabled. Throws 503 when that cannot be asked. */
  representedBy(uid: string): Promise<Editor[]>;
  /** The uid that somebody has by now: a profile may have passed to another account. */
  presentUids(read: Kysely<InformatorSchema>, uids: readonly string[]): Promise<(uid: string) => string>;
  /** Those of these people whose accounts are disabled. Throws 503 when that cannot be asked. */
  disabledAmong(uids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Opens the queue of mails in the database of the documents; the questions are asked before each attempt at a mail. */
export type OpenOutbox = (questions: OutboxQuestions) => Outbox;
