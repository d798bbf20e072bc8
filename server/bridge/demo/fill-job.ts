import type { Job } from '../../database/types.ts';
import { finishIndex } from '../search/index-writer.ts';
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

/** Fills an empty catalogue with the demonstration positions; resolves to their number. */
const fill: Job<FillArgs, number> = async (connection, { day, moment }) => {
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
