// Accounts in the API of the service mauth (accounts): answers, parameters, and what the other services ask it. What
// users send is in forms.ts.
import type { Static } from 'typebox';
import Type from 'typebox';
import { STANDING_ACTIONS, type StandingAction } from '../access/actions.ts';
import { Nullable, OneOf } from '../answers.ts';
import { ACCOUNTS_ASKED_MAX, EMAIL_MAX } from '../limits.ts';

const UNUSED_STATES = ['invited', 'never'] as const;

export const TokenAnswer = Type.Object({
  access: Type.String(),
  type: Type.Literal('Bearer'),
  expires: Type.Integer({ description: 'Life of the access token, seconds' }),
  refresh: Type.String(),
  mustChangePassword: Type.Optional(Type.Boolean()),
  /** The rank needs a second factor and the account has none: everything else is closed until it is set up. */
  mustSetSecondFactor: Type.Optional(Type.Boolean()),
});
export type TokenAnswer = Static<typeof TokenAnswer>;

export const AccountAnswer = Type.Object({
  email: Type.String(),
  rank: Type.Union([Type.Literal('user'), Type.Literal('admin')]),
  name: Nullable(Type.String()),
  createdAt: Type.String(),
  updatedAt: Type.String(),
});
export type AccountAnswer = Static<typeof AccountAnswer>;

export const FactorAnswer = Type.Object({
  /** Null: there is none. */
  since: Nullable(Type.String()),
  /** Recovery codes that were not used yet. */
  codesLeft: Type.Integer(),
  required: Type.Boolean(),
});
export type FactorAnswer = Static<typeof FactorAnswer>;

/** A key for an authenticator app: in base32, and as the address of a QR code. */
export const NewKeyAnswer = Type.Object({ key: Type.String(), address: Type.String() });
export type NewKeyAnswer = Static<typeof NewKeyAnswer>;

/** Shown once: the service keeps only their hashes. */
export const RecoveryCodesAnswer = Type.Object({ codes: Type.Array(Type.String()) });
export type RecoveryCodesAnswer = Static<typeof RecoveryCodesAnswer>;

/**
 * `reason` beside the error `invalid password` of a new one that is long enough and yet easily guessed: it is on the
 * list of common ones, or hardly more than the e-mail or the name of the shop.
 */
export type PasswordReason = 'common password' | 'personal password';

export const TokenParams = Type.Object({ token: Type.String() });

export const SessionAnswer = Type.Object({
  id: Type.Integer(),
  /** What the browser called itself at sign-in; may be empty. */
  agent: Type.String(),
  /** Where it was used from last; empty where that is not known. */
  address: Type.String(),
  /** What the shop calls that network; empty: nothing. */
  place: Type.String(),
  createdAt: Type.String(),
  lastUsedAt: Type.String(),
  /** The session that asks. */
  current: Type.Boolean(),
});
export type SessionAnswer = Static<typeof SessionAnswer>;
export const SessionListAnswer = Type.Array(SessionAnswer);

export const AdminAccountAnswer = Type.Object({
  ...AccountAnswer.properties,
  confirmed: Type.Boolean(),
  disabled: Type.Boolean(),
  mustChangePassword: Type.Boolean(),
  secondFactor: Type.Boolean(),
  sessions: Type.Integer(),
  /** The account was unclaimed: with this change it is reserved for its owner, who was invited. */
  claimed: Type.Optional(Type.Boolean()),
});
export type AdminAccountAnswer = Static<typeof AdminAccountAnswer>;
export const AdminAccountListAnswer = Type.Array(AdminAccountAnswer);

export const AdminListQuery = Type.Object({
  /** A part of e-mail or name, taken literally. */
  search: Type.Optional(Type.String()),
  /** E-mail of the last account that is shown already. */
  last: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
});
export type AdminListQuery = Static<typeof AdminListQuery>;

/** `not set up`: mails are kept in a folder, none leaves; `failing`: since the oldest that waits was refused none has left. */
export const MailTrouble = OneOf(['not set up', 'failing'], {
  description: 'Why mails do not leave now; absent: they do',
});
export type MailTrouble = Static<typeof MailTrouble>;

/** The answer to what writes a mail too. */
export const MailedAnswer = Type.Object({ message: Type.String(), mailTrouble: Type.Optional(MailTrouble) });
export type MailedAnswer = Static<typeof MailedAnswer>;
export const SignUpAnswer = Type.Object({ ...AccountAnswer.properties, mailTrouble: Type.Optional(MailTrouble) });
export type SignUpAnswer = Static<typeof SignUpAnswer>;

/** GET …/mail/trouble. */
export const MailTroubleAnswer = Type.Object({ mailTrouble: Nullable(MailTrouble) });
export type MailTroubleAnswer = Static<typeof MailTroubleAnswer>;

/** POST …/link: what the owner of an account follows in place of a mail that does not leave. */
export const HandedLinkAnswer = Type.Object({
  link: Type.String({ description: 'Works once' }),
  until: Type.String({ description: 'ISO 8601, UTC' }),
  setsPassword: Type.Boolean({ description: 'Else it confirms the e-mail of an account that has a password' }),
  replaced: Type.Boolean({ description: 'An earlier link was good until now and is void' }),
});
export type HandedLinkAnswer = Static<typeof HandedLinkAnswer>;

