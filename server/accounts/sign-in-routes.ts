import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { AccountAnswer, TokenAnswer } from '../../contract/accounts/accounts.ts';
import { SIGNIN_FORM } from '../../contract/accounts/forms.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import { waitWithoutPlace } from '../platform/http/guess-delays.ts';
import type { Limits } from '../platform/http/limits.ts';
import { badRequest, forbidden, notFound, readForm, unauthorized } from '../platform/http/request.ts';
import { isOpaqueToken } from './credentials/tokens.ts';
import { countGuess, type GuessLimits, guessKey } from './guess-limits.ts';
import type { Sessions, SigninRefusal } from './sessions.ts';
import { clientOf } from './store/clients.ts';
import type { User } from './store/schema.ts';
import { toAccount } from './store/user-store.ts';

interface RouteDeps {
  readonly sessions: Sessions;
  readonly slowdown: GuessLimits;
  readonly limits: Limits;
  readonly userByUid: (uid: string) => Promise<User | undefined>;
}

/** For answers that hold tokens or codes. */
export const NEVER_STORED = { 'cache-control': 'no-store' };
const INVALID_TOKEN = 'invalid token';

/** Signing in, refreshing, asking who one is, signing out. */
export function signInRoutes(deps: RouteDeps): FastifyPluginAsyncTypebox {
  const { sessions, slowdown, limits, userByUid } = deps;
  const signIn = async (request: FastifyRequest) => {
    const client = clientOf(request);
    await limits.take('signinClient', client.address);
    const { email, password, code } = readForm(request, SIGNIN_FORM);
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
    if (!answer) throw unauthorized(INVALID_TOKEN);
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
        reply.headers(NEVER_STORED);
        return signIn(request);
      },
    );

    app.get(
      '/refresh',
      {
        config: { permission: 'refresh-token' },
        // A HEAD would spend the token and throw its successor away.
        exposeHeadRoute: false,
        schema: {
          summary: 'A new pair of tokens for a refresh token',
          response: { 200: TokenAnswer },
        },
      },
      async (request, reply) => {
        reply.headers(NEVER_STORED);
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
        reply.headers(NEVER_STORED);
        const user = request.caller && (await userByUid(request.caller.uid));
        if (!user) throw notFound('user not found');
        return toAccount(user);
      },
    );

    app.delete(
      '/signout/',
      {
        config: { permission: 'refresh-token' },
        schema: {
          summary: 'End the session of a refresh token',
          response: { 200: MessageAnswer },
        },
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
  refusal === 'second factor required' ? forbidden(refusal) : badRequest(refusal);

/** Throws 401 when the bearer has not the form of a refresh token. */
function refreshTokenOf(request: FastifyRequest): string {
  if (!isOpaqueToken(request.bearer)) throw unauthorized(INVALID_TOKEN);
  return request.bearer;
}
