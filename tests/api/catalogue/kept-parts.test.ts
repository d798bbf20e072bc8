import fc from 'fast-check';
import { CompiledQuery } from 'kysely';
import { expect, it, vi } from 'vitest';
import { settleParts } from '../../../server/catalogue/changes/upkeep.ts';
import { migrationNamed } from '../../../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import type { BulkArguments, BulkOutcome } from '../../../server/catalogue/positions/bulk-job.ts';
import type { DeleteArgs } from '../../../server/catalogue/positions/delete-reference-job.ts';
import type { Database } from '../../../server/platform/database/types.ts';
import { aboveSql } from '../../support/databases.ts';
import { DAY, importText, openCatalogue, positionsOf } from '../price-lists/catalogue.ts';
import { editPosition, undoRun } from '../price-lists/edits.ts';
import { expectRightParts, storedParts } from './stored-parts.ts';

vi.setConfig({ testTimeout: 240_000 });

const SHOW = new URL('../../../server/catalogue/positions/bulk-job.ts', import.meta.url);
const DELETE = new URL('../../../server/catalogue/positions/delete-reference-job.ts', import.meta.url);
const EMPTY = new URL('../../support/index-drill-job.ts', import.meta.url);

const maker = fc.constantFrom('', '', 'ЗМЗ', 'BOSCH', 'Бош');
const line = fc
  .record({
    article: fc.constantFrom('A-1', 'А1', 'Б-3', 'В-5'),
    price: fc.constantFrom(0, 10, 20),
    amount: fc.constantFrom(0, 5),
    maker,
  })
  .map((row) => `${row.article};Вал;${row.price};${row.amount};${row.maker}`);

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('file' as const),
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
      provider: fc.constantFrom('1', '2'),
      brand: fc.constantFrom('1', '2'),
      missing: fc.constantFrom('leave', 'leave', 'hide'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('show' as const), at: fc.nat(9), hidden: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('maker' as const), at: fc.nat(9), maker }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), at: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), id: fc.constantFrom(1, 2) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const runsOn = ({ dialect }: Database<CatalogueSchema>): number => (dialect === 'sqlite' ? 25 : 8);

/** Does one step; answers the run that it was, null for none. */
async function take(database: Database<CatalogueSchema>, one: Step, runs: readonly number[]): Promise<number | null> {
  const rows = await positionsOf(database);
  const idAt = (at: number): number => rows[at % rows.length]?.id ?? 0;
  switch (one.kind) {
    case 'file': {
      const form = { providerId: one.provider, brandId: one.brand, missing: one.missing };
      return (await importText(database, one.lines, { form })).runId;
    }
    case 'show': {
      const args: BulkArguments = {
        change: { hidden: one.hidden },
        chosen: { ids: [idAt(one.at)] },
        by: { uid: 'admin', who: 'Админ' },
        now: 3,
        today: DAY,
        liveDay: 0,
      };
      const outcome = await database.runJob<BulkArguments, BulkOutcome>(SHOW, args);
      return typeof outcome === 'string' ? null : outcome.runId;
    }
    case 'maker': {
      const row = rows[one.at % rows.length];
      if (!row) return null;
      return editPosition(database, row.id, { manufacturer: one.maker }).catch(refused);
    }
    case 'undo': {
      const outcome = await undoRun(database, runs[one.at % runs.length] ?? 0);
      return typeof outcome === 'string' ? null : outcome.runId;
    }
    case 'delete': {
      await database.runJob<DeleteArgs, unknown>(DELETE, { table: 'providers', id: one.id });
      await database.write(async (transaction) => {
        const row = { id: one.id, title: 'Склад', created_at: 1, updated_at: 1 };
        await transaction.insertInto('providers').values(row).execute();
      });
      return null;
    }
  }
}

/** An edit that another position blocks changes nothing. */
function refused(error: unknown): null {
  if (error instanceof Error && error.message === 'position exists') return null;
  throw error;
}

/** The catalogue without positions; parts stay. */
async function emptied(database: Database<CatalogueSchema>): Promise<void> {
  await database.runJob(EMPTY, []);
  await database.runJob<DeleteArgs, unknown>(DELETE, { table: 'providers', id: 2 });
  await database.runJob<DeleteArgs, unknown>(DELETE, { table: 'providers', id: 1 });
  await database.write(async (transaction) => {
    const row = { title: 'Склад', created_at: 1, updated_at: 1 };
    await transaction
      .insertInto('providers')
      .values([
        { id: 1, ...row },
        { id: 2, ...row },
      ])
      .execute();
  });
}

/** Of what the migration adds to the embedded database alone. */
const TRIGGERS = ['insert', 'update', 'delete'].map((event) => `DROP TRIGGER position_${event}`);

aboveSql('parts', (open) => {
  it('hold the positions that the rule says after any imports, edits, undos and deletions, under ids that stay', async () => {
    const database = await openCatalogue(open);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
        await emptied(database);
        const runs: number[] = [];
        for (const one of steps) {
          const before = await storedParts(database);
          const run = await take(database, one, runs);
          if (run !== null) runs.push(run);
          await expectRightParts(database);
          const after = await storedParts(database);
          for (const [name, id] of before) expect(after.get(name)).toBe(id);
        }
      }),
      { numRuns: runsOn(database) },
    );
  });

  it('are filled by the migration as by an import, and settled for positions that an older version adds', async () => {
    const database = await openCatalogue(open);
    const lines = ['A-1;Вал;1;1;', 'A-1;Вал;1;1;ЗМЗ', 'Б-3;Ось;1;1;', 'В-5;Ось;1;1;ЗМЗ', 'В-5;Ось;1;1;BOSCH'];
    await importText(database, lines);
    await importText(database, ['В-5;Ось;1;1;', 'Б-3;Ось;1;1;BOSCH'], { form: { brandId: '2' } });
    await importText(database, ['Г-7;Гайка;1;1;', 'Г-7;Гайка;1;1;ЗМЗ', 'Г-7;Гайка;1;1;BOSCH']);
    const hidden = (await positionsOf(database)).at(-1)?.id ?? 0;
    await take(database, { kind: 'show', at: (await positionsOf(database)).length - 1, hidden: 1 }, []);
    expect((await positionsOf(database)).find(({ id }) => id === hidden)?.hidden).toBe(1);
    await expectRightParts(database);
    await database.write(async (transaction) => {
      const before = [
        ...(database.dialect === 'sqlite' ? ['DROP TABLE position_changes', ...TRIGGERS] : []),
        'DROP INDEX positions_by_part',
        'DROP TABLE parts',
        'ALTER TABLE positions DROP COLUMN part_id',
      ];
      for (const sql of [...before, ...migrationNamed('parts')[database.dialect]])
        await transaction.executeQuery(CompiledQuery.raw(sql));
    });
    await expectRightParts(database);
    await database.write((transaction) =>
      transaction.updateTable('positions').set({ part_id: 0 }).where('article', 'in', ['В-5', 'A-1']).execute(),
    );
    await settleParts(database);
    await expectRightParts(database);
  });
});
