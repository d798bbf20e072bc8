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
} from '../../signals/signals.ts';
import { LONG_SECONDS, SHORT_SECONDS } from './buckets.ts';

/** Counts what the signals tell; returns how to stop. Every label has a few values that the program knows. */
export function countHappenings(registry: Registry): () => void {
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
  const builds = histogram(
    'site_build_duration_seconds',
    'Builds of the pages by outcome',
    LONG_SECONDS,
    'outcome',
  );

  const stops = [
    statementEnded.hear(({ database, kind, ms, failed }) => {
      statements.observe({ database, kind }, ms / 1000);
      if (failed) failures.inc({ database });
    }),
    turnRefused.hear(({ database }) => turns.inc({ database })),
    questionAnswered.hear(({ question, ms, stages: times }) => {
      questions.observe({ question }, ms / 1000);
      for (const [stage, spent] of Object.entries(times)) stages.observe({ question, stage }, spent / 1000);
    }),
    runEnded.hear(({ outcome, rows: read, ms }) => {
      runs.observe({ outcome }, ms / 1000);
      rows.inc(read);
    }),
    mailTried.hear(({ outcome }) => mails.inc({ outcome })),
    useRefused.hear(({ limit }) => refusals.inc({ limit })),
    storageFailed.hear(({ reason }) => storage.inc({ reason })),
    siteBuilt.hear(({ outcome, ms }) => builds.observe({ outcome }, ms / 1000)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
