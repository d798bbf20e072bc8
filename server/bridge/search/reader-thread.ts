import { parentPort, workerData } from 'node:worker_threads';
import { packError, type ThreadAnswer, type ThreadRequest } from '../../database/job-messages.ts';
import { openSqlite } from '../../database/sqlite/connection.ts';
import { search, searchList, suggest } from './catalogue-search.ts';
import { ShownColumns } from './columns/shown-columns.ts';
import type { AskedQuestion } from './engine.ts';
import { FileSearchIndex } from './file-index.ts';
import { PartSearch } from './parts/search-parts.ts';
import { warm } from './warm.ts';

/** Answers searches over a read-only connection of its own, one after another, each over one snapshot. */
const port = parentPort;
if (!port) throw new Error('runs as a worker thread only');

const db = openSqlite((workerData as { file: string }).file, true);
const index = new FileSearchIndex(db);
const parts = new PartSearch(index, new ShownColumns(db));
const answer = (message: ThreadAnswer) => port.postMessage(message);
let turn: Promise<void> = warm(index, parts);

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
    return await answerTo(question as AskedQuestion);
  } finally {
    db.exec('COMMIT');
  }
}

async function answerTo(question: AskedQuestion): Promise<string | null> {
  switch (question.ask) {
    case 'search': {
      const answer = await search(index, question.request, question.liveDay);
      return answer && JSON.stringify(answer);
    }
    case 'parts':
      return JSON.stringify(await parts.search(question.request, question.liveDay));
    case 'suggest':
      return JSON.stringify(await suggest(index, question.query));
    case 'list':
      return JSON.stringify(await searchList(index, question.articles, question.ignored, question.liveDay));
  }
}

function close(): null {
  db.close();
  return null;
}
