/** The HTTP listener in front of all routes: connection limits, client addresses, files of the site. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, type ProxyTrust } from '../../../settings/networks.ts';
import type { Site } from '../built-site/site.ts';
import { clientKey } from '../http/request.ts';
import { keepContext, type NameRules, nameOfRequest, REQUEST_ID_HEADER, runForRequest } from '../request-context.ts';
import { STRICT_TRANSPORT } from '../security-headers.ts';
import { requestCame } from '../signals.ts';
import { answerAndClose, hasBody, type Intake } from './intake.ts';
import type { ConnectionLimits } from './server-options.ts';
import { answerWhileStarting } from './starting.ts';

const CHECK_INTERVAL = 1_000;

/** Largest request line and headers together, bytes: room for a query of 10 kB in percent notation. */
const HEADERS_MAX = 64 * 1024;

interface ListenerOptions {
  readonly site: Site | undefined;
  readonly limits: ConnectionLimits;
  readonly intake: Intake;
  readonly trust: ProxyTrust;
  /** Verifies ids of requests that other services of the installation send. */
  readonly proofs: NameRules['proofs'];
  /** Whether browsers reach the site by https and must never try anything else. */
  readonly isSecure: boolean;
  /** False while the start continues behind the listener. */
  readonly isOpen: () => boolean;
  /** True before a stop: each connection is closed after its next answer, never in the middle of a request. */
  readonly isLeaving: () => boolean;
}

/** Answers files of the site before any routing, all else by `handle`. Cuts slow senders and surplus connections. */
export function createListener(
  handle: RequestListener,
  { site, limits, intake, trust, proofs, isSecure, isOpen, isLeaving }: ListenerOptions,
): Server {
  const listener: RequestListener = (request, response) => {
    if (hasBody(request)) intake.begin(request, response, clientOf(request, trust));
    if (isLeaving()) response.shouldKeepAlive = false;
    if (isSecure) response.setHeader('Strict-Transport-Security', STRICT_TRANSPORT);
    if (!isOpen() && answerWhileStarting(request, response)) return;
    if (site?.serve(request, response)) return;
    originOf(request, response);
    const { id, traceparent } = nameOfRequest(request, { trust, proofs });
    const context = { id };
    keepContext(request, context);
    response.setHeader(REQUEST_ID_HEADER, id);
    if (requestCame.hasListeners) requestCame.report({ request: context, traceparent });
    runForRequest(context, () => handle(request, response));
  };
  const server = createServer(
    {
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      maxHeaderSize: HEADERS_MAX,
      connectionsCheckingInterval: CHECK_INTERVAL,
    },
    listener,
  );
  const originOf = capConnections(server, limits, (address) => (trust(address, 0) ? null : clientKey(address ?? '')));
  server.once('close', () => intake.close());
  return server;
}

const clientOf = ({ socket, headers }: IncomingMessage, trust: ProxyTrust): string =>
  clientKey(clientAddress(socket.remoteAddress, headers['x-forwarded-for'], trust));

/** Answers a client that does not speak HTTP, or too slowly, in the shape of the API and closes the connection. */
export function answerBrokenClient(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  answerAndClose(
    socket,
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400,
  );
}

interface Connection {
  readonly socket: Socket;
  /** Null: a proxy, which sends for many clients. */
  readonly client: string | null;
  running: number;
}

/**
 * A surplus connection replaces the one that has been idle for longest, or that is still sending headers; where all are
 * at work it is refused. Call the returned function for each API request.
 */
function capConnections(
  server: Server,
  caps: Pick<ConnectionLimits, 'connectionsOfClientMax' | 'connectionsMax'>,
  clientOf: (address: string | undefined) => string | null,
): (request: IncomingMessage, response: ServerResponse) => void {
  /** In order of last use, oldest first. */
  const all = new Map<Socket, Connection>();
  const byClient = new Map<string, Set<Connection>>();

  function makeRoom(connections: Iterable<Connection>): boolean {
    for (const connection of connections) {
      if (connection.running > 0) continue;
      remove(connection);
      connection.socket.destroy();
      return true;
    }
    return false;
  }

  function remove(connection: Connection): void {
    all.delete(connection.socket);
    if (connection.client === null) return;
    const own = byClient.get(connection.client);
    own?.delete(connection);
    if (own?.size === 0) byClient.delete(connection.client);
  }

  function put(connection: Connection): void {
    all.set(connection.socket, connection);
    if (connection.client === null) return;
    const own = byClient.get(connection.client) ?? new Set();
    byClient.set(connection.client, own.add(connection));
  }

  server.on('connection', (socket: Socket) => {
    const client = clientOf(socket.remoteAddress);
    const own = client === null ? undefined : byClient.get(client);
    const mayStay =
      (!own || own.size < caps.connectionsOfClientMax || makeRoom(own)) &&
      (all.size < caps.connectionsMax || makeRoom(all.values()));
    if (!mayStay) {
      socket.destroy();
      return;
    }
    const connection = { socket, client, running: 0 };
    put(connection);
    socket.once('close', () => remove(connection));
  });

  return ({ socket }, response) => {
    const connection = all.get(socket);
    if (!connection) return;
    connection.running += 1;
    response.once('close', () => {
      connection.running -= 1;
      if (!all.has(socket)) return;
      // Moves it to the end of the order: it was just used.
      remove(connection);
      put(connection);
    });
  };
}
