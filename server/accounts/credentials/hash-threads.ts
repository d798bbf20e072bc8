/** Threads that compute argon2id, and how many there are. */
import type { Argon2Parameters } from 'node:crypto';
import { Worker } from 'node:worker_threads';

/** More would only take memory: a shop has no crowd that signs in all day. */
const THREADS_MAX = 4;
/** How long a thread that has nothing to do is kept, ms: to start one takes about as long as a hash. */
const IDLE_MS = 60_000;
/** What a thread takes beside the memory of its hash; megabytes. */
const MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 } as const;

/** Threads that hashes are computed in: one core is left to everybody else, wherever there are two. */
export const hashThreadsOf = (cores: number): number => Math.max(1, Math.min(THREADS_MAX, cores - 1));

/** Threads of lowered priority that compute argon2id; started on demand, ended when idle. */
interface HashThreads {
  /** The tag. The caller keeps the number of those side by side within bounds. Throws when the thread ends meanwhile. */
  compute(parameters: Argon2Parameters): Promise<Uint8Array>;
  close(): Promise<void>;
}

export function createHashThreads(): HashThreads {
  const idle: Worker[] = [];
  let timer: NodeJS.Timeout | null = null;

  const end = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    await Promise.all(idle.splice(0).map((worker) => worker.terminate()));
  };
  const rest = (worker: Worker) => {
    // A thread that waits for work keeps no program from ending.
    worker.unref();
    idle.push(worker);
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void end(), IDLE_MS);
    timer.unref();
  };

  return {
    compute: (parameters) =>
      new Promise((resolve, reject) => {
        const worker = idle.pop() ?? startThread(idle);
        worker.ref();
        const settle = () => worker.off('message', done).off('error', reject).off('exit', ended);
        const done = (tag: Uint8Array) => {
          settle();
          rest(worker);
          resolve(tag);
        };
        const ended = () => reject(new Error('the thread of a hash has ended'));
        worker.on('message', done).on('error', reject).on('exit', ended);
        worker.postMessage(parameters);
      }),
    close: end,
  };
}

function startThread(idle: Worker[]): Worker {
  const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), { resourceLimits: MEMORY });
  // The caller of a hash listens too; an idle thread must not end the program.
  worker.on('error', () => {});
  worker.on('exit', () => {
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
  });
  return worker;
}
