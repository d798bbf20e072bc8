// The job that removes unchanged brands, suppliers, positions and crosses of the demonstration from the catalogue and its
// search index.
import type { Thing } from '../../platform/database/demonstration-records.ts';
import { bulkOf, type Job, LIST } from '../../platform/database/jobs.ts';
import { newVersion, removePositions } from '../changes/upkeep-batches.ts';
import { FINGERPRINTED, positionFingerprint } from './recognise.ts';

/** What had to stay, and the photos of the positions that were removed: those are deleted after the commit. */
export interface RemovedDemo {
  /** Kind and id, parted by a space, of what had to stay. */
  readonly kept: readonly string[];
  readonly photos: readonly string[];
}

/** Where a brand or provider may be needed by what stays: then it is not removed. */
const NEEDS = {
  brand: ['positions', 'import_sources'],
  provider: ['positions', 'import_sources', 'import_presets'],
} as const;

/** Removes untouched things of the demonstration from the catalogue and its search index. */
const removeDemo: Job<{ readonly made: readonly Thing[] }, RemovedDemo> = async (connection, { made }) => {
  const bulk = bulkOf(connection);
  const of = (kind: Thing['kind']) => made.filter((thing) => thing.kind === kind);
  const before = new Map(of('position').map(({ id, fingerprint }) => [Number(id), fingerprint]));
  const rows = await bulk.queryList<Record<string, unknown> & { id: number; photo: string | null }>(
    `SELECT p.id, ${FINGERPRINTED.map((name) => `p.${name}`).join(', ')} FROM ${LIST}
     ${bulk.eachOf('positions', 'p', 'p.id = j.value')}`,
    [...before.keys()],
    'bigint',
  );
  // A position may have been changed since the survey.
  const going = rows.filter((row) => positionFingerprint(row) === before.get(row.id));
  const gone = new Set(going.map(({ id }) => id));
  const removed = await removePositions(connection, { ids: [...gone] });
  const kept = [...before.keys()].filter((id) => !gone.has(id)).map((id) => `position ${id}`);
  for (const kind of ['provider', 'brand'] as const) {
    for (const { id } of of(kind)) {
      const needed = NEEDS[kind].map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE ${kind}_id = $1)`);
      const sql = `SELECT CASE WHEN ${needed.join(' OR ')} THEN 1 ELSE 0 END AS needed`;
      const [answer] = await bulk.query<{ needed: number }>(sql, [Number(id)]);
      if (answer?.needed === 1) kept.push(`${kind} ${id}`);
      else await bulk.query(`DELETE FROM ${kind}s WHERE id = $1`, [Number(id)]);
    }
  }
  for (const { id } of of('cross')) await bulk.query('DELETE FROM crosses WHERE id = $1', [Number(id)]);
  // Brands and providers alone are seen by visitors, too.
  if (removed === 0) await newVersion(connection);
  return { kept, photos: going.flatMap(({ photo }) => photo ?? []) };
};
export default removeDemo;
