// @module-tag deep
import { expect, test } from 'vitest';
import { SERVICES, withAlone } from './alone.ts';
import { fuzz } from './run.ts';
import { CALLS, expectNone, SEED } from './settings.ts';

/** An import's news stay open until it ends. */
const WITHOUT = /progress$/;
const SHARE = Math.ceil(CALLS / 10);

test.each(SERVICES)(
  `security 78: ${SHARE} calls of %s find no failure of the server on PGlite`,
  { timeout: 600_000 },
  (name) =>
    withAlone(name, async (target) => {
      const { faults, statuses } = await fuzz({ ...target, seed: SEED, calls: SHARE, without: WITHOUT });
      expectNone(faults);
      expect(statuses['2xx']).toBeGreaterThan(SHARE / 20);
    }),
);
