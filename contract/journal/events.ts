// The events of the journal (sign-ins, refusals, changes of rights), who causes them, and the interface by which
// services record them. Plain types and constants: the browser needs them too.

export const AUDIT_EVENTS = [
  'signin.failed',
  'session.begun',
  'session.ended',
  'session.expired',
  'session.reused',
  'refused',
  'throttled',
  'account.signed-up',
  'account.created',
  'account.confirmed',
  'account.vouched',
  'account.changed',
  'account.claimed',
  'account.invited',
  'account.uninvited',
  'account.link-made',
  'account.joined',
  'account.renamed',
  'account.reset',
  'account.guessed',
  'secret.guessed',
  'account.swept',
  'administrator.first',
  'email.asked',
  'email.changed',
  'password.changed',
  'password.confirmed',
  'password.refused',
  'factor.set',
  'factor.removed',
  'factor.reset',
  'factor.recovery-code-used',
  'factor.recovery-codes-renewed',
  'sessions.revoked',
  'recovery.asked',
  'recovery.finished',
  'role.bound',
  'access.saved',
  'list.created',
  'list.changed',
  'list.removed',
  'template.saved',
  'substitute.set',
  'substitute.removed',
  'journal.exported',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** Events that any visitor can cause: equal ones are counted in one row a minute, and their rows are limited. */
export const NOISE: ReadonlySet<AuditEvent> = new Set(['signin.failed', 'password.refused', 'refused', 'throttled']);

/** Events that a person should look at: they are logged as warnings. */
export const ALARMS: ReadonlySet<AuditEvent> = new Set([
  ...NOISE,
  'session.reused',
  'account.guessed',
  'secret.guessed',
]);

/** What may be said of an event beside who, whom and from where; never a password, a token or a hash. */
const AUDIT_DETAILS = [
  'reason',
  'method',
  'route',
  'status',
  'rank',
  'disabled',
  'role',
  'roleBefore',
  'email',
  'emailBefore',
  'name',
  'nameBefore',
  'list',
  'titleBefore',
  'version',
  'added',
  'removed',
  'from',
  'to',
  'absent',
] as const;
export type AuditDetail = (typeof AUDIT_DETAILS)[number];
export type AuditDetails = Readonly<Partial<Record<AuditDetail, string | number | boolean>>>;

export interface Doer {
  /** Null: not signed in, or the server by itself. `uid` is null for a person at the command line. */
  readonly actor: { readonly uid: string | null; readonly email: string } | null;
  /** Client address as rate limits count it; empty for what comes from no network. */
  readonly address: string;
  readonly agent: string;
}

/** The name of the actor behind the administrator's commands. */
export const COMMAND_LINE_ACTOR = 'command line';

export const BY_COMMAND_LINE: Doer = { actor: { uid: null, email: COMMAND_LINE_ACTOR }, address: '', agent: '' };

export const BY_ITSELF: Doer = { actor: null, address: '', agent: '' };

export interface AuditEntry {
  readonly event: AuditEvent;
  readonly by: Doer;
  /** Whom or what it was done to: an e-mail where there is one, otherwise a title. */
  readonly target?: string | undefined;
  /** The account it was done to. */
  readonly targetUid?: string | undefined;
  readonly details?: AuditDetails;
}

/** Where events are recorded. In one process it is mauth's own trail; apart it is a call of mauth's /audit. */
export interface AuditTrail {
  /** Returns at once and never throws; what cannot be kept is counted and logged. */
  record(entry: AuditEntry): void;
}

/** A trail that leads nowhere, for a server without one. */
export const NO_TRAIL: AuditTrail = { record: () => {} };
