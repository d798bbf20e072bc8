import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './options.ts';
import type { Site } from './site/site.ts';

/** How often Node looks for connections over their time, ms. */
const CHECK_INTERVAL = 1_000;

/** Largest request line and headers together, bytes: room for a query of 10 kB in percent notation. */
const HEADERS_MAX = 64 * 1024;

/**
 * The HTTP server: files of the site are answered here, before any routing, everything else by `handle`.
 * Slow headers and bodies are cut at the limits.
 */
export function createListener(
  handle: RequestListener,
  site: Site | undefined,
  limits: ConnectionLimits,
): Server {
  const listener: RequestListener = site
    ? (request, response) => {
        if (!site.serve(request, response)) handle(request, response);
      }
    : handle;
  return createServer(
    {
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      maxHeaderSize: HEADERS_MAX,
      connectionsCheckingInterval: CHECK_INTERVAL,
    },
    listener,
  );
}

/** Answers a client that does not speak HTTP, or too slowly, in the shape of the API and hangs up. */
export function answerBrokenClient(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const text = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({ error: text.toLowerCase() });
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
