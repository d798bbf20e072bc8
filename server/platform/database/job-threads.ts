/** Worker threads for database jobs; what they and the main thread say to each other is in thread-messages.ts. */
import { Worker } from 'node:worker_threads';
import { nameOfJob, reportWork } from './statement-signals.ts';
import { JobError, type Statement, type ThreadAnswer, type ThreadRequest } from './thread-messages.ts';
import type { DatabaseLocation, JobOptions, JobRunner } from './types.ts';

export const JOB_THREAD = new URL('./job-thread.ts', import.meta.url);
const IDLE_MS = 10_000;

/**
 * A thread for one job: a snapshot of either database, of PostgreSQL also one that takes temporary tables, or one write
 * transaction of PostgreSQL.
 */
export interface JobThreadData {
  readonly location: DatabaseLocation;
  readonly mode: 'read' | 'temporary' | 'write';
}

/**
 * Runs each job in a thread. One that ended well is kept for the next for a while, as a start takes a third of a second
 * of work; after a failure or an abort it is not used again.
 */
export function openJobThreads(data: JobThreadData) {
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

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onMessage: ((message: unknown) => void) | undefined;
}

/** Heap of one thread: unbounded, an import keeps 150 MB of garbage. A job that needs more fails and is rolled back. */
const MEMORY = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 } as const;

/** A worker thread with requests and answers; starts at the first request and again after it died. */
export class Thread {
  readonly #module: URL;
  readonly #data: unknown;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(module: URL, data: unknown) {
    this.#module = module;
    this.#data = data;
  }

  query(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    return this.#ask((id) => ({ type: 'query', id, sql, parameters }));
  }

  /** Asks for statements in one transaction, if the first changes a row; resolves to whether it did. */
  changes(statements: readonly Statement[]): Promise<unknown> {
    return this.#ask((id) => ({ type: 'changes', id, statements }));
  }

  probe(): Promise<unknown> {
    return this.#ask((id) => ({ type: 'probe', id }));
  }

  /** An abort of the signal is passed on, and the job decides when to stop. */
  job(module: URL, args: unknown, options: JobOptions = {}): Promise<unknown> {
    const { signal, onMessage } = options;
    signal?.throwIfAborted();
    let unlisten = () => {};
    const answer = this.#ask((id) => {
      const abort = () => this.#worker?.postMessage({ type: 'abort', id } satisfies ThreadRequest);
      signal?.addEventListener('abort', abort, { once: true });
      unlisten = () => signal?.removeEventListener('abort', abort);
      return { type: 'job', id, module: module.href, args };
    }, onMessage);
    return answer.finally(() => unlisten());
  }

  async close(): Promise<void> {
    if (!this.#worker) return;
    await this.#ask((id) => ({ type: 'close', id })).catch(() => {});
    await this.#worker?.terminate();
    this.#worker = null;
  }

  #ask(request: (id: number) => ThreadRequest, onMessage?: (message: unknown) => void): Promise<unknown> {
    const worker = this.#started();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onMessage });
      worker.postMessage(request(id));
    });
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#module, { workerData: this.#data, resourceLimits: MEMORY });
    worker.on('message', (answer: ThreadAnswer) => this.#settle(answer));
    worker.on('error', (error) => this.#died(worker, error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => this.#died(worker, new Error(`database thread ended with code ${code}`)));
    this.#worker = worker;
    return worker;
  }

  #settle(answer: ThreadAnswer): void {
    const pending = this.#pending.get(answer.id);
    if (!pending) return;
    if (answer.type === 'message') {
      pending.onMessage?.(answer.value);
      return;
    }
    this.#pending.delete(answer.id);
    if (answer.type === 'result') pending.resolve(answer.value);
    else pending.reject(new JobError(answer.error));
  }

  #died(worker: Worker, error: Error): void {
    if (this.#worker === worker) this.#worker = null;
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }
}
