import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { type SessionAnswer, SessionListAnswer } from '../../contract/accounts/accounts.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import { readEmail } from '../../contract/fields/email.ts';
import type { PlaceOfAddress } from '../../settings/networks.ts';
import { auditActor, EmailPath, IdPath, notFound, requireCaller } from '../platform/http/request.ts';
import type { Sessions } from './sessions.ts';
import type { SessionRow } from './store/session-store.ts';

interface SessionRouteDeps {
  readonly sessions: Sessions;
  readonly placeOf: PlaceOfAddress;
  /** The uid of an account by its e-mail; undefined: there is none. */
  readonly uidOf: (emailKey: string) => Promise<string | undefined>;
}

const AccountSessionParams = Type.Object({ email: Type.String(), id: Type.String() });

/** Open sessions: one's own, and everybody's for administrators. */
export function sessionRoutes({ sessions, placeOf, uidOf }: SessionRouteDeps): FastifyPluginAsyncTypebox {
  async function accountIn(text: string): Promise<string> {
    const email = readEmail(text);
    const uid = email && (await uidOf(email.key));
    if (!uid) throw notFound('user not found');
    return uid;
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
        const { uid, sessionId } = requireCaller(request);
        return (await sessions.listOf(uid)).map(sessionAnswer(placeOf, sessionId));
      },
    );

    app.delete(
      '/session/',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'End the own sessions but the one that asks',
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const { uid, sessionId } = requireCaller(request);
        await sessions.endOthers(uid, Number(sessionId), auditActor(request));
        return { message: 'sessions destroyed' };
      },
    );

    app.delete(
      '/session/:id',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'End one of the own sessions',
          params: IdPath,
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const id = readSessionId(request.params.id);
        if (id === null || !(await sessions.endOf(requireCaller(request).uid, id, auditActor(request))))
          throw notFound('session not found');
        return { message: 'session destroyed' };
      },
    );

    app.get(
      '/admin/user/:email/session/',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'The sessions of an account',
          params: EmailPath,
          response: { 200: SessionListAnswer },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const uid = await accountIn(request.params.email);
        return (await sessions.listOf(uid)).map(sessionAnswer(placeOf, requireCaller(request).sessionId));
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
      async (request) => {
        const uid = await accountIn(request.params.email);
        const id = readSessionId(request.params.id);
        if (id === null || !(await sessions.endOf(uid, id, auditActor(request)))) throw notFound('session not found');
        return { message: 'session destroyed' };
      },
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

/** The id of a session in an address; null for what is none. */
const readSessionId = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);
