import { setTimeout as pause } from 'node:timers/promises';
import { quantilesOf } from '../quantiles.ts';
import { type Caller, causeOf } from './caller.ts';
import { askSearch } from './kinds.ts';
import { type HealthSeen, watchHealth } from './watch-health.ts';

/** What a server did with three times as much as it can. */
export interface OverloadReport extends HealthSeen {
  /** Searches a second that callers who wait for their answers get. */
  readonly capacity: number;
  /** Searches a second that were sent, whatever came of the ones before. */
  readonly offered: number;
  readonly answered: number;
  readonly answeredP99Ms: number;
  /** 503 with a time to come back. */
  readonly shed: number;
  /** Anything else, no answer at all included. */
  readonly failed: number;
}

const TIMES = 3;
/** A slow server takes a while to be full, ms; callers would not wait for longer either. */
const LONGEST_MS = 40_000;
const WAITING_CALLERS = 32;
const STEP_MS = 20;

/** Measures what the server can do, then sends three times that for a while, until it sheds, and waits for all answers. */
export async function overload(caller: Caller, ms: number): Promise<OverloadReport> {
  const capacity = await capacityOf(caller, ms);
  const counts = { sent: 0, answered: 0, shed: 0, failed: 0 };
  const times: number[] = [];
  const one = async (at: number) => {
    const began = performance.now();
    const reply = await askSearch(caller, `198.51.${at % 250}.7`);
    const { status, retryAfter } = reply;
    if (status === 200 || status === 404) {
      counts.answered += 1;
      times.push(performance.now() - began);
    } else if (status === 503 && Number(retryAfter) > 0) counts.shed += 1;
    else {
      if (counts.failed === 0) console.error(`search under overload failed: ${causeOf(reply)}`);
      counts.failed += 1;
    }
  };
  const health = watchHealth(caller.origin);
  const began = performance.now();
  const all: Promise<void>[] = [];
  const lasted = () => performance.now() - began;
  while (lasted() < ms || (counts.shed === 0 && lasted() < LONGEST_MS)) {
    const due = Math.floor((lasted() / 1_000) * capacity * TIMES);
    for (; counts.sent < due; counts.sent += 1) all.push(one(counts.sent));
    await pause(STEP_MS);
  }
  const offered = (counts.sent / lasted()) * 1_000;
  await Promise.all(all);
  return {
    capacity: Math.round(capacity),
    offered: Math.round(offered),
    answered: counts.answered,
    answeredP99Ms: Math.round(quantilesOf(times).p99),
    shed: counts.shed,
    failed: counts.failed,
    ...(await health.stop()),
  };
}

async function capacityOf(caller: Caller, ms: number): Promise<number> {
  let answered = 0;
  const began = performance.now();
  const ask = async () => {
    while (performance.now() - began < ms) {
      const { status } = await askSearch(caller);
      if (status === 200 || status === 404) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: WAITING_CALLERS }, ask));
  return (answered / (performance.now() - began)) * 1_000;
}
