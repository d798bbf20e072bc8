/**
 * Who the caller is: the one port between the auth service and the others.
 * In one process mauth's own implementation is handed over; apart it is a call of mauth's /access/.
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
}

export interface Identity {
  /** Resolves to the caller of a valid, unrevoked access token, otherwise null. Throws only when the question could not be asked. */
  callerOf(accessToken: string): Promise<Caller | null>;
}
