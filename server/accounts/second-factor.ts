import { formatRecoveryCode } from '../../contract/accounts/forms.ts';
import type { Caller } from '../../contract/accounts/identity.ts';
import type { Email } from '../../contract/fields/email.ts';
import type { AuditEvent, Doer } from '../../contract/journal/events.ts';
import { RECOVERY_CODE_DIGITS, RECOVERY_CODES } from '../../contract/limits.ts';
import type { Database } from '../platform/database/types.ts';
import { forbidden } from '../platform/http/request.ts';
import type { Passwords } from './credentials/passwords.ts';
import type { Clock, Random } from './credentials/random.ts';
import { type KeySeal, keyAddress, keyText, stepOfCode, storedCode } from './credentials/second-factor-codes.ts';
import { recordEvent } from './journal/record.ts';
import type { AccountMails } from './mails.ts';
import { type FactorPolicy, isFactorRequired, type TypedCode } from './second-factor-check.ts';
import { type Client, ownerAsDoer } from './store/clients.ts';
import * as factorStore from './store/factor-store.ts';
import type { AccountsSchema, User } from './store/schema.ts';
import { deleteOtherSessions, deleteSessionsOf, hasSession, spendGivenCode } from './store/session-store.ts';
import * as store from './store/user-store.ts';

/** A key that is to be brought into an app. */
interface NewKey {
  /** base32. */
  readonly key: string;
  /** What the QR code says. */
  readonly address: string;
}

interface FactorState {
  /** Since when there is one, ms; null: there is none. */
  readonly since: number | null;
  /** Unused recovery codes. */
  readonly codesLeft: number;
  readonly isRequired: boolean;
}

/**
 * The second factors of accounts: one key each, and recovery codes that are told once. A change of a factor in use spends the code that was
 * given in the session for it, and throws 403 where another change was quicker.
 */
export interface Factors {
  stateOf(caller: Caller): Promise<FactorState>;
  /** Makes a key, which is of no use before a code of it was given; a factor in use stays meanwhile. */
  begin(caller: Caller): Promise<NewKey>;
  /** Puts the key into use with its first code, ends the other sessions and resolves to the recovery codes. */
  enable(
    caller: Caller,
    code: TypedCode,
    client: Client,
  ): Promise<readonly string[] | 'incorrect code' | 'session over'>;
  /** Recovery codes in place of the former ones; null when there is no second factor. */
  renewCodes(caller: Caller, client: Client): Promise<readonly string[] | null>;
  /** Null when done. */
  remove(caller: Caller, client: Client): Promise<'required' | 'none' | null>;
  /** Takes the second factor of somebody who lost it, whose sessions end; `by` is who did it. Null when done. */
  reset(email: Email, by: Doer): Promise<'unknown' | 'none' | null>;
}

interface FactorDeps {
  readonly database: Database<AccountsSchema>;
  readonly postbox: AccountMails;
  readonly policy: FactorPolicy;
  readonly keySeal: KeySeal;
  readonly passwords: Pick<Passwords, 'digest'>;
  /** Stands over the codes in the app. */
  readonly siteName: string;
  readonly clock: Clock;
  readonly random: Random;
}

/** Bytes of a key: those of the hash, as RFC 4226 recommends. */
const KEY_BYTES = 20;

