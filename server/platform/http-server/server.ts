/** Builds the HTTP server: routes of the services, guards, site, health. */
import { randomUUID } from 'node:crypto';
import querystring from 'node:querystring';
import { setTimeout as pause } from 'node:timers/promises';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { ErrorAnswer } from '../../../contract/answers.ts';
import { AS_OF_HEADER } from '../../../contract/api.ts';
import { type AuditEvent, type AuditTrail, NO_TRAIL } from '../../../contract/journal/events.ts';
import { BODY_MAX } from '../../../contract/limits.ts';
import { TRUST_NONE } from '../../../settings/networks.ts';
import { addDocs } from '../api-reference/reference.ts';
import type { Site } from '../built-site/site.ts';
import { addErrorHandler, answerFrameworkError, sendError } from '../http/error-handler.ts';
import { cleanText } from '../http/nested-fields.ts';
import { auditActor, badRequest, forbidden, HttpError, notFound } from '../http/request.ts';
import { currentRequest } from '../request-context.ts';
import { addSecurityHeaders } from '../security-headers.ts';
import { compiledSchemas } from './compiled-schemas.ts';
import { addForms } from './forms.ts';
import { addGuards, bearerOf } from './guards.ts';
import { addMetrics, healthRoutes } from './health.ts';
import { createIntake } from './intake.ts';
import { answerBrokenClient, createListener } from './listener.ts';
import { addPressureLimit } from './pressure.ts';
import { createSecretGuesses } from './secret-guesses.ts';
import { CONNECTION_LIMITS, type ServerOptions } from './server-options.ts';

/** Longest path parameter; an alias in percent notation takes six characters a letter. */
const PARAM_MAX = 2_000;
const FAILURES = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
const IDLE_CHECK_MS = 50;

/** The whole HTTP side, not yet listening: services behind guards, the site, health. Throws on a missing permission. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const trust = options.trustProxy ?? TRUST_NONE;
  const intake = createIntake(limits);
  const { isOpen = () => true, isLeaving = () => false } = options;
  const isSecure = options.siteUrl?.startsWith('https:') ?? false;
  const app = Fastify({
    serverFactory: (handle) =>
      createListener(handle, {
        ...{ site: options.site, limits, intake, trust, proofs: options.requestProofs },
        ...{ isSecure, isOpen, isLeaving },
      }),
    clientErrorHandler: answerBrokenClient,
    frameworkErrors: answerFrameworkError,
    routerOptions: {
      ignoreTrailingSlash: true,
      caseSensitive: false,
      maxParamLength: PARAM_MAX,
      querystringParser: parseQuery,
    },
    bodyLimit: BODY_MAX,
    forceCloseConnections: 'idle',
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trust,
    genReqId: () => currentRequest()?.id ?? randomUUID(),
    // The log adds the id of the request by itself.
    childLoggerFactory: (log) => log,
    // Unknown fields are dropped, so request schemas must not join objects by Intersect.
    ajv: { customOptions: { removeAdditional: 'all', coerceTypes: 'array' } },
    schemaController: compiledSchemas,
    ...(options.log ? { loggerInstance: options.log } : {}),
  }).withTypeProvider<TypeBoxTypeProvider>();

  addErrorHandler(app);
  addFailureAnswers(app);
  if (options.trail) addRefusalTrail(app, options.trail);
  addNotFound(app, options.site);
  addSecurityHeaders(app);
  // First, so that pages of other origins can read a refusal too.
  addOriginRule(app, options);
  addTargetRule(app);
  addPressureLimit(app, limits);
  const secretGuesses = createSecretGuesses({
    trail: options.trail ?? NO_TRAIL,
    clock: options.clock ?? (() => 0),
    pause: options.pause ?? pause,
  });
  addGuards(app, options.identity, secretGuesses, options.roles);
  await addForms(app, limits, intake);
  addStop(app, limits.stopTimeout);

  logSlowRequests(app, options.slowRequestMs ?? 0);
  if (options.showsReference) await addDocs(app);
  addMetrics(app, { ...options, secretGuesses, token: options.metricsToken });
  await app.register(healthRoutes(options.readiness ?? (async () => true), isLeaving));
  for (const { prefix, routes } of options.services) await app.register(routes, { prefix });
  return app;
}

/** Every failure is an ErrorAnswer, unless its route declares another shape for its status. */
function addFailureAnswers(app: FastifyInstance): void {
  app.addHook('onRoute', ({ schema }) => {
    if (schema && !schema.hide) schema.response = { ...FAILURES, ...(schema.response as object | undefined) };
  });
}

