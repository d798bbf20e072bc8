import type { IncomingMessage, ServerResponse } from 'node:http';
import { SECURITY_HEADERS } from './security-headers.ts';

/** A start that fills and builds takes some seconds. */
const RETRY_AFTER_S = '2';

/**
 * Answers whoever comes before the server has everything it serves: 503 with a time to come back. False for /health,
 * which tells that the process lives.
 */
export function answerWhileStarting({ url, method }: IncomingMessage, response: ServerResponse): boolean {
  if (url === '/health') return false;
  const body = JSON.stringify({ error: 'not ready' });
  response.writeHead(503, {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Retry-After': RETRY_AFTER_S,
    // What it sends is not read.
    Connection: 'close',
  });
  response.end(method === 'HEAD' ? undefined : body);
  return true;
}
