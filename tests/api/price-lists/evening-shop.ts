import { join } from 'node:path';
import { pino } from 'pino';
import { openShopService } from '../../../server/operations/services/databases.ts';
import type { ShopService } from '../../../server/operations/services/shop.ts';
import type { DatabaseLocation } from '../../../server/platform/database/types.ts';
import { EVENING } from '../../support/moment.ts';

/** How often the runs of other processes are looked after, ms. */
export const LOOK_MS = 100;

/** The catalogue service over a database, on the evening of the tests, in whatever process. */
export const openShop = (location: DatabaseLocation, filesFolder: string): Promise<ShopService> =>
  openShopService({
    location,
    filesFolder,
    timeZone: 'UTC',
    priceTtlDays: 0,
    importLookEvery: LOOK_MS,
    clock: () => EVENING,
    log: pino({ level: 'silent' }),
  });

/** A shop in a folder, with brand 1 and providers from 1 on; it can be opened again after a process was killed. */
export async function shopIn(
  folder: string,
  providers: readonly string[],
  location: DatabaseLocation = { dialect: 'sqlite', file: join(folder, 'bridge.db') },
) {
  const filesFolder = join(folder, 'files');
  const open = () => openShop(location, filesFolder);
  const first = await open();
  await first.database.write(async (transaction) => {
    const row = { created_at: 0, updated_at: 0 };
    await transaction
      .insertInto('brands')
      .values({ ...row, title: 'ТЕСТ' })
      .execute();
    await transaction
      .insertInto('providers')
      .values(providers.map((title) => ({ ...row, title })))
      .execute();
  });
  await first.close();
  return { location, filesFolder, open };
}
