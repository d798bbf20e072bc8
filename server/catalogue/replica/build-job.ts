// The job that copies the whole catalogue from PostgreSQL into a new SQLite file (the replica), which search and
// product pages read.
import { BY_INDEXES, type Job } from '../../platform/database/jobs.ts';
import { LOGGING_POSITIONS } from '../context/change-log.ts';
import { mergeIndex } from '../search-index/index-writer.ts';
import { catalogueState, createCopy, type Entity, saveState } from './copy-file.ts';
import { allRows, CopyWriter, readAhead } from './copy-rows.ts';

const ROWS = 2_000;

/** Makes a copy of the whole catalogue, as the job's snapshot sees it, in a new file; resolves to the number of positions. */
const build: Job<{ readonly file: string }, number> = async (source, { file }) => {
  if (source.dialect !== 'postgres') throw new Error('the embedded catalogue has no copies');
  await source.query(BY_INDEXES);
  const state = await catalogueState(source);
  const db = createCopy(file);
  try {
    db.exec('BEGIN IMMEDIATE');
    const copy = new CopyWriter(db);
    const rowsOf = <Name extends Entity>(table: Name) => readAhead(allRows(source, table, ROWS));
    for await (const rows of rowsOf('brands')) copy.brands([], rows);
    for await (const rows of rowsOf('providers')) copy.suppliers([], rows);
    for await (const rows of rowsOf('search_words')) copy.words([], rows);
    for await (const rows of rowsOf('crosses')) copy.crosses([], rows);
    for await (const rows of rowsOf('article_keys')) copy.keys(rows);
    let count = 0;
    for await (const rows of rowsOf('positions')) {
      const ids = rows.map(({ id }) => id);
      await copy.positions(ids, rows);
      count += rows.length;
    }
    for await (const rows of rowsOf('alias_redirects')) copy.redirects([], rows);
    await copy.finish();
    // The first rows of a copy need not be logged, so the triggers come after them.
    for (const statement of LOGGING_POSITIONS) db.exec(statement);
    mergeIndex(db);
    saveState(db, state);
    db.exec('COMMIT');
    return count;
  } finally {
    db.close();
  }
};
export default build;
