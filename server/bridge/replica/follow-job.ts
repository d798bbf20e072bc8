import { BY_INDEXES } from '../../database/postgres/index-scans.ts';
import { rollBack } from '../../database/sqlite/connection.ts';
import type { Job } from '../../database/types.ts';
import {
  catalogueState,
  changedIds,
  type Entity,
  type PostgresConnection,
  reachesBack,
} from './catalogue-log.ts';
import { isWhole, openWriting, saveState, stateOf } from './copy-file.ts';
import { isDamage } from './damage.ts';
import { rowsOf } from './source-rows.ts';
import { CopyWriter } from './write-copy.ts';

const ROWS = 1_000;

export type Followed =
  /** The file is no copy of the present format, or a damaged one. */
  | { readonly outcome: 'damaged' }
  /** It is the copy of another catalogue, or what changed since is no longer in the log. */
  | { readonly outcome: 'foreign' }
  | { readonly outcome: 'followed'; readonly place: string; readonly rows: number };

export interface FollowArgs {
  readonly file: string;
  /** Whether to read through the whole file first. */
  readonly check: boolean;
}

/**
 * Brings a copy to the state that the job's snapshot sees, in one transaction: whoever searches meanwhile sees the state
 * before, and never a half of a change.
 */
const follow: Job<FollowArgs, Followed> = async (source, { file, check }) => {
  if (source.dialect !== 'postgres') throw new Error('the embedded catalogue has no copies');
  if (check && !isWhole(file)) return { outcome: 'damaged' };
  await source.query(BY_INDEXES);
  const state = await catalogueState(source);
  const db = openWriting(file);
  try {
    const kept = stateOf(db);
    if (!kept) return { outcome: 'damaged' };
    if (kept.catalogue !== state.catalogue || !(await reachesBack(source, kept.place)))
      return { outcome: 'foreign' };
    const changed = await changedIds(source, kept.place);
    const rows = [...changed.values()].reduce((sum, ids) => sum + ids.length, 0);
    if (rows === 0) return { outcome: 'followed', place: kept.place, rows };
    db.exec('BEGIN IMMEDIATE');
    await copyChanges(source, new CopyWriter(db), changed);
    saveState(db, state);
    db.exec('COMMIT');
    return { outcome: 'followed', place: state.place, rows };
  } catch (error) {
    if (isDamage(error)) return { outcome: 'damaged' };
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
  changed: ReadonlyMap<Entity, readonly number[]>,
): Promise<void> {
  for (const ids of batches(changed.get('brands'))) copy.brands(ids, await rowsOf(source, 'brands', ids));
  for (const ids of batches(changed.get('article_keys')))
    copy.keys(await rowsOf(source, 'article_keys', ids));
  for (const ids of batches(changed.get('positions')))
    await copy.positions(ids, await rowsOf(source, 'positions', ids));
  for (const ids of batches(changed.get('alias_redirects')))
    copy.redirects(ids, await rowsOf(source, 'alias_redirects', ids));
  await copy.finish();
}

function* batches(ids: readonly number[] = []): Generator<readonly number[]> {
  for (let at = 0; at < ids.length; at += ROWS) yield ids.slice(at, at + ROWS);
}
