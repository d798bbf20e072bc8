import type { Job, JobConnection } from '../../database/types.ts';
import { finishIndex } from '../search/index-writer.ts';
import { FILLED } from './empty.ts';
import { insertNewPositions } from './insert.ts';
import { demoPhotoName } from './pictures.ts';
import { type DemoPosition, demoPositions } from './positions.ts';
import type { NewPosition } from './rows.ts';
import { endOfInsert, insertTitles } from './statements.ts';

export interface FillArgs {
  /** Today, days since the epoch. */
  readonly day: number;
  /** Now, milliseconds. */
  readonly moment: number;
}

/** Fills an empty catalogue with the demonstration positions; resolves to their number, 0 where there is anything. */
const fill: Job<FillArgs, number> = async (connection, { day, moment }) => {
  // Another server may have started at the same moment: whoever comes second finds the catalogue filled.
  if (!(await isEmpty(connection))) return 0;
  const positions = demoPositions();
  const idsOf = async (table: 'brands' | 'providers', column: 'brand' | 'provider') => {
    const titles = [...new Set(positions.map((position) => position[column]))];
    const ids = await insertTitles(connection, table, titles, moment);
    return new Map(titles.map((title, at) => [title, ids[at] ?? 0]));
  };
  const brands = await idsOf('brands', 'brand');
  const providers = await idsOf('providers', 'provider');
  const rows = positions.map((position, at): NewPosition => {
    const { brand, provider, picture, ...columns } = position satisfies DemoPosition;
    return {
      ...columns,
      brand_id: brands.get(brand) ?? 0,
      provider_id: providers.get(provider) ?? 0,
      brand_title: brand,
      price_day: day,
      photo: picture && demoPhotoName(at + 1),
    };
  });
  const count = await insertNewPositions(connection, rows, { firstId: 1, moment });
  await endOfInsert(connection);
  await finishIndex(connection);
  return count;
};
export default fill;

/** Whether there is nothing yet; nobody adds anything before the transaction ends. */
async function isEmpty(connection: JobConnection): Promise<boolean> {
  const anything = FILLED.map((table) => `EXISTS (SELECT 1 FROM ${table})`).join(' OR ');
  const count = `SELECT count(*) AS filled WHERE ${anything}`;
  if (connection.dialect === 'sqlite') return connection.db.prepare(count).get()?.filled === 0;
  await connection.query(`LOCK TABLE ${FILLED.join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
  const [row] = await connection.query<{ filled: unknown }>(count);
  return Number(row?.filled) === 0;
}
