import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withBridge } from '../../support/bridge.ts';
import { eachDialect } from '../../support/databases.ts';
import type { Drilled, DrillStep } from '../../support/index-drill-job.ts';

const DRILL = new URL('../../support/index-drill-job.ts', import.meta.url);

const text = (...choices: string[]) => fc.constantFrom('', ...choices);
const step: fc.Arbitrary<DrillStep> = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  row: fc.option(
    fc.record({
      article: fc.constantFrom('740-1', '7401', 'А-1', '55 О'),
      code: text('740.1', 'К-1', '99'),
      title: text('Фильтр масла', 'фильтры', 'Вал 10мм', 'вал вал'),
      manufacturer: text('ЗМЗ', 'Bosch'),
      in_stock: fc.constantFrom(0, 1),
    }),
    { freq: 4 },
  ),
});
const batches = fc.array(fc.uniqueArray(step, { selector: ({ id }) => id, maxLength: 6 }), { maxLength: 5 });

eachDialect('search index', (open) => {
  test('stays the same as one built anew, whatever changes', () =>
    withBridge(open, async ({ bridge }) => {
      const { database } = bridge.context;
      await fc.assert(
        fc.asyncProperty(batches, async (steps) => {
          const { kept, rebuilt } = await database.runJob<DrillStep[][], Drilled>(DRILL, steps);
          expect(kept).toEqual(rebuilt);
          // A clean table for the next run.
          const all = [1, 2, 3, 4, 5, 6].map((id) => ({ id, row: null }));
          await database.runJob<DrillStep[][], Drilled>(DRILL, [all]);
        }),
        { numRuns: 25 },
      );
    }));
});
