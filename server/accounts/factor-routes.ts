/** Routes of the caller's own second factor. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as api from '../../contract/accounts/accounts.ts';
import { CODE_FORM } from '../../contract/accounts/forms.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import type { Limits } from '../platform/http/limits.ts';
import { badRequest, conflict, readForm, requireCaller, unauthorized } from '../platform/http/request.ts';
import { countGuess } from './guess-limits.ts';
import type { Factors } from './second-factor.ts';
import { clientOf } from './store/clients.ts';

const NONE = 'no second factor';

export function factorRoutes(
  factors: Factors,
  { isRecent, isProven }: Readonly<Record<'isRecent' | 'isProven', (caller: api.Caller) => Promise<boolean>>>,
  limits: Limits,
): FastifyPluginAsyncTypebox {
  const OWN = { permission: 'signed-in', duringFactorSetup: true } as const;
  const WITH_PASSWORD = { ...OWN, recentPassword: isProven };
  // The key that it puts into use was given for a proof.
  const WITH_KEY = { ...OWN, recentPassword: isRecent };
  return async (app) => {
    app.get(
      '/factor/',
      { config: OWN, schema: { summary: 'The own second factor', response: { 200: api.FactorAnswer } } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { since, codesLeft, isRequired } = await factors.stateOf(requireCaller(request));
        return { since: since === null ? null : new Date(since).toISOString(), codesLeft, required: isRequired };
      },
    );

    app.post(
      '/factor/',
      {
        config: WITH_PASSWORD,
        schema: {
          summary: 'A new key for an authenticator app, of use once a code of it was given',
          response: { 200: api.NewKeyAnswer },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return factors.begin(requireCaller(request));
      },
    );

    app.post(
      '/factor/on',
      {
        config: { ...WITH_KEY, form: CODE_FORM },
        schema: {
          summary: 'Put the new key into use with its first code; answers recovery codes, ends other sessions',
          response: { 200: api.RecoveryCodesAnswer },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { code } = readForm(request, CODE_FORM);
        const caller = requireCaller(request);
        const outcome = await countGuess(
          limits,
          caller.uid,
          () => factors.enable(caller, code, clientOf(request)),
          (refusal) => refusal === 'incorrect code',
          'confirmFailures',
        );
        if (outcome === 'session over') throw unauthorized();
        if (outcome === 'incorrect code') throw badRequest(outcome);
        return { codes: [...outcome] };
      },
    );

    app.post(
      '/factor/codes',
      {
        config: WITH_PASSWORD,
        schema: {
          summary: 'New recovery codes in place of the former ones',
          response: { 200: api.RecoveryCodesAnswer },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const codes = await factors.renewCodes(requireCaller(request), clientOf(request));
        if (!codes) throw conflict(NONE);
        return { codes: [...codes] };
      },
    );

    app.delete(
      '/factor/',
      {
        config: WITH_PASSWORD,
        schema: { summary: 'Do without a second factor, where the rank may', response: { 200: MessageAnswer } },
      },
      async (request) => {
        const refusal = await factors.remove(requireCaller(request), clientOf(request));
        if (refusal === 'required') throw conflict('second factor is required');
        if (refusal) throw conflict(NONE);
        return { message: 'second factor removed' };
      },
    );
  };
}
