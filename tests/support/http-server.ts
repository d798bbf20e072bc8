import type { AddressInfo } from 'node:net';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { onTestFinished } from 'vitest';
import type { Caller, Identity } from '../../contract/accounts/accounts.ts';
import { buildServer } from '../../server/platform/http-server/server.ts';
import type { ServerOptions } from '../../server/platform/http-server/server-options.ts';

const caller = (name: string, rank: Caller['rank'], mustChangePassword = false): Caller => ({
  uid: name,
  email: `${name}@parts.example`,
  name,
  rank,
  sessionId: `session of ${name}`,
  mustChangePassword,
});

/** Tokens that the tests' servers know. */
const CALLERS: Readonly<Record<string, Caller>> = {
  'user-token': caller('user', 'user'),
  'admin-token': caller('admin', 'admin'),
  'long-ago-token': caller('long-ago', 'admin'),
  'reset-token': caller('reset', 'admin', true),
};

/** Knows the callers above, all but `long-ago-token` with a recent password; the token `no-answer` stands for an auth service that cannot be asked. */
export const testIdentity: Identity = {
  hasRecentPassword: async ({ uid }) => uid !== 'long-ago',
  callerOf: async (token) => {
    if (token === 'no-answer') throw new Error('auth service does not answer');
    return CALLERS[token] ?? null;
  },
};

export interface ListeningServer {
  readonly origin: string;
  readonly port: number;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Listens on a free port with these routes below /api/test; closed after the test. */
export async function serve(
  routes: FastifyPluginAsyncTypebox,
  options: Partial<ServerOptions> = {},
): Promise<ListeningServer> {
  const app = await buildServer({
    showsReference: true,
    services: [{ name: 'test', prefix: '/api/test', routes }],
    identity: testIdentity,
    ...options,
  });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return { origin, port, fetch: (path, init) => fetch(origin + path, init) };
}
