import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './server-options.ts';

/** How often the pace of bodies is looked at, ms. */
const LOOK_MS = 1_000;

/** A request whose body has not come whole. */
interface OpenBody {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly client: string;
  readonly beganAt: number;
  credit: BodyCredit;
  deadline: NodeJS.Timeout;
}

/** The bodies that are on their way: how many, from whom, how fast and for how long. */
export interface Intake {
  /** Takes note of a request with a body; where there are too many bodies, the one that is closest to being too slow is cut for it. */
  begin(request: IncomingMessage, response: ServerResponse, client: string): void;
  /** The body may take this long in all, ms from its beginning; until a route says so it has the shortest time. */
  allow(request: IncomingMessage, ms: number): void;
  close(): void;
}

/** Whether a request announces a body. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Watches bodies from outside, by what the sockets have received: nothing is read here. `clock` is monotone, ms.
 * A body that has used up its time or its credit is answered 408, or cut where an answer has begun.
 */
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
    // Behind another request of its connection it has no place to be answered yet.
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

  /** Makes room for one more, when there are `max`. */
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

/** How long a body may still go on if nothing more of it comes; each byte that comes buys time. */
interface BodyCredit {
  /** Milliseconds; below zero the body is too slow. */
  readonly left: number;
  /** Bytes received so far. */
  readonly bytes: number;
  /** When that was, milliseconds. */
  readonly at: number;
}

export interface BodyPace {
  /** Time that every body has to begin with, ms. */
  readonly graceMs: number;
  /** Bytes a second at which a body neither gains nor loses time. */
  readonly leastRate: number;
  /** Most time that a body can have in hand, ms: the longest stop of an honest line. */
  readonly stallMs: number;
}

/** The credit of a body that has just begun. */
export const firstCredit = ({ graceMs }: BodyPace, bytes: number, at: number): BodyCredit => ({
  left: graceMs,
  bytes,
  at,
});

/** The credit after so many bytes in all; a body that is not `read` meanwhile waits for us and loses nothing. */
export function creditAfter(
  credit: BodyCredit,
  pace: BodyPace,
  now: { readonly bytes: number; readonly at: number; readonly isRead: boolean },
): BodyCredit {
  const earned = ((now.bytes - credit.bytes) / pace.leastRate) * 1000;
  const spent = now.isRead ? now.at - credit.at : 0;
  return { left: Math.min(credit.left + earned - spent, pace.stallMs), bytes: now.bytes, at: now.at };
}

/** How long a client that was told off may take to read it and to close, ms. */
const PARTING_MS = 1_000;

/**
 * Answers outside of any route, in the shape of the API, and closes the connection, whether or not the client closes its
 * side: a socket that is only ended stays half open for as long as the client pleases.
 */
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
  // Not at once: what the client still sends would be answered with a reset, which takes the text away from it.
  const parting = setTimeout(() => socket.destroy(), PARTING_MS);
  socket.once('close', () => clearTimeout(parting));
}
