// The thread that answers searches, lists and suggestions over one snapshot of the index; readers.ts starts it.
import { parentPort, workerData } from 'node:worker_threads';
import type { PartNote, PartsAnswer } from '../../../contract/catalogue/parts.ts';
import type { SearchAnswer } from '../../../contract/catalogue/positions.ts';
import { openSqlite } from '../../platform/database/sqlite-connection.ts';
import { packError, type ThreadAnswer, type ThreadRequest } from '../../platform/database/thread-messages.ts';
import type { Answered, Miss, PartsRequest, SearchQuestion, SearchRequest } from '../context/search-questions.ts';
import { partNames } from '../part-reader/names.ts';
import { FileSearchIndex } from '../search-index/file-index.ts';
import { ShownColumns } from '../search-index/shown-columns.ts';
import { ListedWords, TokenLists } from '../search-index/word-lists.ts';
import { isFiltered } from './filtered-offers.ts';
import { findLines } from './list-search.ts';
import type { ReaderData } from './readers.ts';
import { PartSearch } from './search-parts.ts';
import { PositionSearch, searchList } from './search-positions.ts';
import { takeStageTimes } from './stages.ts';

/** Queries that walk through every part of the index once, so that the first visitor does not wait for the disk. */
const QUERIES = ['0', '123', 'ка', 'фильтр', 'прокладка двигателя 7'];

/** What reads the upper levels of every index into memory, in steps to be done in this order between questions. */
const warmingOf = (parts: PartSearch, positions: PositionSearch): (() => unknown)[] => [
  () => parts.warm(),
  function warmKeys() {
    if (index.warmSome()) warming.unshift(warmKeys);
  },
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
const index = new FileSearchIndex(db, new ListedWords(lists));
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

/** Indexes and lists of words are read in steps between questions. */
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

/** Warming the cache is optional: a failure is left to the next question to report. */
async function inTransaction<T>(work: () => T | Promise<T>): Promise<T | null> {
  try {
    begin.run();
    index.begin();
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
  index.begin();
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
    case 'names':
      return { text: JSON.stringify(partNames(question.sort, question.text)), miss: null };
    case 'list': {
      const { articles, ignored } = question;
      const found = await searchList(index, articles, ignored, question.liveDay);
      return { text: JSON.stringify(found), miss: null };
    }
    case 'lines': {
      const { lines, liveDay } = question;
      const found = await findLines(index, await parts.columns(), lines, liveDay, (text) =>
        parts.byWords(text, liveDay),
      );
      return { text: JSON.stringify(found), miss: null };
    }
  }
}

function close(): null {
  db.close();
  return null;
}

/** The miss of a search for positions; null when it found what was typed, or goes on with an answer. */
function missOfSearch(request: SearchRequest, answer: SearchAnswer | null): Miss | null {
  const { query, offset, last, cursor, isStrict } = request;
  if (isStrict === true || offset > 0 || last > 0 || cursor !== '') return null;
  return missOf(query, answer === null ? 0 : answer.positions.length, answer?.notes ?? []);
}

/** The same of a search for parts. One with filters says nothing of the words. */
function missOfParts({ query, filters, cursor, isStrict }: PartsRequest, answer: PartsAnswer): Miss | null {
  if (isStrict || query === '' || cursor !== '' || isFiltered(filters)) return null;
  return missOf(query, answer.parts.length + answer.crosses.length, answer.notes);
}

function missOf(query: string, found: number, notes: readonly Pick<PartNote, 'kind' | 'text'>[]): Miss | null {
  const wording = wordingOf(query);
  if (wording === null) return null;
  if (found === 0) return { wording, outcome: 'nothing', left: '' };
  const of = (kind: PartNote['kind']) => [
    ...new Set(notes.filter((note) => note.kind === kind).map(({ text }) => text)),
  ];
  const near = of('near');
  if (near.length > 0) return { wording, outcome: 'near', left: near.join(', ') };
  const dropped = of('dropped');
  return dropped.length > 0 ? { wording, outcome: 'less', left: dropped.join(', ') } : null;
}

/** Characters of a wording that are kept; a longer query is a pasted text, not a wording. */
const WORDING_MAX = 100;

/** A telephone number as people in this country write it. */
const PHONE = /(?:\+\s*7|(?<!\p{N})[78])[\s(-]*9\d{2}[\s)-]*\d{3}[\s-]*\d{2}[\s-]*\d{2}(?!\p{N})/u;
const PRIVATE = [/@/, /https?:/i, PHONE];

/** A query as it is counted; null for what may identify a person, is too long, or has no letter or digit. */
function wordingOf(query: string): string | null {
  const wording = query
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
  if (wording.length > WORDING_MAX || !/[\p{L}\p{N}]/u.test(wording)) return null;
  return PRIVATE.some((pattern) => pattern.test(wording)) ? null : wording;
}
