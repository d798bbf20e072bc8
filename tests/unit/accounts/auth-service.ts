import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small auth service with the rules that the browser's side leans on: rotation, refusal, faults on demand. */
export interface AuthService {
  readonly url: string;
  /** Refresh tokens that are still good. */
  readonly refreshes: Set<string>;
  /** Access tokens that are good. */
  readonly accesses: Set<string>;
  /** Method and path of every call, in order. */
  readonly calls: string[];
  /** What the next calls of a path answer instead, by path; 'cut' breaks the connection. */
  readonly faults: Map<string, number | 'cut'>;
  /** Seconds that given out access tokens live. */
  expires: number;
  rank: 'user' | 'admin';
  /** The password came by mail. */
  mustChangePassword: boolean;
  /** A refresh is answered only after this. */
  hold: Promise<unknown>;
  count(call: string): number;
  close(): Promise<void>;
}

/** Starts the service on a free port. */
export async function startAuthService(): Promise<AuthService> {
  let given = 0;
  const server = createServer((request, response) => void answer(request, response));
  const service: AuthService = {
    url: '',
    refreshes: new Set(),
    accesses: new Set(),
    calls: [],
    faults: new Map(),
    expires: 1800,
    rank: 'admin',
    mustChangePassword: false,
    hold: Promise.resolve(),
    count: (call) => service.calls.filter((made) => made === call).length,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  function pair() {
    given += 1;
    const tokens = { access: `access-${given}`, refresh: `refresh-${given}` };
    service.accesses.add(tokens.access);
    service.refreshes.add(tokens.refresh);
    const mustChangePassword = service.mustChangePassword ? { mustChangePassword: true } : {};
    return { ...tokens, type: 'Bearer', expires: service.expires, ...mustChangePassword };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = request.url ?? '';
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
    service.calls.push(`${request.method} ${path}`);
    let body = '';
    for await (const chunk of request) body += chunk;
    const fault = service.faults.get(path);
    if (fault === 'cut') return void response.destroy();
    if (fault) return void send(fault, { error: 'fault' });
    if (path === '/signin') {
      return void (new URLSearchParams(body).get('password') === 'right'
        ? send(200, pair())
        : send(400, { error: 'incorrect password' }));
    }
    if (path === '/refresh') {
      await service.hold;
      return void (service.refreshes.delete(bearer) ? send(200, pair()) : send(401, { error: 'invalid token' }));
    }
    if (path === '/signout/') {
      service.refreshes.delete(bearer);
      return void send(200, { message: 'session destroyed' });
    }
    if (!service.accesses.has(bearer)) return void send(401, { error: 'invalid access token' });
    if (path === '/access/') {
      const createdAt = '2026-01-01T00:00:00.000Z';
      return void send(200, { email: 'a@b.test', rank: service.rank, name: null, createdAt, updatedAt: createdAt });
    }
    send(200, { body });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(service, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
