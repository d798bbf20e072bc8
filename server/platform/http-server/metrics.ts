import type { FastifyInstance } from 'fastify';
import type { Site } from '../built-site/site.ts';
import { forbidden, isFromThisMachine } from '../http/request.ts';
import { contextOfRequest } from '../http/request-id.ts';
import { isSameSecret } from '../secrets.ts';
import { requestAnswered } from '../signals.ts';
import { type MeterOptions, openMeters } from '../watch/meters.ts';
import { bearerOf } from './guards.ts';
import type { SecretGuesses } from './secret-guesses.ts';

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
    // Paths that nobody declared, and methods that reach none, have one name together.
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
