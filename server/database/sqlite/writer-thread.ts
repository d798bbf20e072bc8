import { parentPort, workerData } from 'node:worker_threads';
import { packError, type Statement, type ThreadAnswer, type ThreadRequest } from '../job-messages.ts';
import type { Job } from '../types.ts';
import { openSqlite, QueryRunner } from './connection.ts';

/** The one writer of a database file: single statements and whole jobs, one at a time (the main thread keeps the turns). */
const port = parentPort;
if (!port) throw new Error('runs as a worker thread only');

const db = openSqlite((workerData as { file: string }).file, false);
const runner = new QueryRunner(db);
const running = new Map<number, AbortController>();
const answer = (message: ThreadAnswer) => port.postMessage(message);

port.on('message', (request: ThreadRequest) => {
  if (request.type === 'abort') running.get(request.id)?.abort(new Error('cancelled'));
  else if (request.type === 'job') void runJob(request.id, request.module, request.args);
  else if (request.type === 'changes') attempt(request.id, () => runChanges(request.statements));
  else
    attempt(request.id, () =>
      request.type === 'close' ? close() : runner.run(request.sql, request.parameters),
    );
});

function runChanges([condition, ...changes]: readonly Statement[]): boolean {
  runner.run('begin immediate', []);
  try {
    const applies = condition !== undefined && run(condition).changes > 0;
    if (applies) for (const change of changes) run(change);
    runner.run('commit', []);
    return applies;
  } catch (error) {
    if (db.isTransaction) db.exec('rollback');
    throw error;
  }
}

const run = ({ sql, parameters }: Statement) => runner.run(sql, parameters);

function attempt(id: number, work: () => unknown): void {
  try {
    answer({ type: 'result', id, value: work() });
  } catch (error) {
    answer({ type: 'error', id, error: packError(error) });
  }
}

async function runJob(id: number, module: string, args: unknown): Promise<void> {
  const abort = new AbortController();
  running.set(id, abort);
  try {
    const { default: job } = (await import(module)) as { default: Job<unknown, unknown> };
    db.exec('begin immediate');
    const emit = (value: unknown) => answer({ type: 'message', id, value });
    const value = await job({ dialect: 'sqlite', db }, args, emit, abort.signal);
    abort.signal.throwIfAborted();
    db.exec('commit');
    answer({ type: 'result', id, value });
  } catch (error) {
    if (db.isTransaction) db.exec('rollback');
    answer({ type: 'error', id, error: packError(error) });
  } finally {
    running.delete(id);
  }
}

function close(): null {
  db.exec('PRAGMA optimize');
  db.close();
  return null;
}