/** Lets a stop finish running requests within `timeout` ms; connections close when their request is done. */
function addStop(app: FastifyInstance, timeout: number): void {
  app.addHook('preClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
    const deadline = setTimeout(() => app.server.closeAllConnections(), timeout);
    app.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(deadline);
    });
    idle.unref();
    deadline.unref();
  });
}

function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(querystring.parse(text))) {
    if (name === '__proto__') continue;
    query[name] = Array.isArray(value) ? value.map(cleanText) : cleanText(value ?? '');
  }
  return query;
}

/** Pages answer these by asking for the password or the code and retrying; a wrong one then is recorded separately. */
const RETRY_HEADERS: ReadonlySet<string> = new Set(['confirm password', 'second factor required']);

/** Records calls over a limit, and refused calls that were made on purpose, in the audit trail. */
function addRefusalTrail(app: FastifyInstance, trail: AuditTrail): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof HttpError)) return;
    const event = eventOf(request, error.status);
    if (!event || RETRY_HEADERS.has(error.message)) return;
    const { method, routeOptions } = request;
    const details = { method, route: routeOptions.url ?? '', status: error.status, reason: error.message };
    trail.record({ event, by: auditActor(request), details });
  });
}

/** A page opened without signing in is no attack; an invalid token, or a change, may be one. */
function eventOf(request: FastifyRequest, status: number): AuditEvent | null {
  if (status === 429) return 'throttled';
  if (status !== 401 && status !== 403) return null;
  const isMeant = bearerOf(request) !== '' || !SAFE_METHODS.has(request.method);
  return isMeant ? 'refused' : null;
}

/** No name contains NUL, and PostgreSQL fails on one: such an address is unknown before any route sees it. */
const NUL = '%00';

/** Unknown addresses: JSON below /api and for changing calls, the site's own page elsewhere. */
function addNotFound(app: FastifyInstance, site: Site | undefined): void {
  app.setNotFoundHandler((request, reply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const isApi = /^\/api(?:[/?]|$)/i.test(request.url);
    if (reads && !isApi && site?.serveNotFound(request.raw, reply.raw)) {
      reply.hijack();
      return reply;
    }
    return sendError(reply, notFound('not found'));
  });
  app.addHook('onRequest', async (request) => {
    if (request.url.includes(NUL) && request.url.split('?')[0]?.includes(NUL)) throw notFound('not found');
  });
}

function logSlowRequests(app: FastifyInstance, limit: number): void {
  if (limit === 0) return;
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime);
    // A stream of events lasts as long as its viewer.
    if (ms < limit || String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    const { id, method, routeOptions } = request;
    // Never the address: it may contain a search query, or the token of a link.
    const route = routeOptions.url ?? 'unknown';
    app.log.info({ requestId: id, method, route, status: reply.statusCode, ms }, 'slow request');
  });
}

/** Refuses requests with a whole address instead of a path: those are meant for a proxy. */
function addTargetRule(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!request.raw.url?.startsWith('/')) throw badRequest('bad request');
  });
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const ALLOWED_METHODS = 'GET, HEAD, POST, PATCH, PUT, DELETE';
const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match';
const EXPOSED_HEADERS = `${AS_OF_HEADER}, Content-Disposition, ETag, Retry-After, WWW-Authenticate`;
const PREFLIGHT_SECONDS = '600';

/** Refuses changing calls from foreign pages and opens the API to the configured origins. */
function addOriginRule(app: FastifyInstance, options: { siteUrl?: string; corsOrigins?: readonly string[] }): void {
  const cors = new Set((options.corsOrigins ?? []).map(originOf));
  const site = options.siteUrl ? originOf(options.siteUrl) : null;

  app.addHook('onRequest', async (request, reply) => {
    if (cors.size > 0) reply.header('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (cors.has(origin)) {
      allowOrigin(reply, origin);
      if (isPreflight(request)) return answerPreflight(reply);
      return;
    }
    if (SAFE_METHODS.has(request.method)) return;
    if (origin !== site && hostOf(origin) !== request.host.toLowerCase()) throw forbidden();
  });
}

const allowOrigin = (reply: FastifyReply, origin: string) =>
  reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED_HEADERS });

const isPreflight = (request: FastifyRequest): boolean =>
  request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;

const answerPreflight = (reply: FastifyReply): FastifyReply =>
  reply
    .code(204)
    .headers({
      'Access-Control-Allow-Methods': ALLOWED_METHODS,
      'Access-Control-Allow-Headers': ALLOWED_HEADERS,
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    })
    .send();

const originOf = (address: string): string => new URL(address).origin;

/** Host with port of an Origin header; null for `null` and anything unreadable. */
const hostOf = (origin: string): string | null => URL.parse(origin)?.host ?? null;
