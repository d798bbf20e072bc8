import Type from 'typebox';
import { ACCOUNTS_ASKED_MAX } from './limits.ts';

/**
 * The two ports between the auth service and the others: who the caller is, and what became of other people's accounts.
 * In one process mauth's own implementations are handed over; apart they are calls of mauth's /access/ and /disabled.
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
}

export interface AccountStates {
  /**
   * Those of these accounts that are disabled now; one that is not known is not. Throws only when the question could not
   * be asked.
   */
  disabledAmong(uids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** POST /disabled, by services only. */
export const DisabledBody = Type.Object({
  uids: Type.Array(Type.String({ maxLength: 200 }), { maxItems: ACCOUNTS_ASKED_MAX }),
});
export const DisabledAnswer = Type.Object({ uids: Type.Array(Type.String()) });
