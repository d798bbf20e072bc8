// Takes samples of what the process does, for the points of its last day.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { StatePoint } from '../../../contract/operations/state.ts';
import { requestAnswered } from '../../platform/signals.ts';
import type { ReadReadings } from '../../platform/watch/readings.ts';
import { addSample } from './points.ts';

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
    points = addSample(points, {
      ...counted,
      at: clock(),
      memory: process.memoryUsage.rss(),
      lagMs: delay.max / NANOSECONDS,
      mails: outboxes.reduce((sum, { state }) => sum + (state?.waiting ?? 0), 0),
    });
    counted = { requests: 0, failures: 0, ms: 0 };
    delay.reset();
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
