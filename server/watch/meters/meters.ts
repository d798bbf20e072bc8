import prometheus from 'prom-client';
import type { ReadReadings } from '../readings.ts';
import { REQUEST_SECONDS } from './buckets.ts';
import { showReadings } from './gauges.ts';
import { countHappenings } from './happenings.ts';

export interface MeterOptions {
  /** Without them there is nothing to show but what happens. */
  readonly readings?: ReadReadings | undefined;
  /** Milliseconds since the epoch. */
  readonly clock?: (() => number) | undefined;
  /** Pages and files of the site served since the start. */
  readonly siteAnswers: () => number;
  /** Seconds that the last build of the pages took. */
  readonly buildSeconds: () => number;
}

/** The meters of a process, until they are closed. https://github.com/siimon/prom-client */
export interface Meters {
  readonly contentType: string;
  /** Everything in the text form of Prometheus. */
  text(): Promise<string>;
  /** Counts an answer of the API. `route`: its pattern; `seconds`: from the request to the end of the answer. */
  countAnswer(answer: { method: string; route: string; status: number; seconds: number }): void;
  close(): void;
}

export function openMeters({ readings, clock, siteAnswers, buildSeconds }: MeterOptions): Meters {
  const registry = new prometheus.Registry();
  const registers = [registry];
  prometheus.collectDefaultMetrics({ register: registry });
  const durations = new prometheus.Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests of the API by route and class of the status',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  new prometheus.Counter({
    name: 'site_answers_total',
    help: 'Pages and files of the site served since the start',
    registers,
    collect() {
      this.reset();
      this.inc(siteAnswers());
    },
  });
  new prometheus.Gauge({
    name: 'site_build_seconds',
    help: 'Time from the reading of the content to the switch to the last build',
    registers,
    collect() {
      this.set(buildSeconds());
    },
  });
  const stopCounting = countHappenings(registry);
  if (readings && clock) showReadings(registry, readings, clock);
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    countAnswer: ({ method, route, status, seconds }) =>
      durations.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
    close: () => {
      stopCounting();
      registry.clear();
    },
  };
}
