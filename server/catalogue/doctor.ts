import { HOUR_MS } from '../../contract/limits.ts';
import type { DialectName } from '../platform/database/types.ts';
import { type Check, faultsBySql, inProgressBySql, lateMailsCheck, referenceCheck } from '../platform/doctor/check.ts';
import { databaseChecks } from '../platform/doctor/database-checks.ts';
import { filesCheck } from '../platform/doctor/files-check.ts';
import settleParts from './changes/settle-parts-job.ts';
import { query } from './changes/upkeep-batches.ts';
import { copyIndexes, indexCheck } from './index-check.ts';

const PHOTOS = filesCheck({
  folder: 'photos',
  young: HOUR_MS,
  named: ({ rows }) =>
    rows("SELECT DISTINCT photo AS name, 'a position' AS owner FROM positions WHERE photo IS NOT NULL"),
});

/** What somebody is looking at the layout of is kept for a day. */
const RECEIVED = filesCheck({
  folder: 'received',
  young: 24 * HOUR_MS,
  named: ({ rows }) =>
    rows("SELECT kept_file AS name, 'run ' || id AS owner FROM import_runs WHERE kept_file IS NOT NULL"),
});

const RECEIVED_FILES = filesCheck({
  folder: 'arrivals',
  young: HOUR_MS,
  named: ({ rows }) =>
    rows("SELECT held_file AS name, 'arrival ' || id AS owner FROM import_arrivals WHERE held_file IS NOT NULL"),
});

/** References that PostgreSQL does not guard, because an import pays for each of them. */
const REFERENCES = [
  referenceCheck('positions', 'key_id', 'article_keys', 'id'),
  referenceCheck('positions', 'brand_id', 'brands', 'id'),
  referenceCheck('positions', 'provider_id', 'providers', 'id'),
  referenceCheck('import_changes', 'run_id', 'import_runs', 'position_id'),
];

const NUMBERS = faultsBySql(
  'numbers of requests',
  `SELECT 'request ' || r.id || ' has the number ' || r.number || ', the last that was given is ' || n.last AS what
   FROM requests r CROSS JOIN request_numbers n WHERE r.number > n.last`,
);

const UPKEEP = inProgressBySql(
  'upkeep',
  "SELECT 'the next start of the catalogue does ' || name AS what FROM pending_upkeep",
);

/** Everything that the catalogue can tell whether it is sound; `copyFolder` has the copies beside PostgreSQL. */
export const catalogueChecks = (dialect: DialectName, copyFolder: string): readonly Check[] => [
  ...databaseChecks(dialect),
  ...REFERENCES,
  partsCheck,
  dialect === 'sqlite' ? indexCheck : copyIndexes(copyFolder),
  PHOTOS,
  RECEIVED,
  RECEIVED_FILES,
  NUMBERS,
  runningRuns,
  UPKEEP,
  lateMailsCheck,
];

/** As server/catalogue/changes/renew-parts.ts works it out, for positions whose part is another one or none. */
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
const partsCheck: Check = {
  name: 'parts',
  run: async ({ rows }) => {
    const misplaced = (await rows<{ id: number }>(MISPLACED)).map(({ id }) => id);
    const [without] = await rows<{ count: number }>(WITHOUT);
    return {
      faults: misplaced.map((id) => `position ${id} stands in a part that is not its own`),
      moving: Number(without?.count) > 0 ? [`${without?.count} positions get their part within the hour`] : [],
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

/** Import runs that have not ended: the server that is at them does that, or another one in its place. */
const runningRuns: Check = {
  name: 'import runs',
  run: async (subject) => {
    const running = await subject.rows<{ id: number }>("SELECT id FROM import_runs WHERE state = 'running'");
    const word = 'a server works on it, or has died and another one ends it';
    return { faults: [], moving: running.map(({ id }) => `run ${id} is under way: ${word}`) };
  },
};
