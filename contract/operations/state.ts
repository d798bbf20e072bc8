// What the API answers administrators about a running process (load, build of the public pages, backups), and the texts
// and slides that the build is given.
import Type, { type Static, type TSchema } from 'typebox';
import { MailTrouble } from '../accounts/accounts.ts';
import { OneOf } from '../answers.ts';
import type { AboutPage } from '../pages/pages.ts';
import type { Note } from '../slides/slides.ts';

/** GET /api/site/state (administrators): how far the public pages are with what was saved. */
export const SiteState = Type.Object({
  state: OneOf(['fresh', 'building', 'failed'], { description: 'failed: the pages of the last whole build stay out' }),
  since: Type.String({ description: 'ISO 8601, UTC: when this state began' }),
  builtAt: Type.String({ description: 'ISO 8601, UTC: when the pages that are out were built' }),
  error: Type.String({ description: 'What the failed build said last; empty otherwise' }),
});
export type SiteState = Static<typeof SiteState>;

export interface PublishedPage extends AboutPage {
  /** When its text was saved, ISO 8601, UTC; services in other processes may leave it out. */
  readonly updatedAt?: string;
}

/** What the public pages are built from: company pages with a text and published slides, newest first. */
export interface SiteContent {
  readonly about: readonly PublishedPage[];
  readonly slides: readonly Note[];
}

const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const Moment = Type.String({ description: 'ISO 8601, UTC' });
const Count = Type.Integer({ minimum: 0 });

const UNKNOWN = 'null: it could not be read';

/** What happened within half an hour, and where things stood at its end. */
export const StatePoint = Type.Object({
  at: Type.String({ description: 'ISO 8601, UTC: when it began' }),
  requests: Count,
  failures: Type.Integer({ minimum: 0, description: 'Answers with 5xx' }),
  meanMs: Type.Number({ description: 'Mean time of an answer' }),
  memory: Type.Integer({ description: 'Resident memory, bytes' }),
  lagMs: Type.Number({ description: 'Longest delay of the event loop' }),
  mails: Type.Integer({ description: 'Mails that waited' }),
});
export type StatePoint = Static<typeof StatePoint>;

const OutboxPart = Type.Object({
  waiting: Count,
  failed: Type.Integer({ description: 'Given up; can still be sent by hand' }),
  oldestAt: orNull(Moment, 'When the oldest waiting one was put in; null: none waits'),
  problem: orNull(Type.String(), 'What the last attempt in trouble said'),
  trouble: orNull(MailTrouble, 'Why mails do not leave now; null: they do'),
});

const RunPart = Type.Object({
  id: Type.Integer(),
  fileName: Type.String(),
  kind: OneOf(['file', 'undo', 'crosses', 'hand']),
  state: OneOf(['running', 'done', 'failed', 'interrupted']),
  startedAt: Moment,
  endedAt: orNull(Moment, 'null: it goes on'),
});

/** GET /api/state/ (administrators): how one process and what it works with are. */
export const StateAnswer = Type.Object({
  at: Moment,
  process: Type.Object({
    name: Type.String({ description: 'Machine and port: tells processes of one installation apart' }),
    services: Type.Array(Type.String()),
    startedAt: Moment,
    memory: Type.Integer({ description: 'Resident memory, bytes' }),
    version: Type.String(),
    node: Type.String(),
  }),
  databases: Type.Array(
    Type.Object({
      name: Type.String(),
      state: orNull(
        Type.Object({
          dialect: OneOf(['sqlite', 'postgres']),
          version: Type.Integer({ description: 'Number of the last migration' }),
          active: Count,
          waiting: Count,
        }),
        'null: it does not answer',
      ),
    }),
  ),
  mails: Type.Array(Type.Object({ name: Type.String(), state: orNull(OutboxPart, UNKNOWN) })),
  imports: orNull(
    Type.Object({ running: Count, waiting: Count, last: orNull(Type.Array(RunPart), UNKNOWN) }),
    'null: this process runs no catalogue',
  ),
  requests: orNull(
    Type.Object({
      sent: Type.Integer({ minimum: 0, description: 'Sent today without signing in' }),
      senders: Type.Integer({ minimum: 0, description: 'Addresses and accounts that met their daily cap' }),
      strangersMet: Type.Boolean({ description: 'Whether REQUESTS_PER_DAY was met: no more are taken today' }),
      newcomersMet: Type.Boolean({
        description: 'The same for those with an account of whom the shop has taken up no request yet',
      }),
    }),
    'Requests of buyers today; null: this process takes none, or it could not be read',
  ),
  index: orNull(
    Type.Object({
      revision: Type.Integer(),
      behind: Type.Integer({ description: 'Changes that it does not show yet, counted up to 1000' }),
      asOf: orNull(Moment, 'When it was last known to show everything; null: it does'),
      bytes: Type.Integer(),
    }),
    'null: there is none here, or it could not be read',
  ),
  site: orNull(SiteState, UNKNOWN),
  disk: orNull(Type.Object({ free: Type.Integer(), size: Type.Integer() }), UNKNOWN),
  storage: orNull(
    Type.Object({ answers: Type.Boolean() }),
    'The object storage; null: the data folder keeps the files',
  ),
  backups: orNull(
    Type.Object({
      lastAt: orNull(Moment, 'When the last whole backup was made; null: there is none yet'),
      error: Type.String({ description: 'Why the last attempt failed; empty otherwise' }),
    }),
    'null: no backups are scheduled',
  ),
  accounts: orNull(
    Type.Object({
      openAdministrators: Type.Integer({
        minimum: 0,
        description: 'Administrators of a shop for customers without a second factor',
      }),
      withoutEmail: Type.Array(Type.String(), {
        description: 'E-mails of accounts that another account has under the same e-mail, spelt otherwise',
      }),
      trustsSignUps: Type.Boolean({
        description: 'Whether a shop for customers lets anybody sign up with an e-mail that nobody confirms',
      }),
    }),
    'null: this process has no accounts, or they could not be read',
  ),
  placeholders: Type.Array(Type.String(), {
    description: 'Settings of contacts that a shop for customers has left at values that belong to nobody',
  }),
  points: Type.Array(StatePoint, { description: 'The last 24 hours of this process, oldest first' }),
});
export type StateAnswer = Static<typeof StateAnswer>;

/** GET /api/site/backups (administrators): the backups that this server takes by itself, once a day. */
export const BackupState = Type.Object({
  isScheduled: Type.Boolean({ description: 'false: BACKUP_DIR is not set' }),
  isRunning: Type.Boolean({ description: 'Whether this process is taking one now' }),
  lastAt: orNull(Type.String(), 'ISO 8601, UTC: when the last whole one was begun; null: there is none yet'),
  bytes: orNull(Type.Integer(), 'Its size, files that it shares with the one before included'),
  ms: orNull(Type.Integer(), 'How long it took'),
  failedAt: orNull(Type.String(), 'ISO 8601, UTC: when an attempt failed since; it is tried again within the hour'),
  error: Type.String({ description: 'Why it failed; empty otherwise' }),
  nextAt: orNull(Type.String(), 'ISO 8601, UTC: when the next one is due'),
});
export type BackupState = Static<typeof BackupState>;
