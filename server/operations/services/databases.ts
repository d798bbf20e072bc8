/** Opens each service over its own database, which is migrated to today's tables first. */
import * as accounts from '../../accounts/index.ts';
import { sweepHourly } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { type SlidesService, type SlidesSettings, slidesOver } from '../../slides/index.ts';
import { MIGRATIONS } from './migrations.ts';
import { type Portal, type PortalSettings, portalOver } from './portal.ts';
import { type ShopService, type ShopServiceSettings, shopServiceOver } from './shop.ts';

interface Located {
  readonly location: Parameters<typeof openDatabase>[0];
}

/** Sweeps every hour. */
export async function openAccounts(settings: accounts.AccountsSettings & Located): Promise<accounts.AccountsService> {
  const database: Parameters<typeof accounts.accountsOver>[0] = await openDatabase(
    settings.location,
    MIGRATIONS.mauth,
    { smallReads: true },
  );
  await accounts.renewAccounts(database, settings);
  const mauth = accounts.accountsOver(database, settings);
  const stopSweeping = sweepHourly(() => mauth.sweep(), settings);
  return {
    ...mauth,
    close: async () => {
      await stopSweeping();
      await mauth.close();
    },
  };
}

export const openShopService = async (settings: ShopServiceSettings & Located): Promise<ShopService> =>
  shopServiceOver(await openDatabase(settings.location, MIGRATIONS.bridge), settings);

export const openPortal = async (settings: PortalSettings & Located): Promise<Portal> =>
  portalOver(await openDatabase(settings.location, MIGRATIONS.informator), settings);

export const openSlides = async (settings: SlidesSettings & Located): Promise<SlidesService> =>
  slidesOver(await openDatabase(settings.location, MIGRATIONS.mnote), settings);
