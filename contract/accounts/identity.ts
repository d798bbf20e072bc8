import Type, { type Static } from 'typebox';
import { STANDING_ACTIONS, type StandingAction } from '../access/actions.ts';
import { Nullable } from '../answers.ts';
import { ACCOUNTS_ASKED_MAX, EMAIL_MAX } from '../limits.ts';

/**
 * The ports between the services: who the caller is, what became of other people's accounts, and what the caller's role
 * allows as such. In one process mauth's and informator's own implementations are handed over; apart they are calls of
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
  /** The rank needs a second factor and the account has none: only what sets it up is open to it. */
  readonly mustSetSecondFactor?: boolean;
}

export interface Identity {
  /** Resolves to the caller of a valid, unrevoked access token, otherwise null. Throws only when the question could not be asked. */
  callerOf(accessToken: string): Promise<Caller | null>;
  /** Whether a caller gave the password a short while ago, as of now. Throws only when the question could not be asked. */
  hasRecentPassword(caller: Caller, accessToken: string): Promise<boolean>;
}

/** GET /recent-password: whether the caller's password counts as given recently. */
export const RecentPasswordAnswer = Type.Object({ recent: Type.Boolean() });

export type AccountKey = { readonly uid: string } | { readonly email: string };

export interface AccountStates {
  /**
   * Those of these accounts that are disabled now; one that is not known is not. Throws only when the question could not
   * be asked.
   */
  disabledAmong(uids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * The account with this uid, or with this e-mail in whatever spelling; null when there is none. E-mails change, and only
   * the auth service knows the present one. Throws only when the question could not be asked.
   */
  accountOf(key: AccountKey): Promise<KnownAccount | null>;
}

export interface RoleActions {
  /**
   * Whether the role of an account allows an action that needs no direction and no task, as of now. Throws only when the
   * question could not be asked.
   */
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
export const DisabledAnswer = Type.Object({ uids: Type.Array(Type.String()) });

/** POST /account, by services only: one of the two. */
export const AccountKeyBody = Type.Object({
  uid: Type.Optional(Type.String({ maxLength: 200 })),
  email: Type.Optional(Type.String({ maxLength: EMAIL_MAX })),
});

export const KnownAccount = Type.Object({
  uid: Type.String(),
  email: Type.String(),
  name: Nullable(Type.String()),
});
/** What other services may know of an account. */
export type KnownAccount = Static<typeof KnownAccount>;
export const KnownAccountAnswer = Type.Object({ account: Nullable(KnownAccount) });
