import { join } from 'node:path';
import { pino } from 'pino';
import { type Bridge, openBridge } from '../../../server/bridge/index.ts';
import { EVENING } from '../../support/moment.ts';

/** The catalogue service over a database file, on the evening of the tests, in whatever process. */
export const openShop = (file: string, filesFolder: string): Promise<Bridge> =>
  openBridge({
    location: { dialect: 'sqlite', file },
    filesFolder,
    timeZone: 'UTC',
    priceTtlDays: 0,
    clock: () => EVENING,
    log: pino({ level: 'silent' }),
  });

/** A shop in a folder, with brand 1 and providers from 1 on; it can be opened again after a process was killed. */
export async function shopIn(folder: string, providers: readonly string[]) {
  const file = join(folder, 'bridge.db');
  const filesFolder = join(folder, 'files');
  const open = () => openShop(file, filesFolder);
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
  return { file, filesFolder, open };
}
