// The thread that alone writes an SQLite file: single statements and whole jobs, one at a time. Its queue is in
// turns.ts.
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Job } from './jobs.ts';
import { OTHER_PROCESS_WAIT_MS, openSqlite, QueryRunner, rollBack } from './sqlite-connection.ts';
import * as messages from './thread-messages.ts';
import { troubleOf } from './trouble.ts';

// The one writer of a database file: single statements and whole jobs, one at a time (the main thread keeps the turns).
const port = parentPort;
if (!port) throw new Error('runs as a worker thread only');

const db = openSqlite((workerData as { file: string }).file, false);
const runner = new QueryRunner(db);
const running = new Map<number, AbortController>();
const answer = (message: messages.ThreadAnswer) => port.postMessage(message);
const nextWaiting = () => receiveMessageOnPort(port)?.message as messages.ThreadRequest | undefined;

port.on('message', handle);

function handle(request: messages.ThreadRequest): void {
  if (request.type === 'abort') running.get(request.id)?.abort(new Error('cancelled'));
  else if (request.type === 'job') void runJob(request.id, request.module, request.args);
  else if (request.type === 'changes') runChanges(request);
  else attempt(request.id, () => runShort(request));
}

function runShort(request: Exclude<messages.ThreadRequest, { type: 'abort' | 'job' | 'changes' }>): unknown {
  if (request.type === 'close') return close();
  return request.type === 'probe' ? probeWriter(db) : runner.run(request.sql, request.parameters);
}

/** Changes that came in while the previous one was committed share one commit: that is most of what a change costs. */
function runChanges(first: messages.ChangesRequest): void {
  const group = [first];
  let next = nextWaiting();
  for (; next?.type === 'changes'; next = nextWaiting()) group.push(next);
  for (const outcome of commitTogether(group)) answer(outcome);
  if (next) handle(next);
}

function commitTogether(group: readonly messages.ChangesRequest[]): messages.ThreadAnswer[] {
  try {
    runner.run('begin immediate', []);
    const outcomes = group.map(changeApart);
    runner.run('commit', []);
    return outcomes;
  } catch (error) {
    rollBack(db);
    return group.map(({ id }) => ({ type: 'error', id, error: messages.packError(error) }));
  }
}

/** Applies all statements of a change or none. Throws when the whole transaction is lost. */
function changeApart({ id, statements: [condition, ...changes] }: messages.ChangesRequest): messages.ThreadAnswer {
  runner.run('savepoint change', []);
  try {
    const applies = condition !== undefined && run(condition).changes > 0;
    if (applies) for (const change of changes) run(change);
    runner.run('release change', []);
    return { type: 'result', id, value: applies };
  } catch (error) {
    if (!db.isTransaction || !undoChange()) throw error;
    return { type: 'error', id, error: messages.packError(error) };
  }
}

function undoChange(): boolean {
  try {
    runner.run('rollback to change', []);
    runner.run('release change', []);
    return true;
  } catch {
    return false;
  }
}

const run = ({ sql, parameters }: messages.Statement) => runner.run(sql, parameters);

function attempt(id: number, work: () => unknown): void {
  try {
    answer({ type: 'result', id, value: work() });
  } catch (error) {
    answer({ type: 'error', id, error: messages.packError(error) });
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
    // The log is what makes a commit durable: its pages are copied into the file once the caller knows.
    db.exec('PRAGMA wal_autocheckpoint = 0');
    db.exec('commit');
    answer({ type: 'result', id, value });
  } catch (error) {
    rollBack(db);
    answer({ type: 'error', id, error: messages.packError(error) });
  } finally {
    running.delete(id);
    copyLog();
  }
}

/** Pages of the log after which a commit copies them by itself; SQLite's own default. */
const AUTOCHECKPOINT_PAGES = 1000;

function copyLog(): void {
  db.exec(`PRAGMA wal_autocheckpoint = ${AUTOCHECKPOINT_PAGES}`);
  try {
    db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // As when SQLite does it by itself: nothing is lost, the next commit copies again.
  }
}

function close(): null {
  db.exec('PRAGMA optimize');
  db.close();
  return null;
}

/** Large enough for the database to need new pages, bytes. */
const TRIAL_BYTES = 64 * 1024;

/** Changes something and rolls back. Throws when that fails; does not wait for another process that writes. */
function probeWriter(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA busy_timeout = 0');
    db.exec('begin immediate');
    db.prepare("insert into schema_migrations values (-1, zeroblob(?), '')").run(TRIAL_BYTES);
  } catch (error) {
    if (troubleOf(error) !== 'busy') throw error;
  } finally {
    rollBack(db);
    db.exec(`PRAGMA busy_timeout = ${OTHER_PROCESS_WAIT_MS}`);
  }
}
