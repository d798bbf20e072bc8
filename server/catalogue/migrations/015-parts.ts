import type { Migration } from '../../platform/database/types.ts';
import { LOGGING_POSITIONS, POSITION_CHANGES } from '../context/change-log.ts';

/** As server/catalogue/changes/renew-parts.ts works it out; hidden positions decide nothing. */
const SINGLE_MAKERS = `single_makers AS (
    SELECT key_id, CASE WHEN min(manufacturer_key) = max(manufacturer_key) THEN min(manufacturer_key) ELSE '' END AS maker
    FROM positions WHERE manufacturer_key <> '' AND hidden = 0 GROUP BY key_id
  ),
  placed AS (
    SELECT p.id, p.key_id,
      CASE WHEN p.manufacturer_key <> '' THEN p.manufacturer_key ELSE coalesce(s.maker, '') END AS maker
    FROM positions p LEFT JOIN single_makers s ON s.key_id = p.key_id
  )`;

const steps = (big: string, fill: readonly string[]): readonly string[] => [
  `CREATE TABLE parts (
    id ${big} PRIMARY KEY,
    key_id ${big} NOT NULL,
    manufacturer_key TEXT NOT NULL DEFAULT '',
    UNIQUE (key_id, manufacturer_key)
  )`,
  // A version before this one adds positions without naming their part: see settle-parts-job.ts.
  `ALTER TABLE positions ADD COLUMN part_id ${big} NOT NULL DEFAULT 0`,
  `WITH ${SINGLE_MAKERS}
   INSERT INTO parts (id, key_id, manufacturer_key)
   SELECT row_number() OVER (ORDER BY key_id, maker), key_id, maker FROM placed GROUP BY key_id, maker`,
  ...fill,
  'CREATE INDEX positions_by_part ON positions (part_id)',
];

const FILL = `WITH ${SINGLE_MAKERS}
   UPDATE positions SET part_id = t.part_id
   FROM (SELECT placed.id, q.id AS part_id
     FROM placed JOIN parts q ON q.key_id = placed.key_id AND q.manufacturer_key = placed.maker) t
   WHERE t.id = positions.id`;

/**
 * Parts: what positions of one article key and one maker have in common (decision 39). The rows of parts are only ever
 * added, by the writers of positions, which take turns. Copies of the catalogue are made anew after a migration, so
 * PostgreSQL's log need not name every position.
 */
export const parts: Migration = {
  version: 15,
  name: 'parts',
  sqlite: [...steps('INTEGER', [FILL]), ...POSITION_CHANGES, ...LOGGING_POSITIONS],
  postgres: steps('BIGINT', [
    'ALTER TABLE positions DISABLE TRIGGER log_update_new',
    FILL,
    'ALTER TABLE positions ENABLE TRIGGER log_update_new',
    'ANALYZE parts',
  ]),
};
