import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What /health answered for a while. */
export interface HealthSeen {
  /** Times that it was asked, and did not answer 200 within the patience of a caller. */
  readonly healthAsked: number;
  readonly healthFailed: number;
  readonly healthMaxMs: number;
}

/** A watch over /health from a thread of its own: one that sends three times what a server can do is late itself. */
export function watchHealth(origin: string): { stop(): Promise<HealthSeen> } {
  const thread = new Worker(new URL('./health-thread.ts', import.meta.url), { workerData: origin });
  return {
    async stop() {
      const answered = once(thread, 'message');
      thread.postMessage('over');
      const [seen] = (await answered) as [HealthSeen];
      return seen;
    },
  };
}
