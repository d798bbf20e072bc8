import { BRIDGE } from '../../contract/api.ts';
import { quantilesOf } from '../quantiles.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, milliseconds } from '../table.ts';

/** Time between two calls of an ordinary user, ms. */
const PACE_MS = 50;
/** Timeout of a call, ms. */
const PATIENCE_MS = 5_000;
const CALLS = ['/', '/health', `${BRIDGE}/search/?query=W712`, `${BRIDGE}/card/`];
/** An empty catalogue has nothing to find. */
const FINE = new Set([200, 404]);

/** Makes ordinary calls while `work` runs: how many were answered, and how fast. */
export async function beside(server: BenchServer, name: string, work: () => Promise<unknown>): Promise<Figure[]> {
  let isOver = false;
  const ended = work().finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  let calls = 0;
  while (!isOver) {
    const began = performance.now();
    const path = CALLS[calls % CALLS.length] ?? '/';
    calls += 1;
    const answer = await fetch(server.origin + path, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      // A connection of its own each time: an attack may take those that there are.
      headers: { connection: 'close' },
    }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    if (answer && FINE.has(answer.status)) times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  }
  await ended;
  const share = ((times.length / calls) * 100).toFixed(0);
  return [
    { name: `${name}: ordinary calls answered`, figure: `${share} % of ${calls}`, goal: '100 %' },
    { name: 'the same, p99', figure: milliseconds(quantilesOf(times).p99) },
  ];
}
