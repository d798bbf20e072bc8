// A job that puts positions into the parts of their makers, where other names mean one maker than when that was done last.
import { bulkOf, type Job, LIST } from '../../platform/database/jobs.ts';
import type { WordEntry } from '../search-words/dictionary.ts';
import { makerNames, OWN_MAKERS_SQL } from '../search-words/maker-names.ts';
import { renewParts } from './renew-parts.ts';
import { newVersion } from './upkeep-batches.ts';

const BATCH = 1_000;

/** Article keys with positions of a maker's name in parts of another maker; «name key» is the name and its maker, a blank between. */
const ELSEWHERE = `SELECT DISTINCT p.key_id FROM ${LIST} CROSS JOIN positions p JOIN parts q ON q.id = p.part_id
  WHERE j.value = p.manufacturer_key || ' ' || q.manufacturer_key`;

const PLACED = `SELECT DISTINCT p.manufacturer_key AS name, q.manufacturer_key AS maker
  FROM positions p JOIN parts q ON q.id = p.part_id WHERE p.manufacturer_key <> ''`;

/** Resolves to the number of article keys whose parts were made anew. */
const settleMakers: Job<null, number> = async (connection) => {
  const bulk = bulkOf(connection);
  const names = makerNames(await bulk.query<WordEntry>(OWN_MAKERS_SQL));
  const { fingerprint } = names;
  const [settled] = await bulk.query<{ names: string }>('SELECT names FROM settled_makers');
  if (settled?.names === fingerprint) return 0;
  const placed = await bulk.query<{ name: string; maker: string }>(PLACED);
  const elsewhere = placed.filter(({ name, maker }) => names.keyOf(name) !== maker);
  const pairs = elsewhere.map(({ name, maker }) => `${name} ${maker}`);
  const keys =
    pairs.length === 0
      ? []
      : (await bulk.queryList<{ key_id: number }>(ELSEWHERE, pairs, 'text')).map((row) => row.key_id);
  for (let at = 0; at < keys.length; at += BATCH) await renewParts(connection, keys.slice(at, at + BATCH));
  await bulk.query('UPDATE settled_makers SET names = $1', [fingerprint]);
  // How a maker is spelled is seen too where no position moves.
  await newVersion(connection);
  return keys.length;
};
export default settleMakers;
