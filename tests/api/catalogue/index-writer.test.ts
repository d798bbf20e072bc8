import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobRunner } from '../../../server/platform/database/types.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { shownFile } from '../../support/bridge-files.ts';
import { eachDialect } from '../../support/databases.ts';
import type { DrillStep } from '../../support/index-drill-job.ts';
import { dumpIndexOf } from '../../support/index-dump.ts';

const DRILL = new URL('../../support/index-drill-job.ts', import.meta.url);
const REBUILD = new URL('../../support/index-rebuild-job.ts', import.meta.url);
const BUILD = new URL('../../../server/catalogue/replica/build-job.ts', import.meta.url);
let builds = 0;

const text = (...choices: string[]) => fc.constantFrom('', ...choices);
const step: fc.Arbitrary<DrillStep> = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  row: fc.option(
    fc.record({
      article: fc.constantFrom('740-1', '7401', '740+1', 'А-1', '55 О'),
      code: text('740.1', 'К-1', 'К+1', '99'),
      title: text('Фильтр масла', 'фильтры', 'Вал 10мм', 'вал вал'),
      manufacturer: text('ЗМЗ', 'Bosch'),
      in_stock: fc.constantFrom(0, 1),
      hidden: fc.constantFrom(0, 0, 1, 2),
    }),
    { freq: 4 },
  ),
});
const batches = fc.array(fc.uniqueArray(step, { selector: ({ id }) => id, maxLength: 6 }), { maxLength: 5 });

/** The index of the same catalogue made at once. */
async function builtAnew({ bridge, filesFolder }: TestBridge, jobs: JobRunner): Promise<string[]> {
  const { database } = bridge.context;
  if (database.dialect === 'sqlite') return database.runJob<null, string[]>(REBUILD, null);
  const file = join(filesFolder, `${++builds}.db`);
  await jobs.run(BUILD, { file });
  return dumpIndexOf(file);
}

eachDialect('search index', (open) => {
  test('stays the same as one built anew, whatever changes', () =>
    withBridge(open, async (shop) => {
      const { database } = shop.bridge.context;
      const jobs = database.frequentReads();
      await fc.assert(
        fc.asyncProperty(batches, async (steps) => {
          await database.runJob(DRILL, steps);
          expect(dumpIndexOf(shownFile(shop))).toEqual(await builtAnew(shop, jobs));
        }),
        { numRuns: 25 },
      );
      await jobs.close();
    }));
});