/** `waiting`: for a first or next attempt; `sent`: taken by the mail server; `failed`: given up, or kept in a folder. */
const MailState = Type.Union([Type.Literal('waiting'), Type.Literal('sent'), Type.Literal('failed')]);

/** What mails are about, as the outboxes of all services store it. */
const MAIL_KINDS = [
  ...(['confirmation', 'email-change', 'invitation', 'recovery', 'password', 'notice'] as const),
  ...(['document', 'document-digest', 'import-ended', 'request', 'request-taken'] as const),
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const MailAnswer = Type.Object({
  id: Type.Integer(),
  to: Type.String(),
  subject: Nullable(Type.String({ description: 'Names the document of a mail about one; null in old mails' })),
  kind: Type.String({ description: MAIL_KINDS.join(', ') }),
  state: MailState,
  attempts: Type.Integer(),
  /** It was under way when the server stopped and may have gone out twice. */
  mayRepeat: Type.Boolean(),
  /** It can be sent now by hand: it waits, or was given up while it is still of use. */
  mayRetry: Type.Boolean(),
  createdAt: Type.String(),
  nextAt: Nullable(Type.String()),
  sentAt: Nullable(Type.String()),
  problem: Nullable(Type.String()),
});
export type MailAnswer = Static<typeof MailAnswer>;
export const MailListAnswer = Type.Array(MailAnswer);

/** GET …/failed: mails that an administrator should look at. */
export const MailCountAnswer = Type.Object({ count: Type.Integer() });
export type MailCountAnswer = Static<typeof MailCountAnswer>;

/** Newest first; `last`: id of the last mail that is shown already. */
export const MailListQuery = Type.Object({ last: Type.Optional(Type.String()), limit: Type.Optional(Type.String()) });

/**
 * The ports between the services. In one process they are mauth's and informator's own implementations, apart calls of
 * mauth's /access/, /disabled and /account, and of informator's /allows.
 */
export type Rank = 'user' | 'admin';

export interface Caller {
  /** Opaque random text, the same for the life of the account. */
  readonly uid: string;
  readonly email: string;
  readonly name: string | null;
  /** Read from the database at each call, never from the token. */
  readonly rank: Rank;
  readonly sessionId: string;
  /** The account was reset: only password, access, refresh and signout are open to it. */
  readonly mustChangePassword: boolean;
  /** Only what sets up the missing second factor is open. */
  readonly mustSetSecondFactor?: boolean;
}

export interface Identity {
  /** The caller of a valid, unrevoked access token, otherwise null. Throws only when it could not be asked. */
  callerOf(accessToken: string): Promise<Caller | null>;
  /** As of now. Throws only when it could not be asked. */
  hasRecentPassword(caller: Caller, accessToken: string): Promise<boolean>;
}

export const RecentPasswordAnswer = Type.Object({ recent: Type.Boolean() });

export type AccountKey = { readonly uid: string } | { readonly email: string };

/** Why an account does not work: it is disabled, or has never signed in, with an invitation on its way or without. */
export const IDLE_STATES = ['disabled', ...UNUSED_STATES] as const;
export type IdleState = (typeof IDLE_STATES)[number];

export interface AccountStates {
  /** Those that are disabled now; an unknown one is not. Throws only when it could not be asked. */
  disabledAmong(uids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those that do not work, and why; an unknown one is left out. Throws only when it could not be asked. */
  idleAmong(uids: readonly string[]): Promise<ReadonlyMap<string, IdleState>>;
  /** By uid, or by the present e-mail in whatever spelling. Throws only when it could not be asked. */
  accountOf(key: AccountKey): Promise<KnownAccount | null>;
}

export interface RoleActions {
  /** As of now. Throws only when it could not be asked. */
  allows(uid: string, action: StandingAction): Promise<boolean>;
}

/** POST /allows, by services only. */
export const AllowsBody = Type.Object({
  uid: Type.String({ maxLength: 200 }),
  action: Type.Enum(Object.values(STANDING_ACTIONS)),
});
export const AllowsAnswer = Type.Object({ allowed: Type.Boolean() });

/** POST /disabled, by services only. */
export const DisabledBody = Type.Object({
  uids: Type.Array(Type.String({ maxLength: 200 }), { maxItems: ACCOUNTS_ASKED_MAX }),
});
export const DisabledAnswer = Type.Object({
  uids: Type.Array(Type.String()),
  unused: Type.Optional(
    Type.Array(Type.Object({ uid: Type.String(), state: OneOf(UNUSED_STATES) }), {
      description: 'Those that are not disabled and have never signed in; absent: the service does not say',
    }),
  ),
});

/** POST /account, by services only: one of the two. */
export const AccountKeyBody = Type.Object({
  uid: Type.Optional(Type.String({ maxLength: 200 })),
  email: Type.Optional(Type.String({ maxLength: EMAIL_MAX })),
});

export const KnownAccount = Type.Object({ uid: Type.String(), email: Type.String(), name: Nullable(Type.String()) });
export type KnownAccount = Static<typeof KnownAccount>;
export const KnownAccountAnswer = Type.Object({ account: Nullable(KnownAccount) });
