import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer, MessageAnswer } from '../../contract/common.ts';
import { PASSWORD_FORM } from '../../contract/forms/accounts.ts';
import { SessionListAnswer } from '../../contract/mauth.ts';
import { callerOf } from '../http/caller.ts';
import { badRequest, notFound, unauthorized } from '../http/errors.ts';
import { readForm } from '../http/read-form.ts';
import { clientOf } from './client.ts';
import type { NewPasswords } from './new-passwords.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Recovery } from './recovery.ts';
import type { Sessions } from './sessions.ts';
import { newPasswordOf } from './signup-routes.ts';

interface OwnRouteDeps {
  readonly sessions: Sessions;
  readonly recovery: Recovery;
  readonly reauthentication: Reauthentication;
  readonly newPasswords: NewPasswords;
}

const FAILURES = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
const SessionParams = Type.Object({ id: Type.String() });

/** What a signed-in user does with their own account: password and sessions. */
export function ownRoutes(deps: OwnRouteDeps): FastifyPluginAsyncTypebox {
  const { sessions, recovery, reauthentication, newPasswords } = deps;
  return async (app) => {
    app.patch(
      '/password',
      {
        config: {
          permission: 'signed-in',
          duringPasswordChange: true,
          duringFactorSetup: true,
          recentPassword: reauthentication.isRecent,
          form: PASSWORD_FORM,
        },
        schema: {
          summary: 'Change the own password; the other sessions end',
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const sent = readForm(request, PASSWORD_FORM);
        const password = await newPasswordOf(newPasswords, sent.password, caller.email);
        if (sent.password_2 !== password)
          // Clients of the old API compare with exactly this spelling.
          throw badRequest('password missmatch');
        const refusal = await recovery.change(caller, password, clientOf(request));
        if (refusal === 'same') throw badRequest('invalid password');
        if (refusal) throw unauthorized();
        return { message: 'password changed successfully' };
      },
    );

    app.get(
      '/session/',
      {
        config: { permission: 'signed-in' },
        schema: { summary: 'The own sessions', response: { 200: SessionListAnswer, ...FAILURES } },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { uid, sessionId } = callerOf(request);
        return (await sessions.listOf(uid)).map(({ id, agent, createdAt, lastUsedAt }) => ({
          id,
          agent,
          createdAt: new Date(createdAt).toISOString(),
          lastUsedAt: new Date(lastUsedAt).toISOString(),
          current: String(id) === sessionId,
        }));
      },
    );

    app.delete(
      '/session/:id',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'End one of the own sessions',
          params: SessionParams,
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async (request) => {
        const id = /^\d{1,15}$/.test(request.params.id) ? Number(request.params.id) : null;
        const { uid } = callerOf(request);
        if (id === null || !(await sessions.endOf(uid, id, clientOf(request))))
          throw notFound('session not found');
        return { message: 'session destroyed' };
      },
    );
  };
}
