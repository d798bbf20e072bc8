// A job of the upkeep: assigns a part (all positions of one article and maker) to positions that were added without
// one.
import { bulkOf, type Job } from '../../platform/database/jobs.ts';
import type { PartFacts } from '../context/position.ts';
import { renewParts } from './renew-parts.ts';

const BATCH = 1_000;
const WITHOUT = `SELECT id, key_id, manufacturer_key, hidden FROM positions
  WHERE part_id = 0 ORDER BY id LIMIT ${BATCH}`;

/** Assigns parts to positions that an older version of the service added without one; returns their number. */
const settleParts: Job<null, number> = async (connection) => {
  const bulk = bulkOf(connection);
  let settled = 0;
  for (;;) {
    const rows = await bulk.query<PartFacts & { readonly id: number }>(WITHOUT);
    if (rows.length === 0) break;
    const partIds = await renewParts(connection, [], rows);
    await bulk.update(
      'positions',
      [{ name: 'part_id', type: 'bigint' }],
      rows.map(({ id }, at) => [partIds[at] as number, id]),
    );
    settled += rows.length;
  }
  if (settled > 0) await bulk.query('UPDATE catalogue_state SET version = version + 1');
  return settled;
};
export default settleParts;
