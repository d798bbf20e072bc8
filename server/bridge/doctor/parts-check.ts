import type { Check } from '../../doctor/check.ts';
import settleParts from '../parts/settle-parts-job.ts';
import { query } from '../search/upkeep.ts';

/** As server/bridge/parts/part-of.ts works it out, for positions whose part is another one or none. */
const MISPLACED = `WITH single_makers AS (
    SELECT key_id, CASE WHEN min(manufacturer_key) = max(manufacturer_key) THEN min(manufacturer_key) ELSE '' END AS maker
    FROM positions WHERE manufacturer_key <> '' AND hidden = 0 GROUP BY key_id
  )
  SELECT p.id FROM positions p
  LEFT JOIN parts q ON q.id = p.part_id LEFT JOIN single_makers s ON s.key_id = p.key_id
  WHERE p.part_id <> 0 AND (q.id IS NULL OR q.key_id <> p.key_id OR q.manufacturer_key <>
    CASE WHEN p.manufacturer_key <> '' THEN p.manufacturer_key ELSE coalesce(s.maker, '') END)`;

const WITHOUT = 'SELECT count(*) AS count FROM positions WHERE part_id = 0';
/** Ids of one statement. */
const AT_ONCE = 1_000;

/** Positions stand in the parts that their articles and makers make them offers of. */
export const partsCheck: Check = {
  name: 'parts',
  run: async ({ rows }) => {
    const misplaced = (await rows<{ id: number }>(MISPLACED)).map(({ id }) => id);
    const [without] = await rows<{ count: number }>(WITHOUT);
    return {
      faults: misplaced.map((id) => `position ${id} stands in a part that is not its own`),
      moving:
        Number(without?.count) > 0 ? [`${without?.count} positions get their part within the hour`] : [],
      ...(misplaced.length > 0 && {
        mend: (bench) =>
          bench.write(async (connection) => {
            for (let at = 0; at < misplaced.length; at += AT_ONCE) {
              const ids = misplaced.slice(at, at + AT_ONCE).join(',');
              await query(connection, `UPDATE positions SET part_id = 0 WHERE id IN (${ids})`, []);
            }
            const settled = await settleParts(connection, null, () => {}, new AbortController().signal);
            return `put ${settled} positions into their parts`;
          }),
      }),
    };
  },
};
