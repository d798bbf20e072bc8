import type { DialectName } from '../../database/types.ts';
import { type Check, faultsBySql, movingBySql, reference } from '../../doctor/check.ts';
import { databaseChecks } from '../../doctor/database-checks.ts';
import { filesCheck } from '../../doctor/files-check.ts';
import { waitingMails } from '../../doctor/mail-checks.ts';
import { copyIndexes, indexCheck } from './index-check.ts';
import { partsCheck } from './parts-check.ts';
import { runningRuns } from './runs-check.ts';

const HOUR_MS = 3_600_000;

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

const ARRIVALS = filesCheck({
  folder: 'arrivals',
  young: HOUR_MS,
  named: ({ rows }) =>
    rows(
      "SELECT held_file AS name, 'arrival ' || id AS owner FROM import_arrivals WHERE held_file IS NOT NULL",
    ),
});

/** References that PostgreSQL does not guard, because an import pays for each of them. */
const REFERENCES = [
  reference('positions', 'key_id', 'article_keys', 'id'),
  reference('positions', 'brand_id', 'brands', 'id'),
  reference('positions', 'provider_id', 'providers', 'id'),
  reference('import_changes', 'run_id', 'import_runs', 'position_id'),
];

const NUMBERS = faultsBySql(
  'numbers of requests',
  `SELECT 'request ' || r.id || ' has the number ' || r.number || ', the last that was given is ' || n.last AS what
   FROM requests r CROSS JOIN request_numbers n WHERE r.number > n.last`,
);

const UPKEEP = movingBySql(
  'upkeep',
  "SELECT 'the next start of the catalogue does ' || name AS what FROM pending_upkeep",
);

/** Everything that the catalogue can tell whether it is sound; `copyFolder` has the copies beside PostgreSQL. */
export const bridgeChecks = (dialect: DialectName, copyFolder: string): readonly Check[] => [
  ...databaseChecks(dialect),
  ...REFERENCES,
  partsCheck,
  dialect === 'sqlite' ? indexCheck : copyIndexes(copyFolder),
  PHOTOS,
  RECEIVED,
  ARRIVALS,
  NUMBERS,
  runningRuns,
  UPKEEP,
  waitingMails,
];
