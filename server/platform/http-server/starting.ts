/** Answers requests while the server starts, on a port that is bound at once. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { API_POLICY, SECURITY_HEADERS } from '../security-headers.ts';

export interface ReservedPort {
  readonly port: number;
  /** Frees the port for the final listener; once is enough. */
  release(): Promise<void>;
}

/** Binds the port before anything else is opened, and answers requests meanwhile. Rejects with the error of the system. */
export async function reservePort(address: { readonly host: string; readonly port: number }): Promise<ReservedPort> {
  const server = createServer((request, response) => {
    if (answerWhileStarting(request, response)) return;
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' });
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify({ status: 'ok' }));
  });
  server.listen(address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async release() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A start that fills and builds takes some seconds. */
const RETRY_AFTER_S = '2';

/** Page shown during the start; the browser reloads it by itself. */
const PAGE =
  '<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Сайт запускается</title><h1>Сайт запускается</h1>' +
  '<p>Обычно это занимает меньше минуты. Страница откроется сама.</p></html>';

/** Answers requests during the start with 503 and a time to retry. False for /health, which is answered as usual. */
export function answerWhileStarting({ url, method, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (url === '/health') return false;
  const isPage = headers.accept?.includes('text/html') ?? false;
  const body = isPage ? PAGE : JSON.stringify({ error: 'not ready' });
  response.writeHead(503, {
    ...SECURITY_HEADERS,
    'Content-Security-Policy': API_POLICY,
    'Content-Type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
    ...(isPage ? { Refresh: RETRY_AFTER_S } : {}),
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Retry-After': RETRY_AFTER_S,
    // The body of the request is not read.
    Connection: 'close',
  });
  response.end(method === 'HEAD' ? undefined : body);
  return true;
}
