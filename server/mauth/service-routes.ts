import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AuditHeapsBody } from '../../contract/audit-api.ts';
import { ErrorAnswer, MessageAnswer } from '../../contract/common.ts';
import {
  AccountKeyBody,
  type AccountStates,
  DisabledAnswer,
  DisabledBody,
  KnownAccountAnswer,
} from '../../contract/identity.ts';
import type { Heap } from '../audit/trail.ts';
import { badRequest } from '../http/errors.ts';
import type { ServiceTokens } from '../secrets/service-token.ts';
import { heapsOf } from './audit/received.ts';

/** What services in other processes ask of accounts, and what they tell the audit trail. */
export const serviceRoutes =
  (
    accounts: AccountStates,
    keep: (heaps: readonly Heap[]) => Promise<void>,
    { knows }: ServiceTokens,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/disabled',
      {
        config: { permission: 'service', knowsService: knows },
        schema: {
          summary: 'Which of these accounts are disabled',
          body: DisabledBody,
          response: { 200: DisabledAnswer, 400: ErrorAnswer, 401: ErrorAnswer },
        },
      },
      async ({ body }, reply) => {
        reply.header('cache-control', 'no-store');
        return { uids: [...(await accounts.disabledAmong(body.uids))] };
      },
    );

    app.post(
      '/account',
      {
        config: { permission: 'service', knowsService: knows },
        schema: {
          summary: 'Uid and present e-mail of the account with this uid, or else with this e-mail',
          body: AccountKeyBody,
          response: { 200: KnownAccountAnswer, 400: ErrorAnswer, 401: ErrorAnswer },
        },
      },
      async ({ body: { uid, email } }, reply) => {
        reply.header('cache-control', 'no-store');
        if (uid === undefined && email === undefined) throw badRequest('invalid body');
        const key = uid === undefined ? { email: email ?? '' } : { uid };
        return { account: await accounts.accountOf(key) };
      },
    );

    app.post(
      '/audit',
      {
        config: { permission: 'service', knowsService: knows },
        schema: {
          summary: 'Add to the journal what happened in another process',
          body: AuditHeapsBody,
          response: { 200: MessageAnswer, 400: ErrorAnswer, 401: ErrorAnswer },
        },
      },
      async ({ body }) => {
        const heaps = heapsOf(body);
        if (!heaps) throw badRequest('invalid body');
        await keep(heaps);
        return { message: 'recorded' };
      },
    );
  };
