import { type Browser, test } from '@playwright/test';
import { startCluster } from '../support/postgres/cluster.ts';
import { type ClockedShop, startClockedShop } from './clocked-shop.ts';

/** The databases that a walk is made over; each walk says itself that the second is for a release alone. */
export const DATABASES = ['SQLite', 'PostgreSQL'] as const;
type DatabaseName = (typeof DATABASES)[number];

/** A shop over a database of its own; a test is skipped where no PostgreSQL can be started for it. */
export async function startShopOver(
  database: DatabaseName,
  browser: Browser,
  environment: Readonly<Record<string, string>>,
): Promise<Pick<ClockedShop, 'origin' | 'open' | 'faults' | 'stop'>> {
  if (database === 'SQLite') return startClockedShop(browser, { environment });
  const cluster = await startCluster();
  test.skip(cluster === null, 'no PostgreSQL server is installed here');
  const shop = await startClockedShop(browser, {
    environment: { ...environment, DATABASE_URL: cluster?.primary.url ?? '' },
  });
  return {
    ...shop,
    async stop() {
      await shop.stop();
      await cluster?.remove();
    },
  };
}
