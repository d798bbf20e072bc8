/** Worker thread that runs one database job at a time; started by job-threads.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { type OpenJobConnection, openSnapshotOf, openWriting } from './job-connection.ts';
import type { JobThreadData } from './job-threads.ts';
import type { Job } from './jobs.ts';
import { packError, type ThreadAnswer, type ThreadRequest } from './thread-messages.ts';

const port = parentPort;
if (!port) throw new Error('runs as a worker thread only');

const { location, mode } = workerData as JobThreadData;
const abort = new AbortController();
const answer = (message: ThreadAnswer) => port.postMessage(message);

port.on('message', (request: ThreadRequest) => {
  if (request.type === 'abort') abort.abort(new Error('cancelled'));
  else if (request.type === 'job') void runJob(request.id, request.module, request.args);
  else answer({ type: 'result', id: request.id, value: null });
});

async function runJob(id: number, module: string, args: unknown): Promise<void> {
  let open: OpenJobConnection | null = null;
  try {
    const { default: job } = (await import(module)) as { default: Job<unknown, unknown> };
    open = await openConnection();
    const emit = (value: unknown) => answer({ type: 'message', id, value });
    const value = await job(open.connection, args, emit, abort.signal);
    abort.signal.throwIfAborted();
    await open.finish();
    answer({ type: 'result', id, value });
  } catch (error) {
    await open?.abandon().catch(() => {});
    answer({ type: 'error', id, error: packError(error) });
  }
}

const openConnection = (): Promise<OpenJobConnection> =>
  location.dialect === 'sqlite' || mode !== 'write'
    ? openSnapshotOf(location, mode === 'temporary')
    : openWriting(location.url, location.schema);
