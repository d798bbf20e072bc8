import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer, MessageAnswer } from '../../contract/common.ts';
import { readEmail } from '../../contract/fields/email.ts';
import { CONFIRM_FORM } from '../../contract/forms/accounts.ts';
import { RecentPasswordAnswer } from '../../contract/identity.ts';
import { callerOf } from '../http/caller.ts';
import { badRequest, forbidden, unauthorized } from '../http/errors.ts';
import type { Limits } from '../http/limits.ts';
import { standAside } from '../http/pressure.ts';
import { readForm } from '../http/read-form.ts';
import { countGuess, guesserOf } from './attempts.ts';
import { clientOf } from './client.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Slowdown } from './slowdown.ts';

const isWrong = (outcome: unknown): boolean =>
  outcome === 'incorrect password' || outcome === 'incorrect code';

/** Giving the password again, for the changes that ask for a recent one. */
export const confirmRoute =
  (
    reauthentication: Reauthentication,
    slowdown: Pick<Slowdown, 'wait'>,
    limits: Limits,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/recent-password',
      {
        config: { permission: 'signed-in', duringFactorSetup: true },
        schema: {
          summary: 'Whether the own password was given so lately that sensitive changes do not ask for it',
          response: { 200: RecentPasswordAnswer, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
        },
      },
      async (request) => ({ recent: await reauthentication.isRecent(callerOf(request)) }),
    );

    app.post(
      '/confirm',
      {
        config: { permission: 'signed-in', duringFactorSetup: true, form: CONFIRM_FORM },
        schema: {
          summary: 'Give the own password again; sensitive changes are open to this session for a while',
          response: { 200: MessageAnswer, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const client = clientOf(request);
        await limits.take('signinClient', client.address);
        const { password, code } = readForm(request, CONFIRM_FORM);
        const emailKey = readEmail(caller.email)?.key ?? caller.email;
        const check = async () => {
          await standAside(request, () => slowdown.wait(emailKey, client));
          return reauthentication.confirm(caller, password, code, client);
        };
        const refusal = await countGuess(
          limits,
          guesserOf(client, emailKey),
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
