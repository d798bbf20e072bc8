import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import prometheus from 'prom-client';
import { forbidden } from './errors.ts';
import { bearerOf } from './guards.ts';
import { isFromThisMachine } from './local.ts';
import type { Site } from './site/site.ts';

/** Upper bounds of the counted durations, seconds. */
const DURATION_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120];
export interface MetricsOptions {
  readonly site?: Site | undefined;
  readonly buildSeconds?: (() => number) | undefined;
  readonly token?: string | undefined;
}

/** /metrics in the text form of Prometheus, for callers on this machine or with the token. https://github.com/siimon/prom-client */
export function addMetrics(app: FastifyInstance, { site, buildSeconds, token }: MetricsOptions): void {
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const durations = new prometheus.Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests of the API by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  new prometheus.Gauge({
    name: 'site_answers',
    help: 'Pages and files of the site served since the start',
    registers: [registry],
    collect() {
      this.set(site?.served ?? 0);
    },
  });
  new prometheus.Gauge({
    name: 'site_build_seconds',
    help: 'Time from the reading of the content to the switch to the last build',
    registers: [registry],
    collect() {
      this.set(buildSeconds?.() ?? 0);
    },
  });

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  app.addHook('onClose', async () => registry.clear());
  app.get('/metrics', { config: { permission: 'anyone' } }, async (request, reply) => {
    if (!isFromThisMachine(request) && !(token && sameText(bearerOf(request), token))) throw forbidden();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Compares without telling by its time how much was right. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
