import { parentPort, workerData } from 'node:worker_threads';
import { packError, type ThreadAnswer, type ThreadRequest } from './job-messages.ts';
import { openSnapshot, openWriting } from './postgres/job-connection.ts';
import { openSqlite } from './sqlite/connection.ts';
import type { DatabaseLocation, Job, JobConnection } from './types.ts';

/** A thread for one job: a read-only snapshot of either database, or one write transaction of PostgreSQL. */
export interface JobThreadData {
  readonly location: DatabaseLocation;
  readonly mode: 'read' | 'write';
}

interface OpenConnection {
  readonly connection: JobConnection;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

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
  let open: OpenConnection | null = null;
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

function openConnection(): Promise<OpenConnection> {
  if (location.dialect === 'sqlite') return openSqliteSnapshot(location.file);
  return mode === 'read'
    ? openSnapshot(location.url, location.schema)
    : openWriting(location.url, location.schema);
}

async function openSqliteSnapshot(file: string): Promise<OpenConnection> {
  const db = openSqlite(file, true);
  // A deferred transaction gets its snapshot at the first read.
  db.exec('begin');
  db.prepare('select count(*) from sqlite_schema').get();
  const end = async () => db.close();
  return { connection: { dialect: 'sqlite', db }, finish: end, abandon: end };
}
