import { randomUUID } from 'node:crypto';
import querystring from 'node:querystring';
import { setTimeout as pause } from 'node:timers/promises';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { ErrorAnswer } from '../../../contract/answers.ts';
import { type AuditEvent, type AuditTrail, NO_TRAIL } from '../../../contract/journal/events.ts';
import { BODY_MAX } from '../../../contract/limits.ts';
import { TRUST_NONE } from '../../../settings/networks.ts';
import { addDocs } from '../api-reference/reference.ts';
import type { Site } from '../built-site/site.ts';
import { addErrorHandler, answerFrameworkError, sendError } from '../http/error-handler.ts';
import { cleanText } from '../http/nested-fields.ts';
import { auditActor, badRequest, HttpError, notFound } from '../http/request.ts';
import { currentRequest } from '../request-context.ts';
import { addSecurityHeaders } from '../security-headers.ts';
import { compiledSchemas } from './compiled-schemas.ts';
import { addForms } from './forms.ts';
import { addGuards, bearerOf } from './guards.ts';
import { healthRoutes } from './health.ts';
import { createIntake } from './intake.ts';
import { answerBrokenClient, createListener } from './listener.ts';
import { addMetrics } from './metrics.ts';

import { addOriginRule, SAFE_METHODS } from './origins.ts';
import { addPressureLimit } from './pressure.ts';
import { createSecretGuesses } from './secret-guesses.ts';
import { CONNECTION_LIMITS, type ServerOptions } from './server-options.ts';

/** Longest path parameter; an alias in percent notation takes six characters a letter. */
const PARAM_MAX = 2_000;
const FAILURES = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
/** How often a stopping server looks for connections that have become idle, ms. */
const IDLE_CHECK_MS = 50;

/** The whole HTTP side: services behind guards, the site, health. Not yet listening. Throws when a route declares no permission. */
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
    // The log itself knows on whose behalf it is written.
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

/** A stop finishes running requests, but not for ever; a connection goes when its request is done. */
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

/** A page that meets one of these asks for the password or the code and comes again; what is wrong then is told apart. */
const RETRY_HEADERS: ReadonlySet<string> = new Set(['confirm password', 'second factor required']);

/** Tells the audit trail of calls that came too often, and of those that were refused to somebody who meant it. */
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

/** A page that is opened without being signed in is no attack; a token that is not good, or a change, may be one. */
function eventOf(request: FastifyRequest, status: number): AuditEvent | null {
  if (status === 429) return 'throttled';
  if (status !== 401 && status !== 403) return null;
  const isMeant = bearerOf(request) !== '' || !SAFE_METHODS.has(request.method);
  return isMeant ? 'refused' : null;
}

/** No name of ours has a NUL in it, and PostgreSQL fails on one: such an address is unknown before any route sees it. */
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

/** Writes a line for every answer of the API that took longer than `limit` ms; 0: for none. */
function logSlowRequests(app: FastifyInstance, limit: number): void {
  if (limit === 0) return;
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime);
    // A stream of events lasts as long as somebody watches.
    if (ms < limit || String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    const { id, method, routeOptions } = request;
    // Never the address: it may hold what somebody looks for, or the token of a link.
    const route = routeOptions.url ?? 'unknown';
    app.log.info({ requestId: id, method, route, status: reply.statusCode, ms }, 'slow request');
  });
}

/** Refuses requests for whole addresses instead of paths: those are meant for a proxy, which this is not. */
function addTargetRule(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!request.raw.url?.startsWith('/')) throw badRequest('bad request');
  });
}
