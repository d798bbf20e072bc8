/** Protects the server from slow requests: rates of bodies, and the end of a connection. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type BodyCredit, creditAfter, firstCredit } from './body-pace.ts';
import type { ConnectionLimits } from './server-options.ts';

const LOOK_MS = 1_000;

interface OpenBody {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly client: string;
  readonly beganAt: number;
  credit: BodyCredit;
  deadline: NodeJS.Timeout;
}

export interface Intake {
  /** Registers a request with a body; of too many bodies the one that is closest to being too slow is cut. */
  begin(request: IncomingMessage, response: ServerResponse, client: string): void;
  /** Sets the time for the whole body, ms from its beginning; until a route sets it, it is the shortest time. */
  allow(request: IncomingMessage, ms: number): void;
  close(): void;
}

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Without reading bodies, by what sockets receive (`clock`: monotone, ms). Out of time or credit: 408, or cut. */
export function createIntake(limits: ConnectionLimits, clock: () => number = () => performance.now()): Intake {
  const byRequest = new Map<IncomingMessage, OpenBody>();
  const byClient = new Map<string, Set<OpenBody>>();
  const pace = { graceMs: limits.bodyGrace, leastRate: limits.bodyRate, stallMs: limits.bodyStall };

  function forget(body: OpenBody): void {
    clearTimeout(body.deadline);
    byRequest.delete(body.request);
    const others = byClient.get(body.client);
    others?.delete(body);
    if (others?.size === 0) byClient.delete(body.client);
  }

  function cut(body: OpenBody): void {
    forget(body);
    const { request, response } = body;
    if (request.complete) return;
    // Behind another request of its connection it cannot be answered yet.
    if (response.headersSent || !response.socket) request.socket.destroy();
    else answerAndClose(request.socket, 408);
  }

  function look(body: OpenBody): void {
    const { request } = body;
    body.credit = creditAfter(body.credit, pace, {
      bytes: request.socket.bytesRead,
      at: clock(),
      isRead: request.readableLength < request.readableHighWaterMark,
    });
  }

  function makeRoom(bodies: Iterable<OpenBody>, count: () => number, max: number): void {
    if (count() < max) return;
    let slowest: OpenBody | undefined;
    for (const body of bodies) {
      if (body.request.complete) forget(body);
      else {
        look(body);
        if (!slowest || body.credit.left < slowest.credit.left) slowest = body;
      }
    }
    if (slowest && count() >= max) cut(slowest);
  }

  const watch = setInterval(
    () => {
      for (const body of byRequest.values()) {
        if (body.request.complete) forget(body);
        else {
          look(body);
          if (body.credit.left < 0) cut(body);
        }
      }
    },
    Math.min(LOOK_MS, limits.bodyGrace),
  );
  watch.unref();

  return {
    begin(request, response, client) {
      const own = byClient.get(client) ?? new Set();
      makeRoom(own, () => own.size, limits.bodiesOfClientMax);
      makeRoom(byRequest.values(), () => byRequest.size, limits.bodiesMax);
      const at = clock();
      const body: OpenBody = {
        request,
        response,
        client,
        beganAt: at,
        credit: firstCredit(pace, request.socket.bytesRead, at),
        deadline: setTimeout(() => cut(body), shortestOf(limits)),
      };
      own.add(body);
      byClient.set(client, own);
      byRequest.set(request, body);
      request.once('end', () => forget(body)).once('close', () => forget(body));
    },
    allow(request, ms) {
      const body = byRequest.get(request);
      if (!body) return;
      clearTimeout(body.deadline);
      body.deadline = setTimeout(() => cut(body), Math.max(0, body.beganAt + ms - clock()));
    },
    close: () => clearInterval(watch),
  };
}

const shortestOf = ({ anonymousBodyTimeout, bodyTimeout }: ConnectionLimits) =>
  Math.min(anonymousBodyTimeout, bodyTimeout);

/** How long a refused client may take to read the answer and to close, ms. */
const PARTING_MS = 1_000;

/** Answers in the shape of the API and closes the connection: one that is only ended stays half open for long. */
export function answerAndClose(socket: Socket, status: number): void {
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
  // Delayed: further data of the client would be answered with a reset, which discards the text at the client.
  const parting = setTimeout(() => socket.destroy(), PARTING_MS);
  socket.once('close', () => clearTimeout(parting));
}
