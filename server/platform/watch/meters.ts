import prometheus, { type Registry } from 'prom-client';
import {
  mailTried,
  questionAnswered,
  runEnded,
  siteBuilt,
  statementEnded,
  storageFailed,
  turnRefused,
  useRefused,
} from '../signals.ts';
import { showReadings } from './gauges.ts';
import type { ReadReadings } from './readings.ts';

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
interface Meters {
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
  const stopCounting = countSignals(registry);
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

/** Counts what the signals tell; returns how to stop. Every label has a few values that the program knows. */
function countSignals(registry: Registry): () => void {
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new prometheus.Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
    new prometheus.Histogram({ name, help, buckets, labelNames, registers });

  const statements = histogram(
    'database_statement_duration_seconds',
    'Statements and jobs by database and kind, with their waiting',
    SHORT_SECONDS,
    ...['database', 'kind'],
  );
  const failures = counter('database_failures_total', 'Statements and jobs that failed', 'database');
  const turns = counter(
    'database_busy_total',
    'Changes of the embedded database that did not get their turn in time',
    'database',
  );
  const questions = histogram(
    'search_question_duration_seconds',
    'Questions of the search by kind, with their waiting',
    SHORT_SECONDS,
    'question',
  );
  const stages = histogram(
    'search_stage_duration_seconds',
    'Time that a question spent on the candidates of a stage',
    SHORT_SECONDS,
    ...['question', 'stage'],
  );
  const runs = histogram(
    'import_run_duration_seconds',
    'Import runs by outcome, with their waiting',
    LONG_SECONDS,
    'outcome',
  );
  const rows = counter('import_rows_total', 'Rows of price lists that runs have read');
  const mails = counter('mail_attempts_total', 'Attempts at mails by outcome', 'outcome');
  const refusals = counter('rate_limit_refusals_total', 'Calls refused by a rate limit', 'limit');
  const storage = counter(
    'storage_failures_total',
    'Calls of the object storage that failed, further tries included',
    'reason',
  );
  const builds = histogram('site_build_duration_seconds', 'Builds of the pages by outcome', LONG_SECONDS, 'outcome');

  const stops = [
    statementEnded.listen(({ database, kind, ms, failed }) => {
      statements.observe({ database, kind }, ms / 1000);
      if (failed) failures.inc({ database });
    }),
    turnRefused.listen(({ database }) => turns.inc({ database })),
    questionAnswered.listen(({ question, ms, stages: times }) => {
      questions.observe({ question }, ms / 1000);
      for (const [stage, spent] of Object.entries(times)) stages.observe({ question, stage }, spent / 1000);
    }),
    runEnded.listen(({ outcome, rows: read, ms }) => {
      runs.observe({ outcome }, ms / 1000);
      rows.inc(read);
    }),
    mailTried.listen(({ outcome }) => mails.inc({ outcome })),
    useRefused.listen(({ limit }) => refusals.inc({ limit })),
    storageFailed.listen(({ reason }) => storage.inc({ reason })),
    siteBuilt.listen(({ outcome, ms }) => builds.observe({ outcome }, ms / 1000)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Upper bounds of counted durations, seconds: of requests, … */
const REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120];
/** … of statements, questions of the search and their stages, … */
const SHORT_SECONDS = [0.0005, 0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60];
/** … of import runs and builds. */
const LONG_SECONDS = [1, 5, 15, 60, 300, 900, 3_600];
