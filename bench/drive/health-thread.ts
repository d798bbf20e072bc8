import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Caller } from './caller.ts';
import type { HealthSeen } from './watch-health.ts';

const EVERY_MS = 250;

/** Asks /health of `workerData` again and again until a message comes, and answers with what it saw. */
const caller = new Caller(workerData as string);
const seen: { -readonly [Figure in keyof HealthSeen]: number } = { healthAsked: 0, healthFailed: 0, healthMaxMs: 0 };
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
do {
  const began = performance.now();
  const { status } = await caller.ask('/health');
  seen.healthAsked += 1;
  if (status !== 200) seen.healthFailed += 1;
  seen.healthMaxMs = Math.max(seen.healthMaxMs, Math.round(performance.now() - began));
  await pause(EVERY_MS);
} while (!isOver);
caller.close();
parentPort?.postMessage(seen);
