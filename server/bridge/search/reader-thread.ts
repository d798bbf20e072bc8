import { parentPort, workerData } from 'node:worker_threads';
import { packError, type ThreadAnswer, type ThreadRequest } from '../../database/job-messages.ts';
import { openSqlite } from '../../database/sqlite/connection.ts';
import { FileSearchIndex } from './file-index.ts';
import { type AskedQuestion, answerTo } from './questions.ts';
import { warm } from './warm.ts';

/** Answers searches over a read-only connection of its own, one after another, each over one snapshot. */
const port = parentPort;
if (!port) throw new Error('runs as a worker thread only');

const db = openSqlite((workerData as { file: string }).file, true);
const index = new FileSearchIndex(db);
const answer = (message: ThreadAnswer) => port.postMessage(message);
let turn: Promise<void> = warm(index);

port.on('message', (request: ThreadRequest) => {
  turn = turn.then(() => handle(request));
});

async function handle(request: ThreadRequest): Promise<void> {
  const { id } = request;
  try {
    answer({ type: 'result', id, value: request.type === 'query' ? await ask(request.parameters) : close() });
  } catch (error) {
    answer({ type: 'error', id, error: packError(error) });
  }
}

async function ask([question]: readonly unknown[]): Promise<string | null> {
  db.exec('BEGIN');
  try {
    return await answerTo(index, question as AskedQuestion);
  } finally {
    db.exec('COMMIT');
  }
}

function close(): null {
  db.close();
  return null;
}
