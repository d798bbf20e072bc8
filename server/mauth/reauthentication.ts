import type { AuditTrail } from '../../contract/audit.ts';
import type { Caller } from '../../contract/identity.ts';
import type { Database } from '../database/types.ts';
import { recordEvent } from './audit/record.ts';
import { type Client, ownDoing } from './client.ts';
import type { CodeRefusal, FactorCheck, TypedCode } from './factor-check.ts';
import type { Passwords } from './passwords.ts';
import type { Clock } from './ports.ts';
import type { MauthSchema } from './schema.ts';
import { authenticatedAt, codeGivenAt, markAuthenticated } from './session-store.ts';
import type { Slowdown } from './slowdown.ts';
import * as store from './user-store.ts';

/** Why a session was not renewed. */
type ConfirmRefusal = 'incorrect password' | 'session over' | CodeRefusal;

/** Whether the password of a session was given recently. */
export interface Reauthentication {
  /**
   * Whether the caller gave the password a short while ago. Always true while a mailed password is being changed: the
   * sign-in that it was good for leads to nothing else.
   */
  isRecent(caller: Caller): Promise<boolean>;
  /**
   * The same for changes of the second factor, which need a code of the present one too, given for that very change: how recently
   * the session began says nothing.
   */
  isProven(caller: Caller): Promise<boolean>;
  /** Makes the caller's session as good as a new one, if password and code would sign in; null when done. */
  confirm(caller: Caller, password: string, code: TypedCode, client: Client): Promise<ConfirmRefusal | null>;
}

interface ReauthenticationDeps {
  readonly database: Database<MauthSchema>;
  readonly passwords: Passwords;
  readonly factorCheck: FactorCheck;
  readonly clock: Clock;
  /** How long a password counts, minutes; 0: as long as its session. */
  readonly minutes: number;
  /** What wrong passwords are counted by. */
  readonly slowdown: Pick<Slowdown, 'count'>;
  /** Where wrong passwords are told. */
  readonly trail: AuditTrail;
}

const MINUTE = 60_000;
/** A page that was asked for the code comes again at once. */
const PROOF_MS = MINUTE;
/** A password from further in the future than this was given before the clock was set back. */
const FUTURE_TOLERANCE_MS = 60_000;

export function createReauthentication(deps: ReauthenticationDeps): Reauthentication {
  const { database, passwords, factorCheck, slowdown, clock, minutes, trail } = deps;
  const isWithin = (at: number, ms: number) => {
    const age = clock() - at;
    return age >= -FUTURE_TOLERANCE_MS && age < ms;
  };

  const isRecent: Reauthentication['isRecent'] = async ({ uid, sessionId, mustChangePassword }) => {
    if (minutes === 0 || mustChangePassword) return true;
    const at = await authenticatedAt(database.read, uid, Number(sessionId));
    return at !== undefined && isWithin(at, minutes * MINUTE);
  };

  return {
    isRecent,

    isProven: async (caller) => {
      const { uid, sessionId } = caller;
      const user = await store.userByUid(database.read, uid);
      if (user?.factor_at == null) return isRecent(caller);
      const at = await codeGivenAt(database.read, uid, Number(sessionId));
      return at !== null && isWithin(at, PROOF_MS);
    },

    confirm: async (caller, password, code, client) => {
      const { uid, sessionId } = caller;
      const by = ownDoing(caller, client);
      const user = await store.userByUid(database.read, uid);
      if (!user) return 'session over';
      const refuse = (refusal: 'incorrect password' | 'incorrect code') => {
        const reason = refusal === 'incorrect code' ? 'code' : 'password';
        trail.record({
          event: 'password.refused',
          by,
          target: user.email,
          targetUid: uid,
          details: { reason },
        });
        return refusal;
      };
      if (!(await passwords.verify(password, user.password_hash))) {
        await slowdown.count(user, client);
        return refuse('incorrect password');
      }
      if (factorCheck.isMissing(user, code)) return 'second factor required';
      const hashed = await factorCheck.hashed(user, code);
      const outcome = await database.write(async (transaction) => {
        const now = clock();
        const found = await store.lockedUser(transaction, database.dialect, uid);
        // The password may have become another one while it was being hashed.
        if (found?.password_version !== user.password_version) return 'incorrect password';
        const refusal = await factorCheck.spend(transaction, found, hashed, client);
        if (refusal) return refusal;
        const withCode = found.factor_at !== null;
        if (!(await markAuthenticated(transaction, { uid, sessionId: Number(sessionId), withCode, now })))
          return 'session over';
        await recordEvent(transaction, {
          at: now,
          event: 'password.confirmed',
          uid,
          sessionId: Number(sessionId),
          by,
        });
        return null;
      });
      return outcome === 'incorrect code' ? refuse(outcome) : outcome;
    },
  };
}
