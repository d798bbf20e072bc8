import { parentPort, workerData } from 'node:worker_threads';
import { openSqlite } from '../../platform/database/sqlite-connection.ts';
import { packError, type ThreadAnswer, type ThreadRequest } from '../../platform/database/thread.ts';
import type { Answered, SearchQuestion } from '../context/search-questions.ts';
import { FileSearchIndex } from '../search-index/file-index.ts';
import { ShownColumns } from '../search-index/shown-columns.ts';
import { ListedWords, TokenLists } from '../search-index/word-lists.ts';
import { PositionSearch, searchList } from './catalogue-search.ts';
import { findLines } from './find-lines.ts';
import { missOfParts, missOfSearch } from './miss.ts';
import type { ReaderData } from './readers.ts';
import { PartSearch } from './search-parts.ts';
import { takeStageTimes } from './stages.ts';

/** Queries that walk through every part of the index once, so that the first visitor does not wait for the disk. */
const QUERIES = ['0', '123', 'ка', 'фильтр', 'прокладка двигателя 7'];

/** What reads the upper levels of every index into memory, in pieces to be done in this order while nobody asks. */
const warmingOf = (parts: PartSearch, positions: PositionSearch): (() => unknown)[] => [
  () => parts.warm(),
  ...QUERIES.flatMap((query) => [
    () => positions.search({ query, limit: 1, offset: 0, last: 0, cursor: '' }, 0),
    () => positions.suggest(query),
  ]),
];

/** Answers searches over a read-only connection of its own, one after another, each over one snapshot. */
const port = parentPort;
if (!port) throw new Error('runs as a worker thread only');

const { file, isAhead } = workerData as ReaderData;
const db = openSqlite(file, true);
const shown = new ShownColumns(db);
const lists = new TokenLists(db);
const listed = new ListedWords(lists);
const index = new FileSearchIndex(db, listed);
const parts = new PartSearch(index, shown);
const positions = new PositionSearch(index, shown);
const answer = (message: ThreadAnswer) => port.postMessage(message);
const begin = db.prepare('BEGIN');
const commit = db.prepare('COMMIT');
let waiting = 0;
let reading: NodeJS.Timeout | null = null;
let turn: Promise<void> = Promise.resolve();
const warming = isAhead ? [...warmingOf(parts, positions), () => lists.warm()] : [];
readLater(0);

port.on('message', (request: ThreadRequest) => {
  waiting++;
  turn = turn.then(() => handle(request));
});

/** Indexes and lists of words are read while nobody asks, a piece at a time. */
function readLater(milliseconds: number): void {
  if (reading !== null || !(warming.length > 0 || lists.isWanting) || !db.isOpen) return;
  reading = setTimeout(() => {
    reading = null;
    if (waiting === 0) turn = turn.then(readAhead);
  }, milliseconds).unref();
}

async function readAhead(): Promise<void> {
  if (!db.isOpen) return;
  const piece = warming.shift();
  if (piece) {
    await inTransaction(piece);
    readLater(0);
    return;
  }
  const more = await inTransaction(() => lists.readSome());
  if (more !== null) readLater(more);
}

/** What is known by heart is a courtesy: a failure is left for the next question to tell. */
async function inTransaction<T>(work: () => T | Promise<T>): Promise<T | null> {
  try {
    begin.run();
    try {
      return await work();
    } finally {
      commit.run();
    }
  } catch {
    return null;
  }
}

async function handle(request: ThreadRequest): Promise<void> {
  const { id } = request;
  try {
    answer({ type: 'result', id, value: request.type === 'query' ? await ask(request.parameters) : close() });
  } catch (error) {
    answer({ type: 'error', id, error: packError(error) });
  } finally {
    waiting--;
    readLater(0);
  }
}

async function ask([question]: readonly unknown[]): Promise<Answered> {
  begin.run();
  listed.begin();
  try {
    takeStageTimes();
    const found = await answerTo(question as SearchQuestion);
    return { ...found, stages: takeStageTimes() };
  } finally {
    commit.run();
  }
}

async function answerTo(question: SearchQuestion): Promise<Omit<Answered, 'stages'>> {
  switch (question.ask) {
    case 'search': {
      const found = await positions.search(question.request, question.liveDay);
      return { text: found && JSON.stringify(found), miss: missOfSearch(question.request, found) };
    }
    case 'parts': {
      const found = await parts.search(question.request, question.liveDay);
      return { text: JSON.stringify(found), miss: missOfParts(question.request, found) };
    }
    case 'directory':
      return { text: JSON.stringify(await parts.directory()), miss: null };
    case 'suggest':
      return { text: JSON.stringify(await positions.suggest(question.query)), miss: null };
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
