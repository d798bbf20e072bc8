import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_POLICY, SECURITY_HEADERS } from './security-headers.ts';

/** A start that fills and builds takes some seconds. */
const RETRY_AFTER_S = '2';

/** For a person who looks in during the start; the browser asks again by itself. */
const PAGE =
  '<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Сайт запускается</title><h1>Сайт запускается</h1>' +
  '<p>Обычно это занимает меньше минуты. Страница откроется сама.</p></html>';

/**
 * Answers whoever comes before the server has everything it serves: 503 with a time to come back. False for /health,
 * which tells that the process lives.
 */
export function answerWhileStarting(
  { url, method, headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
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
    // What it sends is not read.
    Connection: 'close',
  });
  response.end(method === 'HEAD' ? undefined : body);
  return true;
}
