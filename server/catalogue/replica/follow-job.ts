// The job that brings the replica (the SQLite copy of the catalogue) up to date in one transaction: searches never see
// half of a change.
import { BY_INDEXES, type Job, type PostgresConnection } from '../../platform/database/jobs.ts';
import { rollBack } from '../../platform/database/sqlite-connection.ts';
import { mergeIndex } from '../search-index/index-writer.ts';
import * as copyFile from './copy-file.ts';
import { CopyWriter, frequentInParts, readAhead, rowsInParts } from './copy-rows.ts';

const ROWS = 1_000;
/** A change of so many rows is followed by tidy-job.ts. */
export const TIDIED_ROWS = 5_000;

export type Followed =
  /** The file is no copy of the present format, or a damaged one. */
  | { readonly outcome: 'damaged' }
  /** It is the copy of another catalogue, or what changed since is no longer in the log. */
  | { readonly outcome: 'foreign' }
  | { readonly outcome: 'followed'; readonly place: string; readonly rows: number };

interface FollowArgs {
  readonly file: string;
  /** Whether to read through the whole file first. */
  readonly check: boolean;
}

/** Brings a copy to the state of the job's snapshot in one transaction: searches never see half of a change. */
const follow: Job<FollowArgs, Followed> = async (source, { file, check }) => {
  if (source.dialect !== 'postgres') throw new Error('the embedded catalogue has no copies');
  if (check && !copyFile.isWhole(file)) return { outcome: 'damaged' };
  await source.query(BY_INDEXES);
  const state = await copyFile.catalogueState(source);
  const db = copyFile.openWriting(file);
  try {
    const kept = copyFile.stateOf(db);
    if (!kept) return { outcome: 'damaged' };
    if (kept.catalogue !== state.catalogue || !(await copyFile.reachesBack(source, kept.place)))
      return { outcome: 'foreign' };
    const changed = await copyFile.changedIds(source, kept.place);
    const rows = [...changed.values()].reduce((sum, ids) => sum + ids.length, 0);
    if (rows === 0) return { outcome: 'followed', place: kept.place, rows };
    const isTidiedAfter = rows >= TIDIED_ROWS;
    // Merging the index waits until the change is shown, because searches do not need it: see tidy-job.ts.
    if (isTidiedAfter) db.exec('PRAGMA wal_autocheckpoint = 0');
    db.exec('BEGIN IMMEDIATE');
    await copyChanges(source, new CopyWriter(db), changed);
    if (!isTidiedAfter) mergeIndex(db);
    copyFile.saveState(db, state);
    db.exec('COMMIT');
    return { outcome: 'followed', place: state.place, rows };
  } catch (error) {
    if (copyFile.isDamage(error)) return { outcome: 'damaged' };
    throw error;
  } finally {
    rollBack(db);
    db.close();
  }
};
export default follow;

async function copyChanges(
  source: PostgresConnection,
  copy: CopyWriter,
  changed: ReadonlyMap<copyFile.Entity, readonly number[]>,
): Promise<void> {
  const changes = <Name extends copyFile.Entity>(table: Name) =>
    readAhead(rowsInParts(source, table, changed.get(table) ?? [], ROWS));
  for await (const { ids, rows } of changes('brands')) copy.brands(ids, rows);
  for await (const { ids, rows } of changes('providers')) copy.suppliers(ids, rows);
  for await (const { ids, rows } of changes('search_words')) copy.words(ids, rows);
  await copy.titles();
  for await (const { ids, rows } of changes('crosses')) copy.crosses(ids, rows);
  for await (const { rows } of changes('article_keys')) copy.keys(rows);
  await copyPositions(source, copy, changed.get('positions') ?? []);
  for await (const { ids, rows } of changes('alias_redirects')) copy.redirects(ids, rows);
  await copy.finish();
}

/** A position of which only price and stock have changed costs a tenth of another one. */
async function copyPositions(source: PostgresConnection, copy: CopyWriter, changed: readonly number[]): Promise<void> {
  const last = copy.lastPosition();
  const others: number[] = [];
  const known = changed.filter((id) => id <= last);
  for await (const { ids, rows } of readAhead(frequentInParts(source, known, ROWS))) {
    const done = new Set(copy.frequent(rows));
    others.push(...ids.filter((id) => !done.has(id)));
  }
  others.push(...changed.slice(known.length));
  for await (const { ids, rows } of readAhead(rowsInParts(source, 'positions', others, ROWS)))
    await copy.positions(ids, rows);
}
