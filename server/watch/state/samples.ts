import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { StatePoint } from '../../../contract/state.ts';
import { requestAnswered } from '../../signals/signals.ts';
import type { ReadReadings } from '../readings.ts';
import { addSample, type Sample } from './points.ts';

const SAMPLE_MS = 60_000;
const NANOSECONDS = 1e6;

/** What a process did within the last day, in memory: it begins anew with the process. */
export interface Samples {
  /** Points of the last 24 hours, oldest first. */
  points(): readonly StatePoint[];
  /** Takes a sample now; every minute by itself. Never rejects. */
  take(): Promise<void>;
  close(): void;
}

/** `clock`: milliseconds since the epoch. */
export function takeSamples(readings: ReadReadings, clock: () => number): Samples {
  let points: readonly StatePoint[] = [];
  let counted = { requests: 0, failures: 0, ms: 0 };
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const stopHearing = requestAnswered.hear(({ status, ms }) => {
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
