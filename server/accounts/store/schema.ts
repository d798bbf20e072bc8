// Types of the table rows of accounts, sessions, mailed links and the journal. Times are milliseconds since the epoch;
// the SQL of the tables is in ../migrations.ts.
import type { Generated, Kysely, Selectable } from 'kysely';
import type { Rank } from '../../../contract/accounts/accounts.ts';
import type { DemonstrationSchema } from '../../platform/database/demonstration-records.ts';
import type { OutboxSchema } from '../../platform/mail/mail.ts';

export interface AccountsSchema extends OutboxSchema, DemonstrationSchema {
  users: UserTable;
  sessions: SessionTable;
  refresh_tokens: RefreshTokenTable;
  mail_tokens: MailTokenTable;
  email_changes: EmailChangeTable;
  invitations: InvitationTable;
  /** Links that make the first administrator, by SHA-256 of their tokens. */
  setup_links: { hash: string; created_at: number };
  known_clients: KnownClientTable;
  guesses: GuessTable;
  audit_events: AuditEventTable;
  second_factors: SecondFactorTable;
  recovery_codes: { uid: string /** SHA-256 of its digits. */; hash: string };
  administration: { id: number; changes: number };
}

/** A connection, or the transaction of a change. */
export type Source = Kysely<AccountsSchema>;

interface UserTable {
  /** Opaque random text, the same for the life of the account. */
  uid: string;
  /** As typed, trimmed. */
  email: string;
  /** As compared. */
  email_key: string;
  password_hash: string;
  /** Grows with each new password; an access token carries the one it was issued under. */
  password_version: Generated<number>;
  rank: Rank;
  name: string | null;
  /** E-mail and name, folded: what administrators find an account by. */
  search_text: string;
  confirmed_at: number | null;
  disabled: Generated<number>;
  must_change: Generated<number>;
  /** When a mailed password stops working; 0 once it was used; null for a password of one's own. */
  mailed_until: number | null;
  /** 1: an administrator made the account; its e-mail is reserved for the owner. */
  expected: Generated<number>;
  /** When the account was last used in a session that is over, or last signed in to; null: never signed in to. */
  last_seen_at: number | null;
  /** Since when the account has a second factor; null: it has none. */
  factor_at: number | null;
  created_at: number;
  updated_at: number;
}
export type User = Selectable<UserTable>;

interface SecondFactorTable {
  uid: string;
  /** The key in use, encrypted; null before the first one proved itself. */
  secret: string | null;
  /** The key that is being set up, encrypted. */
  pending: string | null;
  /** Codes of this step (half minutes since the epoch) and before are used up. */
  last_step: number;
}
export type SecondFactor = Selectable<SecondFactorTable>;

interface SessionTable {
  id: Generated<number>;
  uid: string;
  /** Of the refresh token that has not been used yet. */
  generation: number;
  agent: string;
  /** Where it was used from last. */
  address: string;
  created_at: number;
  last_used_at: number;
  /** When its owner last gave the password. */
  authenticated_at: number;
  /** When a code of the second factor was given beside it, for one change of the factor; null: not since the last. */
  code_at: number | null;
}

interface RefreshTokenTable {
  /** SHA-256; the token itself is nowhere. */
  hash: string;
  session_id: number;
  generation: number;
  first_used_at: number | null;
  /** What its first use was answered with, readable only with the token. */
  answer: string | null;
}

interface MailTokenTable {
  /** SHA-256; the token itself is only in the mail. */
  hash: string;
  uid: string;
  purpose: TokenPurpose;
  /** 1: an administrator handed the link over; no mail had it. */
  handed: Generated<number>;
  created_at: number;
}
export type TokenPurpose = 'confirmation' | 'recovery';

/** An e-mail that an account is to have once its mailbox is proven to be read. */
interface EmailChangeTable {
  uid: string;
  /** SHA-256 of the token in the mail. */
  hash: string;
  /** As typed, trimmed. */
  email: string;
  created_at: number;
}
export type EmailChange = Selectable<EmailChangeTable>;

/** The link that sets the first password of an account, or, where it was handed over, a new one. */
interface InvitationTable {
  uid: string;
  /** SHA-256 of the token. */
  hash: string;
  /** 1: an administrator handed the link over; no mail had it. */
  handed: Generated<number>;
  created_at: number;
}
export type Invitation = Selectable<InvitationTable>;

/** Wrong passwords and second codes. */
interface GuessTable {
  uid: string;
  /** A known address of the account; empty: all those that its owner never signed in from. */
  place: string;
  /** Those that were not forgiven by `last_at`. */
  failures: number;
  last_at: number;
  /** When the owner was notified last. */
  told_at: number | null;
}

interface KnownClientTable {
  uid: string;
  /** Browser and system. */
  device: string;
  address: string;
  last_at: number;
}

interface AuditEventTable {
  id: Generated<number>;
  at: number;
  /** Of AUDIT_EVENTS; rows of other versions may hold another. */
  event: string;
  /** The account it was done to. */
  uid: string | null;
  session_id: number | null;
  client: string | null;
  /** JSON of AuditDetails. */
  details: string | null;
  actor_uid: string | null;
  /** E-mail of who did it, as it was then. */
  actor: string | null;
  /** Whom or what it was done to. */
  target: string | null;
  agent: string | null;
  /** How many equal events the row stands for. */
  count: Generated<number>;
  /** When the last of them was; null for one. */
  last_at: number | null;
  /** What equal events of a minute share; null for one that stands alone. */
  fold: string | null;
  search_text: string;
}
export type AuditEventRow = Selectable<AuditEventTable>;
