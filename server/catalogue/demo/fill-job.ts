// The job that writes the invented positions of the demonstration and what replaces them into an empty catalogue. fill.ts starts it.
import type { CrossWay } from '../../../contract/catalogue/words.ts';
import { bulkOf, type Job, type JobConnection } from '../../platform/database/jobs.ts';
import { fillCatalogue } from '../changes/new-positions.ts';
import type { CrossTable } from '../context/schema.ts';
import { type CrossSide, type Replacement, replacementsOf } from '../parts/replacements.ts';
import { demoPhotoName } from './pictures.ts';
import { demoPositions } from './positions.ts';
import { PROVIDERS } from './providers.ts';
import {
  CROSS_AUTHOR,
  crossFingerprint,
  FILLED,
  FINGERPRINTED,
  ownerFingerprint,
  positionFingerprint,
} from './recognise.ts';

export interface FillArgs {
  /** Today, days since the epoch. */
  readonly day: number;
  /** Now, milliseconds. */
  readonly moment: number;
}

/** Fills an empty catalogue with the demonstration positions; resolves to their number, 0 where there is anything. */
const fill: Job<FillArgs, number> = async (connection, { day, moment }) => {
  // Another server may have started at the same moment: the second one finds the catalogue filled.
  if (!(await isEmpty(connection))) return 0;
  const made = demoPositions();
  const count = await fillCatalogue(connection, {
    brands: [...new Set(made.map(({ brand }) => brand))],
    providers: [...new Set(made.map(({ provider }) => provider))],
    positions: made.map(({ picture, ...position }, at) => ({ ...position, photo: picture && demoPhotoName(at + 1) })),
    now: moment,
    today: day,
  });
  await nameStocks(connection);
  await addCrosses(connection, moment);
  await recordAll(connection);
  return count;
};
export default fill;

/** Gives the invented suppliers what buyers read of real ones. */
async function nameStocks(connection: JobConnection): Promise<void> {
  const bulk = bulkOf(connection);
  for (const { title, publicName, days } of PROVIDERS)
    await bulk.query('UPDATE providers SET public_name = $1, delivery_from = $2, delivery_to = $3 WHERE title = $4', [
      ...[publicName, ...days],
      title,
    ]);
}

/** Replacements among its parts, and numbers of others that its filter replaces. */
const CROSSES: readonly (readonly [CrossWay, CrossSide, CrossSide])[] = [
  ['both', { article: '740.1012040-10', manufacturer: 'КАМАЗ' }, { article: '7405.1012040', manufacturer: 'РОСТАР' }],
  ['replaces', { article: '04465-33471', manufacturer: 'Toyota' }, { article: '04465-33450', manufacturer: 'Toyota' }],
  ['replaces', { article: 'W 914/2', manufacturer: 'MANN-FILTER' }, { article: 'OC 384', manufacturer: 'MAHLE' }],
  ['replaces', { article: 'W 914/2', manufacturer: 'MANN-FILTER' }, { article: '2108-1012005', manufacturer: '' }],
];

async function addCrosses(connection: JobConnection, moment: number): Promise<void> {
  const rows = CROSSES.flatMap((cross) => replacementsOf(...cross));
  const keys = Object.keys(rows[0] ?? {}) as (keyof Replacement)[];
  const columns = [...keys, 'uid', 'who'].map((name) => ({ name, type: 'text' }) as const);
  await bulkOf(connection).insert(
    'crosses',
    [...columns, { name: 'saved_at', type: 'bigint' }],
    rows.map((row) => [...keys.map((key) => row[key]), '', CROSS_AUTHOR, moment]),
  );
}

async function recordAll(connection: JobConnection): Promise<void> {
  const bulk = bulkOf(connection);
  const positions = await bulk.query<Record<string, unknown> & { id: number }>(
    `SELECT id, ${FINGERPRINTED.join(', ')} FROM positions`,
  );
  const rows = positions.map((row) => ['position', String(row.id), positionFingerprint(row)]);
  for (const kind of ['brand', 'provider'] as const) {
    const owners = await bulk.query<{ id: number; title: string }>(`SELECT id, title FROM ${kind}s`);
    rows.push(...owners.map((row) => [kind, String(row.id), ownerFingerprint(row)]));
  }
  const crosses = await bulk.query<Pick<CrossTable, 'identity' | 'removed_by'> & { id: number }>(
    'SELECT id, identity, removed_by FROM crosses',
  );
  rows.push(...crosses.map((row) => ['cross', String(row.id), crossFingerprint(row)]));
  const columns = ['kind', 'id', 'fingerprint'].map((name) => ({ name, type: 'text' }) as const);
  await bulk.insert('demonstration', columns, rows);
}

/** Whether the catalogue is empty; locks it until the transaction ends. */
async function isEmpty(connection: JobConnection): Promise<boolean> {
  const anything = FILLED.map((table) => `EXISTS (SELECT 1 FROM ${table})`).join(' OR ');
  const count = `SELECT count(*) AS filled WHERE ${anything}`;
  if (connection.dialect === 'sqlite') return connection.db.prepare(count).get()?.filled === 0;
  await connection.query(`LOCK TABLE ${FILLED.join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
  const [row] = await connection.query<{ filled: unknown }>(count);
  return Number(row?.filled) === 0;
}
