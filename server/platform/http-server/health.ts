/** The routes of monitoring: /health, /ready and /metrics. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import Type from 'typebox';
import { ErrorAnswer } from '../../../contract/answers.ts';
import type { Site } from '../built-site/site.ts';
import { forbidden, HttpError, isFromThisMachine } from '../http/request.ts';
import { contextOfRequest } from '../request-context.ts';
import { isSameSecret } from '../secrets.ts';
import { requestAnswered } from '../signals.ts';
import { type MeterOptions, openMeters } from '../watch/meters.ts';
import { bearerOf } from './guards.ts';
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

/** A slower probe has failed, ms: a monitor expects its answer within two seconds. */
const DEADLINE_MS = 1_500;

interface ReadinessOptions {
  /** Rejects, or resolves to false, when something does not work. */
  readonly probe: () => Promise<boolean>;
  readonly log?: FastifyBaseLogger | undefined;
  readonly deadline?: number;
}

/** One trial change at a time; while one is overdue, the answer is no at once. Changes of the answer are logged. */
export function createReadiness({ probe, log, deadline = DEADLINE_MS }: ReadinessOptions) {
  let wasReady = true;
  let running: Promise<boolean> | null = null;
  let isLate = false;

  const result = (isReady: boolean, error?: unknown): boolean => {
    if (wasReady && !isReady) log?.error({ err: error }, 'not ready');
    if (!wasReady && isReady) log?.info('ready again');
    wasReady = isReady;
    return isReady;
  };

  function start(): Promise<boolean> {
    isLate = false;
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        isLate = true;
        resolve(result(false, new Error('a trial did not come back in time')));
      }, deadline);
      const end = (isReady: boolean, error?: unknown) => {
        clearTimeout(late);
        running = null;
        // A late result is dropped; the next call tries again.
        if (!isLate) resolve(result(isReady, error));
      };
      probe().then(
        (isReady) => end(isReady, new Error('a service is not ready')),
        (error: unknown) => end(false, error),
      );
    });
  }

  return {
    isReady: (): Promise<boolean> => {
      running ??= start();
      return running;
    },
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
