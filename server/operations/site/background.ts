/** Repeats background work on request, with pauses after failures. */
import type { FastifyBaseLogger } from 'fastify';

type Phase = 'done' | 'working' | 'failed';

export interface Progress {
  readonly phase: Phase;
  /** When this phase began, milliseconds since the epoch. */
  readonly since: number;
  /** Why the last attempt failed; empty otherwise. */
  readonly error: string;
}

interface RepeatedWork {
  readonly progress: Progress;
  /** Asks for one more attempt that begins after this call; many calls in a row make one. */
  request(): void;
  close(): Promise<void>;
}

export interface BackgroundOptions {
  readonly name: string;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  /** Calm after the last request before an attempt begins, milliseconds. */
  readonly quiet?: number;
  /** An attempt begins at the latest so long after the first request, milliseconds. */
  readonly patience?: number;
  /** Pauses after the first, second, … failure in a row, milliseconds; the last one goes on. */
  readonly pauses?: readonly number[];
}

const QUIET_MS = 1_000;
const PATIENCE_MS = 3_000;
const PAUSES_MS = [10_000, 30_000, 120_000, 600_000];

/** Runs `work` one attempt at a time; a failed one is repeated with growing pauses and at the next request. */
export function createRepeatedWork(
  work: (signal: AbortSignal) => Promise<void>,
  options: BackgroundOptions,
): RepeatedWork {
  const { clock, log, name, quiet = QUIET_MS, patience = PATIENCE_MS, pauses = PAUSES_MS } = options;
  const stop = new AbortController();
  let progress: Progress = { phase: 'done', since: clock(), error: '' };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let askedAt: number | null = null;
  let failures = 0;

  const enter = (phase: Phase, error = '') => {
    if (phase !== progress.phase) progress = { phase, since: clock(), error };
  };
  const after = (pause: number) => {
    clearTimeout(timer);
    timer = setTimeout(begin, pause);
  };
  const afterRequests = () => after(Math.max(0, Math.min(quiet, (askedAt ?? 0) + patience - clock())));

  function begin(): void {
    askedAt = null;
    enter('working');
    running = work(stop.signal).then(succeed, fail);
  }

  function succeed(): void {
    running = null;
    failures = 0;
    if (stop.signal.aborted) return;
    if (askedAt === null) enter('done');
    else afterRequests();
  }

  function fail(error: unknown): void {
    running = null;
    if (stop.signal.aborted) return;
    log.error({ err: error }, `${name} failed`);
    const pause = pauses[Math.min(failures, pauses.length - 1)] ?? 0;
    failures += 1;
    if (askedAt === null) {
      enter('failed', error instanceof Error ? error.message : String(error));
      after(pause);
    } else afterRequests();
  }

  return {
    get progress() {
      return progress;
    },
    request() {
      if (stop.signal.aborted) return;
      askedAt ??= clock();
      enter('working');
      if (!running) afterRequests();
    },
    async close() {
      stop.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
