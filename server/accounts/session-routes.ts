// Routes for signing in and out, refreshing tokens, and listing and ending the sessions of an account.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AccountAnswer, type SessionAnswer, SessionListAnswer, TokenAnswer } from '../../contract/accounts/accounts.ts';
import { SIGNIN_FORM } from '../../contract/accounts/forms.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import { readEmail } from '../../contract/fields/email.ts';
import type { PlaceOfAddress } from '../../settings/networks.ts';
import { type Limits, waitWithoutPlace } from '../platform/http/limits.ts';
import * as http from '../platform/http/request.ts';
import { isOpaqueToken } from './credentials/tokens.ts';
import { countGuess, type GuessLimits, guessKey } from './guess-limits.ts';
import type { Sessions, SigninRefusal } from './sessions.ts';
import { clientOf } from './store/clients.ts';
import type { User } from './store/schema.ts';
import type { SessionRow } from './store/session-store.ts';
import { toAccount } from './store/user-store.ts';

interface RouteDeps {
  readonly sessions: Sessions;
  readonly slowdown: GuessLimits;
  readonly limits: Limits;
  readonly userByUid: (uid: string) => Promise<User | undefined>;
}

const INVALID_TOKEN = 'invalid token';

export function signInRoutes(deps: RouteDeps): FastifyPluginAsyncTypebox {
  const { sessions, slowdown, limits, userByUid } = deps;
  const signIn = async (request: FastifyRequest) => {
    const client = clientOf(request);
    await limits.take('signinClient', client.address);
    const { email, password, code } = http.readForm(request, SIGNIN_FORM);
    const guesser = guessKey(client, email.key);
    const outcome = await countGuess(
      limits,
      guesser,
      async () => {
        await waitWithoutPlace(request, () => slowdown.wait(email.key, client));
        return sessions.signIn(email, password, client, code);
      },
      (answer) => typeof answer === 'string' && answer !== 'second factor required',
    );
    if (typeof outcome === 'string') throw refusalOf(outcome);
    return outcome;
  };

  const refresh = async (request: FastifyRequest) => {
    const answer = await sessions.refresh(refreshTokenOf(request), clientOf(request));
    if (!answer) throw http.unauthorized(INVALID_TOKEN);
    return answer;
  };

  return async (app) => {
    app.post(
      '/signin',
      {
        config: { permission: 'anyone', form: SIGNIN_FORM },
        schema: {
          summary: 'Sign in',
          description:
            'Answers 403 `second factor required` to the right password of an account with a second factor: the call is repeated with `code`.',
          response: { 200: TokenAnswer },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return signIn(request);
      },
    );

    app.get(
      '/refresh',
      {
        config: { permission: 'refresh-token' },
        // A HEAD would spend the token and throw its successor away.
        exposeHeadRoute: false,
        schema: { summary: 'A new pair of tokens for a refresh token', response: { 200: TokenAnswer } },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return refresh(request);
      },
    );

    app.get(
      '/access/',
      {
        config: { permission: 'signed-in', duringPasswordChange: true, duringFactorSetup: true },
        schema: { summary: 'The account of the caller', response: { 200: AccountAnswer } },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const user = request.caller && (await userByUid(request.caller.uid));
        if (!user) throw http.notFound('user not found');
        return toAccount(user);
      },
    );

    app.delete(
      '/signout/',
      {
        config: { permission: 'refresh-token' },
        schema: { summary: 'End the session of a refresh token', response: { 200: MessageAnswer } },
      },
      async (request) => {
        await sessions.signOut(refreshTokenOf(request), clientOf(request));
        return { message: 'session destroyed' };
      },
    );
  };
}

/** The right password without a code is no mistake: the client goes on to ask for one. */
const refusalOf = (refusal: SigninRefusal) =>
  refusal === 'second factor required' ? http.forbidden(refusal) : http.badRequest(refusal);

/** Throws 401 when the bearer has not the form of a refresh token. */
function refreshTokenOf(request: FastifyRequest): string {
  if (!isOpaqueToken(request.bearer)) throw http.unauthorized(INVALID_TOKEN);
  return request.bearer;
}

interface SessionRouteDeps {
  readonly sessions: Sessions;
  readonly placeOf: PlaceOfAddress;
  /** The uid of an account by its e-mail; undefined: there is none. */
  readonly uidOf: (emailKey: string) => Promise<string | undefined>;
}

const AccountSessionParams = Type.Object({ email: Type.String(), id: Type.String() });

export function sessionRoutes({ sessions, placeOf, uidOf }: SessionRouteDeps): FastifyPluginAsyncTypebox {
  async function accountIn(text: string): Promise<string> {
    const email = readEmail(text);
    const uid = email && (await uidOf(email.key));
    if (!uid) throw http.notFound('user not found');
    return uid;
  }

  async function endSession(request: FastifyRequest, uid: string, text: string): Promise<{ message: string }> {
    const id = http.idIn(text);
    if (id === 0 || !(await sessions.endOf(uid, id, http.auditActor(request))))
      throw http.notFound('session not found');
    return { message: 'session destroyed' };
  }

  return async (app) => {
    app.get(
      '/session/',
      {
        config: { permission: 'signed-in' },
        schema: { summary: 'The own sessions', response: { 200: SessionListAnswer } },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { uid, sessionId } = http.requireCaller(request);
        return (await sessions.listOf(uid)).map(sessionAnswer(placeOf, sessionId));
      },
    );

    app.delete(
      '/session/',
      {
        config: { permission: 'signed-in' },
        schema: { summary: 'End the own sessions but the one that asks', response: { 200: MessageAnswer } },
      },
      async (request) => {
        const { uid, sessionId } = http.requireCaller(request);
        await sessions.endOthers(uid, Number(sessionId), http.auditActor(request));
        return { message: 'sessions destroyed' };
      },
    );

    app.delete(
      '/session/:id',
      {
        config: { permission: 'signed-in' },
        schema: { summary: 'End one of the own sessions', params: http.IdPath, response: { 200: MessageAnswer } },
      },
      (request) => endSession(request, http.requireCaller(request).uid, request.params.id),
    );

    app.get(
      '/admin/user/:email/session/',
      {
        config: { permission: 'admin' },
        schema: { summary: 'The sessions of an account', params: http.EmailPath, response: { 200: SessionListAnswer } },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const uid = await accountIn(request.params.email);
        return (await sessions.listOf(uid)).map(sessionAnswer(placeOf, http.requireCaller(request).sessionId));
      },
    );

    app.delete(
      '/admin/user/:email/session/:id',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'End one session of an account',
          params: AccountSessionParams,
          response: { 200: MessageAnswer },
        },
      },
      async (request) => endSession(request, await accountIn(request.params.email), request.params.id),
    );
  };
}

/** A session as its owner, or an administrator, sees it; `current` is the id of the one that asks. */
const sessionAnswer =
  (placeOf: PlaceOfAddress, current: string) =>
  ({ id, agent, address, createdAt, lastUsedAt }: SessionRow): SessionAnswer => ({
    id,
    agent,
    address,
    place: placeOf(address),
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: new Date(lastUsedAt).toISOString(),
    current: String(id) === current,
  });
