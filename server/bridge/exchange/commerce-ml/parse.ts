import { Worker } from 'node:worker_threads';
import { limitTo } from '../../../files/limit-to.ts';
import { ExchangeProblem } from '../problem.ts';
import type { ParseRequest } from './parse-thread.ts';

const THREAD = new URL('./parse-thread.ts', import.meta.url);
const HEAP_MB = 256;
const TIME_MS = 300_000;

/** Files that are read at a time. */
const reading = limitTo(1);

/** What a file told of. */
export interface Parsed {
  readonly goods: number;
  readonly offers: number;
}

/** Reads a file into lines of JSON, in a thread with bounds on memory and time. Throws ExchangeProblem for a file that is at fault. */
export const parseFile = (request: ParseRequest): Promise<Parsed> => reading(() => parseInThread(request));

async function parseInThread(request: ParseRequest): Promise<Parsed> {
  const worker = new Worker(THREAD, {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const timer = setTimeout(() => void worker.terminate(), TIME_MS);
  try {
    const told = await new Promise<Parsed | { message: string; code: unknown }>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new ExchangeProblem('файл читается слишком долго')));
    });
    if ('goods' in told) return told;
    throw told.code === 'EXCHANGE_PROBLEM' ? new ExchangeProblem(told.message) : new Error(told.message);
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ExchangeProblem('файл слишком велик') : error;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
