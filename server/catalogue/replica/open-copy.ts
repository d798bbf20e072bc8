import { rm } from 'node:fs/promises';
import { backup } from 'node:sqlite';
import { Kysely } from 'kysely';
import { openSqlite, QueryRunner } from '../../platform/database/sqlite-connection.ts';
import { sqliteDialect } from '../../platform/database/sqlite-dialect.ts';
import type { CatalogueSchema } from '../context/schema.ts';
import type { IndexReader } from '../context/search-questions.ts';
import { openReaders, type Reading } from '../search/readers.ts';
import type { CatalogueState } from './catalogue-log.ts';
import { openWriting, stateOf } from './copy-file.ts';

/** More than a file can have. */
const ALL_PAGES = 0x7fffffff;

/** A copy that answers. */
export interface OpenCopy extends IndexReader {
  readonly file: string;
  readonly read: Kysely<CatalogueSchema>;
  state(): CatalogueState;
  /** Writes it into another file as it is at this moment, beside whatever goes on; resolves to the state there. */
  saveTo(file: string): Promise<CatalogueState>;
}

/** Opens a finished copy for searches and for reads by key. */
export function openCopy(file: string, reading: Reading): OpenCopy {
  // As long as one connection is open, those that come and go need not fold the write-ahead log into the file.
  const keeper = openWriting(file);
  const connection = openSqlite(file, true);
  const runner = new QueryRunner(connection);
  const readers = openReaders(file, reading);
  return {
    file,
    read: new Kysely({ dialect: sqliteDialect((sql, parameters) => runner.run(sql, parameters)) }),
    ask: readers.ask,
    state: () => finished(stateOf(connection)),
    saveTo: (other) => saveCopy(file, other),
    close: async () => {
      await readers.close();
      connection.close();
      keeper.close();
    },
  };
}

/** Removes a copy that nobody has open. */
export async function removeCopy(file: string): Promise<void> {
  for (const ending of ['', '-wal', '-shm', '-journal']) await rm(file + ending, { force: true });
}

async function saveCopy(file: string, other: string): Promise<CatalogueState> {
  const from = openSqlite(file, true);
  try {
    // All pages in one step, off the main thread: a copy in steps begins anew with every change.
    await backup(from, other, { rate: ALL_PAGES });
  } finally {
    from.close();
  }
  const saved = openWriting(other);
  try {
    return finished(stateOf(saved));
  } finally {
    saved.close();
  }
}

function finished(state: CatalogueState | null): CatalogueState {
  if (!state) throw new Error('the copy of the catalogue is unfinished');
  return state;
}
