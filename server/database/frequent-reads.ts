import type { JobThreadData } from './job-thread.ts';
import { Thread } from './thread.ts';
import { nameOfJob, told } from './told.ts';
import type { DatabaseLocation, JobRunner } from './types.ts';

const JOB = new URL('./job-thread.ts', import.meta.url);

/** Read jobs in one thread that stays for the next one; each has a snapshot of its own. */
export function frequentReads(location: DatabaseLocation): JobRunner {
  const thread = new Thread(JOB, { location, mode: 'read' } satisfies JobThreadData);
  return {
    run: <Args, Result>(module: URL, args: Args) =>
      told(location, 'job', nameOfJob(module), () => thread.job(module, args) as Promise<Result>),
    close: () => thread.close(),
  };
}
