// The tables of the accounts as SQL steps, oldest first; a released step is never changed, a new one is added at the
// end. Row types are in store/schema.ts.
import { demonstrationTables } from '../platform/database/demonstration-records.ts';
import { type Migration, migration } from '../platform/database/types.ts';
import { MAIL_SUBJECTS, MAIL_TEXTS_TO_ERASE, outboxTables } from '../platform/mail/mail.ts';

export const accountsMigrations: readonly Migration[] = [
  /**
   * Accounts, their sessions (a session is one family of refresh tokens) and the audit trail. Times are milliseconds
   * since the epoch. A change of ranks first updates the one row of `administration`, so that two such changes never run
   * side by side.
   */
  migration(1, 'accounts', ({ growingId, big }) => [
    `CREATE TABLE users (
      uid TEXT PRIMARY KEY,
      email TEXT NOT NULL,
      email_key TEXT NOT NULL UNIQUE,
      password_hash TEXT NOT NULL,
      password_version INTEGER NOT NULL DEFAULT 1,
      rank TEXT NOT NULL CHECK (rank IN ('user', 'admin')),
      name TEXT,
      confirmed_at ${big},
      disabled INTEGER NOT NULL DEFAULT 0,
      must_change INTEGER NOT NULL DEFAULT 0,
      created_at ${big} NOT NULL,
      updated_at ${big} NOT NULL
    )`,
    `CREATE TABLE sessions (
      id ${growingId},
      uid TEXT NOT NULL REFERENCES users(uid) ON DELETE CASCADE,
      generation INTEGER NOT NULL,
      agent TEXT NOT NULL,
      created_at ${big} NOT NULL,
      last_used_at ${big} NOT NULL
    )`,
    'CREATE INDEX sessions_by_user ON sessions (uid, id)',
    'CREATE INDEX sessions_by_last_use ON sessions (last_used_at)',
    `CREATE TABLE refresh_tokens (
      hash TEXT PRIMARY KEY,
      session_id ${big} NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
      generation INTEGER NOT NULL,
      first_used_at ${big},
      answer TEXT,
      UNIQUE (session_id, generation)
    )`,
    'CREATE INDEX refresh_tokens_by_first_use ON refresh_tokens (first_used_at) WHERE first_used_at IS NOT NULL',
    `CREATE TABLE audit_events (
      id ${growingId},
      at ${big} NOT NULL,
      event TEXT NOT NULL,
      uid TEXT,
      session_id ${big},
      client TEXT,
      details TEXT
    )`,
    'CREATE INDEX audit_events_by_user ON audit_events (uid, id)',
    `CREATE TABLE administration (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      changes ${big} NOT NULL
    )`,
    'INSERT INTO administration (id, changes) VALUES (1, 0)',
  ]),
  /** Links in mails, mailed passwords, and the outbox. */
  migration(2, 'mails', ({ growingId, big }) => [
    `ALTER TABLE users ADD COLUMN mailed_until ${big}`,
    `CREATE TABLE mail_tokens (
      hash TEXT PRIMARY KEY,
      uid TEXT NOT NULL REFERENCES users(uid) ON DELETE CASCADE,
      purpose TEXT NOT NULL CHECK (purpose IN ('confirmation', 'recovery')),
      created_at ${big} NOT NULL
    )`,
    'CREATE INDEX mail_tokens_by_user ON mail_tokens (uid, purpose)',
    ...outboxTables(growingId, big),
  ]),
  /**
   * Accounts get the text that they are searched by (fillSearchTexts). Mails that were given up keep their text while
   * they can still be sent by hand.
   */
  migration(3, 'account search', () => [
    "ALTER TABLE users ADD COLUMN search_text TEXT NOT NULL DEFAULT ''",
    MAIL_TEXTS_TO_ERASE,
  ]),
  /** Where accounts were signed in from, to distinguish new places. */
  migration(4, 'known clients', ({ big }) => [
    `CREATE TABLE known_clients (
      uid TEXT NOT NULL REFERENCES users(uid) ON DELETE CASCADE,
      device TEXT NOT NULL,
      address TEXT NOT NULL,
      last_at ${big} NOT NULL,
      PRIMARY KEY (uid, device, address)
    )`,
  ]),
  /** When the password of a session was last given: at the sign-in, or again later. */
  migration(5, 'recent passwords', ({ big }) => [
    `ALTER TABLE sessions ADD COLUMN authenticated_at ${big} NOT NULL DEFAULT 0`,
    'UPDATE sessions SET authenticated_at = created_at',
  ]),
  /**
   * The audit trail names who did it (`actor`, by e-mail as it was then), to whom (`uid` and `target`) and from where
   * (`client`, `agent`). Equal events of a minute share a row by `fold`, which counts them up to `last_at`.
   */
  migration(6, 'audit trail', ({ big }) => [
    'ALTER TABLE audit_events ADD COLUMN actor_uid TEXT',
    'ALTER TABLE audit_events ADD COLUMN actor TEXT',
    'ALTER TABLE audit_events ADD COLUMN target TEXT',
    'ALTER TABLE audit_events ADD COLUMN agent TEXT',
    'ALTER TABLE audit_events ADD COLUMN count INTEGER NOT NULL DEFAULT 1',
    `ALTER TABLE audit_events ADD COLUMN last_at ${big}`,
    'ALTER TABLE audit_events ADD COLUMN fold TEXT',
    "ALTER TABLE audit_events ADD COLUMN search_text TEXT NOT NULL DEFAULT ''",
    'UPDATE audit_events SET target = (SELECT email FROM users WHERE users.uid = audit_events.uid)',
    "UPDATE audit_events SET search_text = lower(coalesce(target, '') || ' ' || coalesce(client, ''))",
    'CREATE UNIQUE INDEX audit_events_by_fold ON audit_events (fold)',
    'CREATE INDEX audit_events_by_time ON audit_events (at, id)',
    'CREATE INDEX audit_events_by_event ON audit_events (event, at, id)',
  ]),
  /**
   * Second factors: since when an account has one, its encrypted keys (in use, and one that is being set up), the last step
   * whose code was used, and hashes of unused recovery codes.
   */
  migration(7, 'second factors', ({ big }) => [
    `ALTER TABLE users ADD COLUMN factor_at ${big}`,
    `CREATE TABLE second_factors (
      uid TEXT PRIMARY KEY REFERENCES users(uid) ON DELETE CASCADE,
      secret TEXT,
      pending TEXT,
      last_step ${big} NOT NULL
    )`,
    `CREATE TABLE recovery_codes (
      uid TEXT NOT NULL REFERENCES users(uid) ON DELETE CASCADE,
      hash TEXT NOT NULL,
      PRIMARY KEY (uid, hash)
    )`,
  ]),
  /** Wrong passwords of an account from places it was never signed in from; it is slowed down by them, after a restart too. */
  migration(8, 'guesses', ({ big }) => [
    `CREATE TABLE guesses (
      uid TEXT PRIMARY KEY REFERENCES users(uid) ON DELETE CASCADE,
      failures INTEGER NOT NULL,
      last_at ${big} NOT NULL,
      told_at ${big}
    )`,
  ]),
  /** E-mails that accounts are to have once the mailed link is opened: at most one for each account. */
  migration(9, 'e-mail changes', ({ big }) => [
    `CREATE TABLE email_changes (
      uid TEXT PRIMARY KEY REFERENCES users(uid) ON DELETE CASCADE,
      hash TEXT NOT NULL UNIQUE,
      email TEXT NOT NULL,
      created_at ${big} NOT NULL
    )`,
  ]),
  /**
   * Accounts that administrators make in advance, the link that sets the first password of each (at most one an account),
   * and when an account was last used in a session that is over.
   */
  migration(10, 'invitations', ({ big }) => [
    'ALTER TABLE users ADD COLUMN expected INTEGER NOT NULL DEFAULT 0',
    `ALTER TABLE users ADD COLUMN last_seen_at ${big}`,
    `CREATE TABLE invitations (
      uid TEXT PRIMARY KEY REFERENCES users(uid) ON DELETE CASCADE,
      hash TEXT NOT NULL UNIQUE,
      created_at ${big} NOT NULL
    )`,
    `UPDATE users SET last_seen_at =
      (SELECT MAX(last_at) FROM known_clients WHERE known_clients.uid = users.uid)`,
    `UPDATE users SET last_seen_at =
      (SELECT MAX(last_used_at) FROM sessions WHERE sessions.uid = users.uid)
      WHERE EXISTS (SELECT 1 FROM sessions WHERE sessions.uid = users.uid
        AND sessions.last_used_at > COALESCE(users.last_seen_at, 0))`,
  ]),
  /** Where each session was used from last; empty for those that were not used since. */
  migration(11, 'session addresses', () => ["ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT ''"]),
  /** What the demonstration made, and what the shop has come to. */
  migration(12, 'demonstration', ({ big }) => demonstrationTables(big)),
  /**
   * The links by which the first administrator of a shop is made. Unconfirmed accounts lose their password: another
   * person may have signed up with the e-mail.
   */
  migration(13, 'claimed accounts', ({ big }) => [
    `CREATE TABLE setup_links (
      hash TEXT PRIMARY KEY,
      created_at ${big} NOT NULL
    )`,
    // Formerly an unconfirmed account could be given a role, and these cannot be distinguished now. Their users get a new
    // password by the link for a forgotten one.
    "UPDATE users SET password_hash = '', password_version = password_version + 1 WHERE confirmed_at IS NULL",
  ]),
  /** Wrong passwords are counted at known addresses too, each by itself; empty: all the strange ones together. A session knows when a code was given in it. */
  migration(14, 'guesses by place', ({ big }) => [
    `CREATE TABLE guesses_by_place (
      uid TEXT NOT NULL REFERENCES users(uid) ON DELETE CASCADE,
      place TEXT NOT NULL,
      failures INTEGER NOT NULL,
      last_at ${big} NOT NULL,
      told_at ${big},
      PRIMARY KEY (uid, place)
    )`,
    `INSERT INTO guesses_by_place (uid, place, failures, last_at, told_at)
     SELECT uid, '', failures, last_at, told_at FROM guesses`,
    'DROP TABLE guesses',
    'ALTER TABLE guesses_by_place RENAME TO guesses',
    `ALTER TABLE sessions ADD COLUMN code_at ${big}`,
  ]),
  /** Links that administrators hand over, which prove no mailbox. */
  migration(15, 'handed links', () => [
    'ALTER TABLE invitations ADD COLUMN handed INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE mail_tokens ADD COLUMN handed INTEGER NOT NULL DEFAULT 0',
  ]),
  /** What each mail is about, for the list of administrators. */
  migration(16, 'mail subjects', () => [MAIL_SUBJECTS]),
];
