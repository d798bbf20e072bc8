import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client that was told off may take to read it and to close, ms. */
const PARTING_MS = 1_000;

/**
 * Answers outside of any route, in the shape of the API, and closes the connection, whether or not the client closes its
 * side: a socket that is only ended stays half open for as long as the client pleases.
 */
export function hangUp(socket: Socket, status: number): void {
  if (socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const text = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({ error: text.toLowerCase() });
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Not at once: what the client still sends would be answered with a reset, which takes the text away from it.
  const parting = setTimeout(() => socket.destroy(), PARTING_MS);
  socket.once('close', () => clearTimeout(parting));
}
