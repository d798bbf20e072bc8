import { parentPort, workerData } from 'node:worker_threads';
import { packError, type ThreadAnswer, type ThreadRequest } from '../../database/job-messages.ts';
import { openSqlite } from '../../database/sqlite/connection.ts';
import { search, searchList, suggest } from './catalogue-search.ts';
import { ShownColumns } from './columns/shown-columns.ts';
import type { Answered, AskedQuestion } from './engine.ts';
import { FileSearchIndex } from './file-index.ts';
import { findLines } from './list/find-lines.ts';
import { missOfParts, missOfSearch } from './misses/miss.ts';
import { PartSearch } from './parts/search-parts.ts';
import { warm } from './warm.ts';

/** Answers searches over a read-only connection of its own, one after another, each over one snapshot. */
const port = parentPort;
if (!port) throw new Error('runs as a worker thread only');

const db = openSqlite((workerData as { file: string }).file, true);
const index = new FileSearchIndex(db);
const shown = new ShownColumns(db);
const parts = new PartSearch(index, shown);
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

async function ask([question]: readonly unknown[]): Promise<Answered> {
  db.exec('BEGIN');
  try {
    return await answerTo(question as AskedQuestion);
  } finally {
    db.exec('COMMIT');
  }
}

async function answerTo(question: AskedQuestion): Promise<Answered> {
  switch (question.ask) {
    case 'search': {
      const found = await search(index, question.request, question.liveDay);
      return { text: found && JSON.stringify(found), miss: missOfSearch(question.request, found) };
    }
    case 'parts': {
      const found = await parts.search(question.request, question.liveDay);
      return { text: JSON.stringify(found), miss: missOfParts(question.request, found) };
    }
    case 'directory':
      return { text: JSON.stringify(await parts.directory()), miss: null };
    case 'suggest':
      return { text: JSON.stringify(await suggest(index, question.query)), miss: null };
    case 'list': {
      const { articles, ignored } = question;
      const found = await searchList(index, articles, ignored, question.liveDay);
      return { text: JSON.stringify(found), miss: null };
    }
    case 'lines': {
      const found = await findLines(index, shown.current(), question.lines, question.liveDay);
      return { text: JSON.stringify(found), miss: null };
    }
  }
}

function close(): null {
  db.close();
  return null;
}
