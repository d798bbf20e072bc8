import Type, { type Static } from 'typebox';
import { Nullable } from '../answers.ts';

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

/** The caller's own second factor. */
export const FactorAnswer = Type.Object({
  /** Null: there is none. */
  since: Nullable(Type.String()),
  /** Recovery codes that were not used yet. */
  codesLeft: Type.Integer(),
  /** The rank may not do without. */
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
 * `reason` beside the error `invalid password` where a new one is long enough and yet easily guessed: on the list of common
 * ones, or hardly more than the e-mail or the name of the shop.
 */
export type PasswordReason = 'common password' | 'personal password';

/** A token of a mailed link, as it stands in the address. */
export const TokenParams = Type.Object({ token: Type.String() });

/** An open session. */
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

/** An account as an administrator sees it. */
export const AdminAccountAnswer = Type.Object({
  ...AccountAnswer.properties,
  confirmed: Type.Boolean(),
  disabled: Type.Boolean(),
  mustChangePassword: Type.Boolean(),
  secondFactor: Type.Boolean(),
  /** How many sessions are open. */
  sessions: Type.Integer(),
  /** The account may have been anybody's: with this change it waits for its owner, who was invited. */
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

/**
 * - `waiting`: to be sent, or to be tried again at `nextAt`;
 * - `sent`: taken by the mail server, or laid into the outbox folder where there is none;
 * - `failed`: given up after the last attempt or refused for good.
 */
const MailState = Type.Union([Type.Literal('waiting'), Type.Literal('sent'), Type.Literal('failed')]);

/** A mail of the outbox, without its text. */
export const MailAnswer = Type.Object({
  id: Type.Integer(),
  to: Type.String(),
  kind: Type.String({
    description: 'confirmation, recovery, password or notice; of documents: document or document-digest',
  }),
  state: MailState,
  attempts: Type.Integer(),
  /** It was under way when the server stopped and may have gone out twice. */
  mayRepeat: Type.Boolean(),
  /** It can be sent now by hand: it waits, or was given up while it is still of use. */
  mayRetry: Type.Boolean(),
  createdAt: Type.String(),
  nextAt: Nullable(Type.String()),
  sentAt: Nullable(Type.String()),
  /** What the last attempt failed with. */
  problem: Nullable(Type.String()),
});
export type MailAnswer = Static<typeof MailAnswer>;
export const MailListAnswer = Type.Array(MailAnswer);

/** GET …/failed: mails that somebody should look at. */
export const MailCountAnswer = Type.Object({ count: Type.Integer() });
export type MailCountAnswer = Static<typeof MailCountAnswer>;

/** Newest first. */
export const MailListQuery = Type.Object({
  /** Id of the last mail that is shown already. */
  last: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
});
