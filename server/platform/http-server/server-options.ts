/** Options and default limits of the HTTP server. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import type { Identity, RoleActions } from '../../../contract/accounts/accounts.ts';
import type { AuditTrail } from '../../../contract/journal/events.ts';
import type { ProxyTrust } from '../../../settings/networks.ts';
import type { Site } from '../built-site/site.ts';
import type { NameRules } from '../request-context.ts';
import type { ReadReadings } from '../watch/readings.ts';

/** Routes are declared relative to the prefix. */
export interface MountedService {
  readonly name: string;
  readonly prefix: string;
  readonly routes: FastifyPluginAsyncTypebox;
}

/** Limits of connections; times in milliseconds. */
export interface ConnectionLimits {
  /** For the request line and headers: a client that sends them byte by byte is cut here. */
  readonly headersTimeout: number;
  /** For the body of a call that is open to anyone, and of any call before its permissions are known. */
  readonly anonymousBodyTimeout: number;
  /** For the body of a form without files. */
  readonly bodyTimeout: number;
  /** For a whole request with its body; price lists come over slow lines. */
  readonly requestTimeout: number;
  /** Every body may be this slow at its beginning … */
  readonly bodyGrace: number;
  /** … then it must arrive at this rate, bytes a second … */
  readonly bodyRate: number;
  /** … and may stop for so long where it was faster before. */
  readonly bodyStall: number;
  /** Bodies being received from one client, and from all; a further one cuts the slowest. */
  readonly bodiesOfClientMax: number;
  readonly bodiesMax: number;
  /** Connections of one client, an office behind one address included, and of all; a further one closes an idle one. */
  readonly connectionsOfClientMax: number;
  readonly connectionsMax: number;
  readonly keepAliveTimeout: number;
  /** How long a stop waits for running requests before it cuts them. */
  readonly stopTimeout: number;
  /** API requests at once that are received whole and not answered yet; one more is answered 503. */
  readonly runningMax: number;
  /** Work that one turn of the main loop may do before it takes no more requests, ms. */
  readonly turnWork: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 10_000,
  anonymousBodyTimeout: 15_000,
  bodyTimeout: 30_000,
  requestTimeout: 600_000,
  bodyGrace: 10_000,
  bodyRate: 1_024,
  bodyStall: 30_000,
  bodiesOfClientMax: 64,
  bodiesMax: 2_000,
  connectionsOfClientMax: 500,
  connectionsMax: 5_000,
  keepAliveTimeout: 15_000,
  stopTimeout: 10_000,
  runningMax: 1_000,
  turnWork: 500,
};

export interface ServerOptions {
  readonly services: readonly MountedService[];
  readonly identity: Identity;
  /** Standing actions of roles; by default none, so that only administrators may. */
  readonly roles?: RoleActions;
  readonly site?: Site;
  readonly buildSeconds?: () => number;
  /** State of the installation, for /metrics; with `clock`, milliseconds since the epoch. */
  readonly readings?: ReadReadings;
  readonly clock?: () => number;
  /** Where the site is reached from outside, e.g. `https://parts.example`; its origin may change data. */
  readonly siteUrl?: string;
  readonly corsOrigins?: readonly string[];
  /** Proxies that may name the client; none by default. */
  readonly trustProxy?: ProxyTrust;
  /** Verifies ids of requests that other services of the installation send; by default there are none. */
  readonly requestProofs?: NameRules['proofs'];
  /** Whether the reference of the API is shown at /api/docs; by default it is not. */
  readonly showsReference?: boolean;
  /** Opens /metrics to callers that are not on loopback. */
  readonly metricsToken?: string;
  readonly limits?: Partial<ConnectionLimits>;
  /** Answers that take longer, ms, are logged; 0, the default: none. */
  readonly slowRequestMs?: number;
  readonly log?: FastifyBaseLogger;
  readonly pause?: (ms: number) => Promise<unknown>;
  readonly trail?: AuditTrail;
  /** Whether the start behind the listener is over; until then callers are asked to come back. */
  readonly isOpen?: () => boolean;
  /** Whether the server is about to stop: it answers, but wants no further requests. */
  readonly isLeaving?: () => boolean;
  /** Whether every service could answer now; a throw counts as no. */
  readonly readiness?: () => Promise<boolean>;
}
