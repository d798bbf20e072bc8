import type { JobThreadData } from './job-thread.ts';
import { nameOfJob, reportWork } from './statement-signals.ts';
import { Thread } from './thread.ts';
import type { DatabaseLocation, JobOptions, JobRunner } from './types.ts';

/** The thread of a job. */
export const JOB_THREAD = new URL('./job-thread.ts', import.meta.url);
/** How long a thread waits for its next job, ms. */
const IDLE_MS = 10_000;

/** Runs each job in a thread that it has to itself. */
interface JobThreads {
  run<Args, Result, Message>(module: URL, args: Args, options?: JobOptions<Message>): Promise<Result>;
  /** Ends the threads that wait. */
  close(): Promise<void>;
}

/**
 * A thread whose job ended well waits a while for the next one, because starting one and loading its modules takes a third
 * of a second of processor time. After a failure or an abort it is not used again.
 */
export function openJobThreads(data: JobThreadData): JobThreads {
  const idle = new Map<Thread, NodeJS.Timeout>();
  let isClosed = false;

  function take(): Thread {
    const [thread] = [...idle.keys()].slice(-1);
    if (!thread) return new Thread(JOB_THREAD, data);
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    return thread;
  }

  async function end(thread: Thread): Promise<void> {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    await thread.close();
  }

  return {
    async run<Args, Result, Message>(module: URL, args: Args, options?: JobOptions<Message>) {
      const thread = take();
      let isWell = false;
      try {
        const work = () => thread.job(module, args, options as JobOptions) as Promise<Result>;
        const result = await reportWork(data.location, 'job', nameOfJob(module), work);
        isWell = !options?.signal?.aborted && !isClosed;
        return result;
      } finally {
        if (isWell) idle.set(thread, setTimeout(() => void end(thread), IDLE_MS).unref());
        else await thread.close();
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...idle.keys()].map(end));
    },
  };
}

/** Read jobs in one thread that stays for the next one; each has a snapshot of its own. */
export function frequentReads(location: DatabaseLocation): JobRunner {
  const thread = new Thread(JOB_THREAD, { location, mode: 'read' } satisfies JobThreadData);
  return {
    run: <Args, Result>(module: URL, args: Args) =>
      reportWork(location, 'job', nameOfJob(module), () => thread.job(module, args) as Promise<Result>),
    close: () => thread.close(),
  };
}
