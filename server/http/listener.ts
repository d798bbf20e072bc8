import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ProxyTrust } from '../../settings/proxy-trust.ts';
import { onBehalfOf } from '../signals/request-context.ts';
import { requestCame } from '../signals/signals.ts';
import { capConnections } from './connections.ts';
import { hangUp } from './hang-up.ts';
import { hasBody, type Intake } from './intake.ts';
import { clientKey } from './limits.ts';
import type { ConnectionLimits } from './options.ts';
import { clientAddress } from './proxies.ts';
import { keepContext, type NameRules, nameOfRequest, REQUEST_ID_HEADER } from './request-id.ts';
import { STRICT_TRANSPORT } from './security-headers.ts';
import type { Site } from './site/site.ts';
import { answerWhileStarting } from './starting.ts';

/** How often Node looks for connections over their time, ms. */
const CHECK_INTERVAL = 1_000;

/** Largest request line and headers together, bytes: room for a query of 10 kB in percent notation. */
const HEADERS_MAX = 64 * 1024;

export interface ListenerOptions {
  readonly site: Site | undefined;
  readonly limits: ConnectionLimits;
  readonly intake: Intake;
  readonly trust: ProxyTrust;
  /** By what other services of the installation prove what they call a request. */
  readonly proofs: NameRules['proofs'];
  /** Whether browsers reach the site by https, and shall never try anything else. */
  readonly isSecure: boolean;
  /** False while the start goes on behind the listener. */
  readonly isOpen: () => boolean;
  /** True before a stop: each connection goes with its next answer, so that none is cut in the middle of a request. */
  readonly isLeaving: () => boolean;
}

/**
 * The HTTP server: files of the site are answered here, before any routing, everything else by `handle`.
 * Slow headers and bodies are cut at the limits, and so are connections that are too many.
 */
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
    toldOf(request, response);
    const { id, traceparent } = nameOfRequest(request, { trust, proofs });
    const context = { id };
    keepContext(request, context);
    response.setHeader(REQUEST_ID_HEADER, id);
    if (requestCame.isHeard) requestCame.tell({ request: context, traceparent });
    onBehalfOf(context, () => handle(request, response));
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
  const toldOf = capConnections(server, limits, (address) =>
    trust(address, 0) ? null : clientKey(address ?? ''),
  );
  server.once('close', () => intake.close());
  return server;
}

const clientOf = ({ socket, headers }: IncomingMessage, trust: ProxyTrust): string =>
  clientKey(clientAddress(socket.remoteAddress, headers['x-forwarded-for'], trust));

/** Answers a client that does not speak HTTP, or too slowly, in the shape of the API and hangs up. */
export function answerBrokenClient(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  hangUp(
    socket,
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400,
  );
}
