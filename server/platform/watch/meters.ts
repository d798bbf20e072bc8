/** Metrics of the process for Prometheus, from signals and readings. */
import prometheus, { type Gauge, type Registry } from 'prom-client';
import * as signals from '../signals.ts';
import type { Readings, ReadReadings } from './readings.ts';

export interface MeterOptions {
  /** Absent: only events are shown. */
  readonly readings?: ReadReadings | undefined;
  readonly clock?: (() => number) | undefined;
  /** Pages and files of the site served since the start. */
  readonly siteAnswers: () => number;
  readonly buildSeconds: () => number;
}

interface Meters {
  readonly contentType: string;
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

/** Counts signals; returns the function that stops it. Every label has a few known values. */
function countSignals(registry: Registry): () => void {
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new prometheus.Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
    new prometheus.Histogram({ name, help, buckets, labelNames, registers });

  const waited = 'Statements and jobs by database and kind, with their waiting';
  const kinds = ['database', 'kind'];
  const statements = histogram('database_statement_duration_seconds', waited, SHORT_SECONDS, ...kinds);
  const failures = counter('database_failures_total', 'Statements and jobs that failed', 'database');
  const late = 'Changes of the embedded database that did not get their turn in time';
  const turns = counter('database_busy_total', late, 'database');
  const asked = 'Questions of the search by kind, with their waiting';
  const questions = histogram('search_question_duration_seconds', asked, SHORT_SECONDS, 'question');
  const spentOn = 'Time that a question spent on the candidates of a stage';
  const stages = histogram('search_stage_duration_seconds', spentOn, SHORT_SECONDS, ...['question', 'stage']);
  const ofRuns = 'Import runs by outcome, with their waiting';
  const runs = histogram('import_run_duration_seconds', ofRuns, LONG_SECONDS, 'outcome');
  const rows = counter('import_rows_total', 'Rows of price lists that runs have read');
  const mails = counter('mail_attempts_total', 'Attempts at mails by outcome', 'outcome');
  const refusals = counter('rate_limit_refusals_total', 'Calls refused by a rate limit', 'limit');
  const failed = 'Calls of the object storage that failed, further tries included';
  const storage = counter('storage_failures_total', failed, 'reason');
  const builds = histogram('site_build_duration_seconds', 'Builds of the pages by outcome', LONG_SECONDS, 'outcome');

  const stops = [
    signals.statementEnded.listen(({ database, kind, ms, failed: hasFailed }) => {
      statements.observe({ database, kind }, ms / 1000);
      if (hasFailed) failures.inc({ database });
    }),
    signals.turnRefused.listen(({ database }) => turns.inc({ database })),
    signals.questionAnswered.listen(({ question, ms, stages: times }) => {
      questions.observe({ question }, ms / 1000);
      for (const [stage, spent] of Object.entries(times)) stages.observe({ question, stage }, spent / 1000);
    }),
    signals.runEnded.listen(({ outcome, rows: read, ms }) => {
      runs.observe({ outcome }, ms / 1000);
      rows.inc(read);
    }),
    signals.mailTried.listen(({ outcome }) => mails.inc({ outcome })),
    signals.useRefused.listen(({ limit }) => refusals.inc({ limit })),
    signals.storageFailed.listen(({ reason }) => storage.inc({ reason })),
    signals.siteBuilt.listen(({ outcome, ms }) => builds.observe({ outcome }, ms / 1000)),
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

/** Values of a gauge from the readings: label values and a number for each; nothing for what could not be read. */
type Shown = (readings: Readings) => readonly (readonly [labels: Record<string, string>, value: number])[];

/** Shows the state of the installation, read now or shortly before. `clock`: milliseconds since the epoch. */
function showReadings(registry: Registry, read: ReadReadings, clock: () => number): void {
  const gauge = (name: string, help: string, labelNames: string[], shown: Shown) =>
    new prometheus.Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect(this: Gauge) {
        const values = shown(await read());
        this.reset();
        for (const [labels, value] of values) this.set(labels, value);
        // A gauge without labels that was never set would show 0.
        if (values.length === 0 && labelNames.length === 0) this.remove();
      },
    });

  const outbox = (name: string, help: string, numberOf: (state: Of<'outboxes'>) => number) =>
    gauge(name, help, ['outbox'], ({ outboxes }) => named('outbox', outboxes, numberOf));
  const database = (name: string, help: string, numberOf: (state: Of<'databases'>) => number) =>
    gauge(name, help, ['database'], ({ databases }) => named('database', databases, numberOf));
  const single = <Part extends 'index' | 'imports' | 'disk' | 'backups'>(
    part: Part,
    name: string,
    help: string,
    numberOf: (state: NonNullable<Readings[Part]>) => number | null,
  ) =>
    gauge(name, help, [], ({ [part]: state }) => {
      const value = state === null ? null : numberOf(state as NonNullable<Readings[Part]>);
      return value === null ? [] : [[{}, value]];
    });

  const ageOf = (at: number | null) => (at === null ? 0 : Math.max(0, (clock() - at) / 1000));
  outbox('mails_waiting', 'Mails that wait for an attempt', ({ waiting }) => waiting);
  outbox('mails_failed', 'Mails that were given up and can still be sent by hand', ({ failed }) => failed);
  const oldest = 'Age of the oldest waiting mail, 0 when none waits';
  outbox('mails_oldest_age_seconds', oldest, ({ oldestAt }) => ageOf(oldestAt));
  database('database_active', 'Turns under way (embedded), or connections in use (PostgreSQL)', ({ active }) => active);
  database('database_waiting', 'Whoever waits for a turn or a connection', ({ waiting }) => waiting);
  gauge('database_up', '1: the database answers', ['database'], ({ databases }) =>
    databases.map(({ name, state }) => [{ database: name }, state ? 1 : 0]),
  );
  single('index', 'search_index_revision', 'Revision of the catalogue', ({ revision }) => revision);
  const behindChanges = 'Changes of the catalogue that the index does not show yet, up to 1000';
  single('index', 'search_index_behind_changes', behindChanges, ({ behind }) => behind);
  const behindSeconds = 'Time since the index was last known to show everything, 0 when it does';
  single('index', 'search_index_behind_seconds', behindSeconds, ({ asOf }) => ageOf(asOf));
  single('index', 'search_index_bytes', 'Size of the file of the index', ({ bytes }) => bytes);
  const runs = 'Import runs of this process that';
  single('imports', 'import_runs_running', `${runs} have their turn`, ({ running }) => running);
  single('imports', 'import_runs_waiting', `${runs} wait for their turn`, ({ waiting }) => waiting);
  single('disk', 'disk_free_bytes', 'Room left on the disk of the data folder', ({ free }) => free);
  single('disk', 'disk_size_bytes', 'Size of the disk of the data folder', ({ size }) => size);
  const lastBackup = 'When the last whole backup by the clock was made, since the epoch';
  single('backups', 'backup_last_timestamp_seconds', lastBackup, ({ lastAt }) => lastAt && lastAt / 1000);
  single('backups', 'backup_failed', '1: a backup by the clock has failed since', ({ failed }) => (failed ? 1 : 0));
}

type Of<Part extends 'outboxes' | 'databases'> = NonNullable<Readings[Part][number]['state']>;

const named = <State>(
  label: string,
  parts: readonly { readonly name: string; readonly state: State | null }[],
  numberOf: (state: State) => number,
) => parts.flatMap(({ name, state }) => (state === null ? [] : [[{ [label]: name }, numberOf(state)] as const]));
