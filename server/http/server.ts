import { randomUUID } from 'node:crypto';
import querystring from 'node:querystring';
import { setTimeout as pause } from 'node:timers/promises';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { NO_TRAIL } from '../../contract/audit.ts';
import { BODY_MAX } from '../../contract/limits.ts';
import { TRUST_NOBODY } from '../../settings/proxy-trust.ts';
import { currentRequest } from '../signals/request-context.ts';
import { compiledSchemas } from './compiled-schemas.ts';
import { addDocs } from './docs/docs.ts';
import { addErrorHandler, answerFrameworkError } from './error-handler.ts';
import { addForms } from './forms.ts';
import { addGuards } from './guards.ts';
import { healthRoutes } from './health.ts';
import { createIntake } from './intake.ts';
import { answerBrokenClient, createListener } from './listener.ts';
import { addMetrics } from './metrics.ts';
import { cleanText } from './nested-fields.ts';
import { addNotFound } from './not-found.ts';
import { CONNECTION_LIMITS, type ServerOptions } from './options.ts';
import { addOriginRule } from './origins.ts';
import { addPressureLimit } from './pressure.ts';
import { addRefusalTrail } from './refusals.ts';
import { createSecretGuesses } from './secret-guesses.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { logSlowRequests } from './slow-requests.ts';
import { addTargetRule } from './target.ts';

/** Longest path parameter; an alias in percent notation takes six characters a letter. */
const PARAM_MAX = 2_000;
/** How often a stopping server looks for connections that have become idle, ms. */
const IDLE_CHECK_MS = 50;

/** The whole HTTP side: services behind guards, the site, health. Not yet listening. Throws when a route declares no permission. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const trust = options.trustProxy ?? TRUST_NOBODY;
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
