/** The routes of monitoring: /health, /ready and /metrics. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { ErrorAnswer } from '../../../contract/answers.ts';
import type { Site } from '../built-site/site.ts';
import { forbidden, HttpError, isFromThisMachine } from '../http/request.ts';
import { contextOfRequest } from '../request-context.ts';
import { isSameSecret } from '../secrets.ts';
import { requestAnswered } from '../signals.ts';
import { type MeterOptions, openMeters } from '../watch/meters.ts';
import { bearerOf } from './guards.ts';
import { createReadiness } from './readiness.ts';
import type { SecretGuesses } from './secret-guesses.ts';

const StatusAnswer = Type.Object({ status: Type.String() });

/** /health: touches nothing. /ready: the services answer and store changes; 503 when the server is about to stop. */
export function healthRoutes(probe: () => Promise<boolean>, isLeaving: () => boolean): FastifyPluginAsyncTypebox {
  return async (app) => {
    const readiness = createReadiness({ probe, log: app.log });
    const config = { permission: 'anyone' } as const;
    app.get('/health', { config, schema: { response: { 200: StatusAnswer } } }, async () => ({ status: 'ok' }));
    app.get('/ready', { config, schema: { response: { 200: StatusAnswer, 503: ErrorAnswer } } }, async () => {
      if (isLeaving() || !(await readiness.isReady()))
        throw new HttpError(503, 'not ready', { headers: { 'Retry-After': '2' } });
      return { status: 'ready' };
    });
  };
}

interface MetricsOptions extends Pick<MeterOptions, 'readings' | 'clock'> {
  readonly site?: Site | undefined;
  readonly buildSeconds?: (() => number) | undefined;
  readonly token?: string | undefined;
  readonly secretGuesses: SecretGuesses;
}

/** /metrics in the text form of Prometheus, for callers on this machine or with the token. */
export function addMetrics(
  app: FastifyInstance,
  { site, buildSeconds, token, secretGuesses, ...options }: MetricsOptions,
): void {
  const meters = openMeters({
    ...options,
    siteAnswers: () => site?.served ?? 0,
    buildSeconds: () => buildSeconds?.() ?? 0,
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const answered = { method, route: routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime };
    requestAnswered.report({ request: contextOfRequest(request.raw), ...answered });
    // Undeclared paths, and methods without a route, share one label.
    const route = routeOptions.url ?? 'unknown';
    meters.countAnswer({
      method: routeOptions.url === undefined ? 'any' : method,
      route,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
  app.addHook('onClose', async () => meters.close());
  app.get('/metrics', { config: { permission: 'anyone' } }, async (request, reply) => {
    const isOpen = () => isSameSecret(bearerOf(request), token ?? '');
    if (!isFromThisMachine(request) && !(token && (await secretGuesses.judge(request, 'metrics', isOpen))))
      throw forbidden();
    return reply.type(meters.contentType).send(await meters.text());
  });
}
