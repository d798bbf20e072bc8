// @module-tag deep
import { expect, test } from 'vitest';
import { fuzz } from './run.ts';
import { CALLS, expectNone, SEED } from './settings.ts';
import { openWhole } from './whole.ts';

const databases = [['SQLite', '']];
if (process.env.TEST_DATABASE_URL) databases.push(['PostgreSQL', process.env.TEST_DATABASE_URL]);

test.each(databases)(
  `security 78: ${CALLS} calls made from the reference of the API find no failure of the server on %s`,
  { timeout: 600_000 },
  async (_name, url) => {
    const target = await openWhole(url);
    try {
      const { faults, statuses, reached } = await fuzz({ ...target, seed: SEED, calls: CALLS });
      expectNone(faults);
      await target.checkHealth();
      // A fuzz that is refused at the door finds nothing.
      expect(reached.size).toBeGreaterThan(60);
      expect(statuses['2xx']).toBeGreaterThan(CALLS / 20);
    } finally {
      await target.close();
    }
  },
);
