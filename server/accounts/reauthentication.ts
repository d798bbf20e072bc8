// Asks signed-in users for their password again before sensitive changes, such as those of the second factor.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Caller, RecentPasswordAnswer } from '../../contract/accounts/accounts.ts';
import { CONFIRM_FORM } from '../../contract/accounts/forms.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import { readEmail } from '../../contract/fields/email.ts';
import type { AuditTrail } from '../../contract/journal/events.ts';
import { MINUTE_MS } from '../../contract/limits.ts';
import { type Limits, waitWithoutPlace } from '../platform/http/limits.ts';
import { badRequest, forbidden, readForm, requireCaller, unauthorized } from '../platform/http/request.ts';
import type { AccountsContext } from './context.ts';
import { FUTURE_TOLERANCE_MS } from './credentials/tokens.ts';
import { countGuess, type GuessLimits, guessKey } from './guess-limits.ts';
import { recordEvent } from './journal/record.ts';
import type { CodeRefusal, FactorCheck, TypedCode } from './second-factor.ts';
import { type Client, clientOf, ownerAsDoer } from './store/clients.ts';
import { findProofs, markAuthenticated } from './store/session-store.ts';
import * as store from './store/user-store.ts';

type ConfirmRefusal = 'incorrect password' | 'session over' | CodeRefusal;

/** Whether the password of a session was given recently. */
export interface Reauthentication {
  /** Whether the password was given lately; true while a mailed one is being changed, which opens nothing else. */
  isRecent(caller: Caller): Promise<boolean>;
  /** The same for changes of the second factor, which also need a code of the present one, given for that change. */
  isProven(caller: Caller): Promise<boolean>;
  /** Makes the caller's session as good as a new one, if password and code would sign in; null when done. */
  confirm(caller: Caller, password: string, code: TypedCode, client: Client): Promise<ConfirmRefusal | null>;
}

interface ReauthenticationDeps extends AccountsContext {
  readonly factorCheck: FactorCheck;
  /** How long a password counts, minutes; 0: as long as its session. */
  readonly minutes: number;
  readonly slowdown: Pick<GuessLimits, 'count'>;
  readonly trail: AuditTrail;
}

/** A page that was asked for the code comes again at once. */
const PROOF_MS = MINUTE_MS;

export function createReauthentication(deps: ReauthenticationDeps): Reauthentication {
  const { database, passwords, factorCheck, slowdown, clock, minutes, trail } = deps;
  const isWithin = (at: number, ms: number) => {
    const age = clock() - at;
    return age >= -FUTURE_TOLERANCE_MS && age < ms;
  };

  const isRecent: Reauthentication['isRecent'] = async ({ uid, sessionId, mustChangePassword }) => {
    if (minutes === 0 || mustChangePassword) return true;
    const proofs = await findProofs(database.read, uid, Number(sessionId));
    return proofs !== undefined && isWithin(proofs.authenticated_at, minutes * MINUTE_MS);
  };

  return {
    isRecent,

    isProven: async (caller) => {
      const { uid, sessionId } = caller;
      const user = await store.userByUid(database.read, uid);
      if (user?.factor_at == null) return isRecent(caller);
      const at = (await findProofs(database.read, uid, Number(sessionId)))?.code_at ?? null;
      return at !== null && isWithin(at, PROOF_MS);
    },

    confirm: async (caller, password, code, client) => {
      const { uid, sessionId } = caller;
      const by = ownerAsDoer(caller, client);
      const user = await store.userByUid(database.read, uid);
      if (!user) return 'session over';
      const refuse = (refusal: 'incorrect password' | 'incorrect code') => {
        const reason = refusal === 'incorrect code' ? 'code' : 'password';
        trail.record({ event: 'password.refused', by, target: user.email, targetUid: uid, details: { reason } });
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
        await recordEvent(transaction, { at: now, event: 'password.confirmed', uid, sessionId: Number(sessionId), by });
        return null;
      });
      return outcome === 'incorrect code' ? refuse(outcome) : outcome;
    },
  };
}

const isWrong = (outcome: unknown): boolean => outcome === 'incorrect password' || outcome === 'incorrect code';

export const reauthenticationRoutes =
  (
    reauthentication: Reauthentication,
    slowdown: Pick<GuessLimits, 'wait'>,
    limits: Limits,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/recent-password',
      {
        config: { permission: 'signed-in', duringFactorSetup: true },
        schema: {
          summary: 'Whether the own password was given so lately that sensitive changes do not ask for it',
          response: { 200: RecentPasswordAnswer },
        },
      },
      async (request) => ({ recent: await reauthentication.isRecent(requireCaller(request)) }),
    );

    app.post(
      '/confirm',
      {
        config: { permission: 'signed-in', duringFactorSetup: true, form: CONFIRM_FORM },
        schema: {
          summary: 'Give the own password again; sensitive changes are open to this session for a while',
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const caller = requireCaller(request);
        const client = clientOf(request);
        await limits.take('signinClient', client.address);
        const { password, code } = readForm(request, CONFIRM_FORM);
        const emailKey = readEmail(caller.email)?.key ?? caller.email;
        const check = async () => {
          await waitWithoutPlace(request, () => slowdown.wait(emailKey, client));
          return reauthentication.confirm(caller, password, code, client);
        };
        const refusal = await countGuess(
          limits,
          guessKey(client, emailKey),
          () => countGuess(limits, caller.uid, check, isWrong, 'confirmFailures'),
          isWrong,
        );
        if (refusal === 'session over') throw unauthorized();
        if (refusal === 'second factor required') throw forbidden(refusal);
        if (refusal) throw badRequest(refusal);
        return { message: 'password confirmed' };
      },
    );
  };
