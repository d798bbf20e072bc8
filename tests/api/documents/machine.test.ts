// @module-tag deep
import fc from 'fast-check';
import { test } from 'vitest';
import { eachDialect } from '../../support/databases.ts';
import { startModel, steps } from './model.ts';
import { withPaperwork } from './paperwork.ts';

/** More with FAST_CHECK_RUNS, for a night. */
const RUNS = Number(process.env.FAST_CHECK_RUNS ?? 12);

eachDialect('the state machine of documents', (open) => {
  test(
    'security 16-20: random calls of random people give no mark that neither the listed nor his substitute made, no number twice, no document without history, no word of whoever has nothing to do with it',
    () =>
      withPaperwork(open, async (work) => {
        const numbers = new Set<string>();
        await fc.assert(
          fc.asyncProperty(steps, async (sequence) => {
            const model = await startModel(work, numbers);
            for (const step of sequence) await model.run(step);
            await model.check();
          }),
          // One company lives through all sequences, so a failing one is shown as it was.
          { numRuns: RUNS, endOnFailure: true },
        );
      }),
    600_000,
  );
});
