// What a process did within the last day, in points of half an hour.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { StatePoint } from '../../../contract/operations/state.ts';
import { requestAnswered } from '../../platform/signals.ts';
import type { ReadReadings } from '../../platform/watch/readings.ts';

const SAMPLE_MS = 60_000;
const NANOSECONDS = 1e6;

export interface Samples {
  /** Points of the last 24 hours, oldest first. */
  points(): readonly StatePoint[];
  /** Takes a sample now; every minute by itself. Never rejects. */
  take(): Promise<void>;
  close(): void;
}

export function takeSamples(readings: ReadReadings, clock: () => number): Samples {
  let points: readonly StatePoint[] = [];
  let counted = { requests: 0, failures: 0, ms: 0 };
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const stopHearing = requestAnswered.listen(({ status, ms }) => {
    counted.requests += 1;
    counted.ms += ms;
    if (status >= 500) counted.failures += 1;
  });

  async function take(): Promise<void> {
    const { outboxes } = await readings();
    const sample: Sample = {
      ...counted,
      at: clock(),
      memory: process.memoryUsage.rss(),
      lagMs: delay.max / NANOSECONDS,
      mails: outboxes.reduce((sum, { state }) => sum + (state?.waiting ?? 0), 0),
    };
    counted = { requests: 0, failures: 0, ms: 0 };
    delay.reset();
    points = addSample(points, sample);
  }

  const timer = setInterval(() => void take(), SAMPLE_MS);
  timer.unref();
  return {
    points: () => points,
    take,
    close: () => {
      clearInterval(timer);
      stopHearing();
      delay.disable();
    },
  };
}

/** What one point stands for, ms, and how many are kept: a day. */
const POINT_MS = 30 * 60_000;
const POINTS_KEPT = 48;

interface Sample {
  readonly at: number;
  readonly requests: number;
  readonly failures: number;
  /** Sum of the times of all answers, ms. */
  readonly ms: number;
  readonly memory: number;
  readonly lagMs: number;
  readonly mails: number;
}

/** The points with one more sample in the last or in a new one. A clock that was set back begins a new one. */
export function addSample(points: readonly StatePoint[], sample: Sample): readonly StatePoint[] {
  const at = new Date(Math.floor(sample.at / POINT_MS) * POINT_MS).toISOString();
  const last = points.at(-1);
  const { requests, failures, ms, memory, lagMs, mails } = sample;
  if (last?.at !== at) {
    const meanMs = requests === 0 ? 0 : ms / requests;
    return [...points, { at, requests, failures, meanMs, memory, lagMs, mails }].slice(-POINTS_KEPT);
  }
  const all = last.requests + requests;
  const point: StatePoint = {
    at,
    requests: all,
    failures: last.failures + failures,
    meanMs: all === 0 ? 0 : (last.meanMs * last.requests + ms) / all,
    memory,
    lagMs: Math.max(last.lagMs, lagMs),
    mails,
  };
  return [...points.slice(0, -1), point];
}