export function createFactors(deps: FactorDeps): Factors {
  const { database, passwords, postbox, policy, keySeal, siteName, clock, random } = deps;

  /** Codes and what is kept of them; no transaction waits for the hashes. */
  const newCodes = async (uid: string) => {
    const codes = Array.from({ length: RECOVERY_CODES }, () => random.digits(RECOVERY_CODE_DIGITS));
    const hashes = await Promise.all(codes.map((code) => storedCode(passwords, uid, code)));
    return { shown: codes.map(formatRecoveryCode), hashes };
  };

  const giveCodes = async (
    transaction: store.Source,
    uid: string,
    { shown, hashes }: Awaited<ReturnType<typeof newCodes>>,
  ) => {
    await factorStore.replaceRecoveryCodes(transaction, uid, hashes);
    return shown;
  };

  const record = (transaction: store.Source, event: AuditEvent, user: User, client: Client) =>
    recordEvent(transaction, { at: clock(), event, uid: user.uid, by: ownerAsDoer(user, client) });

  const spendProof = async (transaction: store.Source, user: User, sessionId: string) => {
    if (user.factor_at === null || (await spendGivenCode(transaction, Number(sessionId)))) return;
    throw forbidden('confirm password');
  };

  const stepOf = (uid: string, pending: string, code: TypedCode): number | null => {
    return code?.kind === 'app' ? stepOfCode(keySeal.open(uid, pending), code.digits, clock()) : null;
  };

  return {
    stateOf: async ({ uid, rank }) => {
      const user = await store.userByUid(database.read, uid);
      const codesLeft = await factorStore.countRecoveryCodes(database.read, uid);
      return { since: user?.factor_at ?? null, codesLeft, isRequired: isFactorRequired(policy, rank) };
    },

    begin: async ({ uid, sessionId, email }) => {
      const key = keyText(random.bytes(KEY_BYTES));
      const pending = keySeal.seal(uid, key);
      await database.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, uid);
        if (user) await spendProof(transaction, user, sessionId);
        await factorStore.storePendingKey(transaction, uid, pending);
      });
      return { key, address: keyAddress(key, { issuer: siteName, email }) };
    },

    enable: async ({ uid, sessionId }, code, client) => {
      // Hashes are made only for who has the code: they would keep sign-ins waiting.
      const begun = (await factorStore.findFactor(database.read, uid))?.pending;
      if (!begun || stepOf(uid, begun, code) === null) return 'incorrect code';
      const made = await newCodes(uid);
      const codes = await database.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, uid);
        if (!user || !(await hasSession(transaction, uid, Number(sessionId)))) return 'session over';
        const pending = (await factorStore.findFactor(transaction, uid))?.pending;
        const step = pending ? stepOf(uid, pending, code) : null;
        if (!pending || step === null) return 'incorrect code';
        const adopted = { uid, pending, step, now: clock() };
        if (!(await factorStore.activatePendingKey(transaction, adopted))) return 'incorrect code';
        await deleteOtherSessions(transaction, uid, Number(sessionId));
        await postbox.sendNotice(transaction, user, 'factor-added', client);
        await record(transaction, 'factor.set', user, client);
        return giveCodes(transaction, uid, made);
      });
      postbox.wake();
      return codes;
    },

    renewCodes: async ({ uid, sessionId }, client) => {
      if (((await store.userByUid(database.read, uid))?.factor_at ?? null) === null) return null;
      const made = await newCodes(uid);
      return database.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, uid);
        if (!user || user.factor_at === null) return null;
        await spendProof(transaction, user, sessionId);
        await record(transaction, 'factor.recovery-codes-renewed', user, client);
        return giveCodes(transaction, uid, made);
      });
    },

    remove: async ({ uid, rank, sessionId }, client) => {
      if (isFactorRequired(policy, rank)) return 'required';
      const outcome = await database.write(async (transaction) => {
        const user = await store.lockedUser(transaction, database.dialect, uid);
        if (!user || user.factor_at === null) return 'none';
        await spendProof(transaction, user, sessionId);
        await factorStore.deleteFactor(transaction, uid);
        await deleteOtherSessions(transaction, uid, Number(sessionId));
        await postbox.sendNotice(transaction, user, 'factor-removed', client);
        await record(transaction, 'factor.removed', user, client);
        return null;
      });
      postbox.wake();
      return outcome;
    },

    reset: async (email, by) => {
      const outcome = await database.write(async (transaction) => {
        const user: User | undefined = await store.userByEmail(transaction, email.key);
        if (!user) return 'unknown';
        if (!(await factorStore.deleteFactor(transaction, user.uid))) return 'none';
        await deleteSessionsOf(transaction, user.uid);
        await postbox.sendNotice(transaction, user, 'factor-removed', null);
        await recordEvent(transaction, { at: clock(), event: 'factor.reset', uid: user.uid, by });
        return null;
      });
      postbox.wake();
      return outcome;
    },
  };
}
