import { Worker } from 'node:worker_threads';
import { JobError, type Statement, type ThreadAnswer, type ThreadRequest } from './job-messages.ts';
import type { JobOptions } from './types.ts';

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onMessage: ((message: unknown) => void) | undefined;
}

/**
 * Heap of one thread. Unbounded, the engine keeps 150 MB of garbage of an import before it looks; a job that needs more
 * ends with an error, and its transaction is rolled back.
 */
const MEMORY = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 } as const;

/** A worker thread spoken to by requests with answers; starts at the first request and again after it died. */
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

  /** Asks for one statement. */
  query(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    return this.#ask((id) => ({ type: 'query', id, sql, parameters }));
  }

  /** Asks for statements in one transaction, if the first changes a row; resolves to whether it did. */
  changes(statements: readonly Statement[]): Promise<unknown> {
    return this.#ask((id) => ({ type: 'changes', id, statements }));
  }

  /** Tries a change and takes it back. */
  probe(): Promise<unknown> {
    return this.#ask((id) => ({ type: 'probe', id }));
  }

  /** Runs a job; an abort of the signal is passed on and the job decides when to stop. */
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

  /** Closes what the thread holds and ends it. */
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
    worker.on('error', (error) =>
      this.#died(worker, error instanceof Error ? error : new Error(String(error))),
    );
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
