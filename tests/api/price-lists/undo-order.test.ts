// @module-tag deep
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import type { Database } from '../../../server/platform/database/types.ts';
import { eachDialect } from '../../support/databases.ts';
import { importText, indexedKeys, openCatalogue, positionsOf } from './catalogue.ts';
import { editPosition, undoRun } from './edits.ts';
import { said, statesOf, UndoModel } from './undo-model.ts';

vi.setConfig({ testTimeout: 240_000 });

const line = fc
  .record({
    article: fc.constantFrom('A-1', 'A-2', 'А1', 'Б-3', 'Б-4', 'В-5'),
    title: fc.constantFrom('Вал', 'Ось', 'Кольцо'),
    price: fc.constantFrom(0, 10, 20, 30),
    amount: fc.constantFrom(0, 1, 5),
    maker: fc.constantFrom('', '', 'ЗМЗ', 'BOSCH'),
  })
  .map(({ article, title, price, amount, maker }) => `${article};${title};${price};${amount};${maker}`);
const file = fc.array(line, { minLength: 1, maxLength: 6 });

type Step =
  | { readonly kind: 'file'; readonly lines: string[] }
  | { readonly kind: 'hand'; readonly at: number; readonly title: string; readonly price: number }
  | { readonly kind: 'undo'; readonly at: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('file' as const), lines: file }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hand' as const),
      at: fc.nat(5),
      title: fc.constantFrom('Вал', 'Вал правый'),
      price: fc.constantFrom(1000, 5000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), at: fc.nat(8) }) },
);

const runsOn = ({ dialect }: Database<CatalogueSchema>): number => (dialect === 'sqlite' ? 25 : 8);

eachDialect('runs that are taken back', (open) => {
  it('security 32: in any order, with edits by hand among them, never lose what others changed', async () => {
    const probe = await openCatalogue(open);
    await fc.assert(
      fc.asyncProperty(file, fc.array(step, { maxLength: 8 }), async (first, steps) => {
        const database = await emptied(probe);
        const model = new UndoModel();
        const runs: number[] = [];
        const note = async (runId: number): Promise<void> => {
          model.ran(runId, await positionsOf(database));
          runs.push(runId);
        };
        await note((await importText(database, first)).runId);
        for (const one of steps) {
          if (one.kind === 'file') await note((await importText(database, one.lines)).runId);
          else if (one.kind === 'hand') {
            const rows = await positionsOf(database);
            const { title, price } = one;
            const runId = await editPosition(database, rows[one.at % rows.length]?.id ?? 0, { title, price });
            if (runId !== null) await note(runId);
          } else {
            const run = runs[one.at % runs.length] ?? 0;
            const rows = await positionsOf(database);
            const outcome = await undoRun(database, run);
            const by = typeof outcome === 'string' ? null : outcome.runId;
            model.undid(run, by ?? -1, isFree(rows));
            if (by !== null) runs.push(by);
          }
          expect(statesOf(await positionsOf(database))).toEqual(model.expected());
        }
        const shown = (await positionsOf(database)).filter(({ hidden }) => hidden === 0);
        expect(new Set((await indexedKeys(database)).map((key) => Number.parseInt(key, 10)))).toEqual(
          new Set(shown.map(({ id }) => id)),
        );
      }),
      { numRuns: runsOn(probe) },
    );
  });

  it('alone restore exactly what was there', async () => {
    const probe = await openCatalogue(open);
    await fc.assert(
      fc.asyncProperty(file, file, async (first, second) => {
        const database = await emptied(probe);
        await importText(database, first);
        const before = await positionsOf(database);
        const { runId } = await importText(database, second);
        await undoRun(database, runId);
        const after = (await positionsOf(database)).filter(({ hidden }) => hidden === 0);
        const plain = (rows: typeof before) => rows.map(({ updated_at: _, ...row }) => row);
        expect(plain(after)).toEqual(plain(before));
      }),
      { numRuns: runsOn(probe) },
    );
  });
});

/** Whether no other position has the identity that one would have with this maker. */
const isFree =
  (rows: Awaited<ReturnType<typeof positionsOf>>) =>
  (id: number, maker: string): boolean => {
    const own = rows.find((row) => row.id === id);
    const key = maker.split('|')[0];
    return !rows.some(
      (row) =>
        row.id !== id &&
        row.key_id === own?.key_id &&
        row.brand_id === own?.brand_id &&
        said(row, 'maker').split('|')[0] === key,
    );
  };

async function emptied(database: Database<CatalogueSchema>): Promise<Database<CatalogueSchema>> {
  await database.runJob(new URL('../../support/index-drill-job.ts', import.meta.url), []);
  return database;
}
