import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import type { Identity } from '../../contract/identity.ts';
import type { Site } from './site/site.ts';

/** One service as the server mounts it: its routes are declared relative to the prefix. */
export interface MountedService {
  readonly name: string;
  readonly prefix: string;
  readonly routes: FastifyPluginAsyncTypebox;
}

/** Time limits of connections, milliseconds. */
export interface ConnectionLimits {
  /** For the request line and headers: a client that sends them byte by byte is cut here. */
  readonly headersTimeout: number;
  /** For the body of a form without files. */
  readonly bodyTimeout: number;
  /** For a whole request with its body; price lists come over slow lines. */
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  /** How long a stop waits for running requests before it cuts them. */
  readonly stopTimeout: number;
  /** API requests under way at once; one more is answered 503. */
  readonly runningMax: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 10_000,
  bodyTimeout: 30_000,
  requestTimeout: 600_000,
  keepAliveTimeout: 15_000,
  stopTimeout: 10_000,
  runningMax: 1_000,
};

export interface ServerOptions {
  readonly services: readonly MountedService[];
  readonly identity: Identity;
  readonly site?: Site;
  /** Seconds that the last build of the site took. */
  readonly buildSeconds?: () => number;
  /** Where the site is reached from outside, e.g. `https://parts.example`; its origin may change data. */
  readonly siteUrl?: string;
  /** Further origins that may call the API from their pages. */
  readonly corsOrigins?: readonly string[];
  /** Passed to Fastify: whether, or which, proxies may say who the client is. */
  readonly trustProxy?: boolean | string | string[];
  /** Opens /metrics to callers that are not on loopback. */
  readonly metricsToken?: string;
  readonly limits?: Partial<ConnectionLimits>;
  readonly log?: FastifyBaseLogger;
  /** Whether every service could answer now; a throw counts as no. */
  readonly readiness?: () => Promise<boolean>;
}
