// The points of half an hour in which the last day of a process is kept.
import type { StatePoint } from '../../../contract/operations/state.ts';

/** What one point stands for, ms, and how many are kept: a day. */
const POINT_MS = 30 * 60_000;
const POINTS_KEPT = 48;

/** What a process did since the sample before. */
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
