import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { REPEATED } from '../../../contract/price-lists/upload.ts';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import type { Database } from '../../../server/platform/database/types.ts';
import type { FormFields } from '../../../server/price-lists/rules/form-fields.ts';
import { startRun } from '../../../server/price-lists/runs/run-store.ts';
import { settingsOf } from '../../../server/price-lists/settings/import-settings.ts';
import type { ApplyRowsArguments } from '../../support/apply-rows-job.ts';
import { aboveSql } from '../../support/databases.ts';
import { workFolder } from '../../support/workbooks-read.ts';
import { importText, openCatalogue, positionsOf } from './catalogue.ts';

vi.setConfig({ testTimeout: 120_000 });

const JOB = new URL('../../support/apply-rows-job.ts', import.meta.url);
const FORM = {
  providerId: '1',
  addNewPositionMode: 'on',
  article: '1',
  title: '2',
  price: '3',
  amount: '4',
  manufacturer: '5',
};

/** Each run is half a dozen imports, which a PostgreSQL server takes its time for. */
const runsOn = ({ dialect }: Database<CatalogueSchema>): number => (dialect === 'sqlite' ? 60 : 12);

type Rows = readonly (readonly string[])[];
interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

async function newBrand(database: Database<CatalogueSchema>): Promise<string> {
  const row = await database.write((transaction) =>
    transaction
      .insertInto('brands')
      .values({ title: 'Урал', created_at: 1, updated_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return String(row.id);
}

async function apply(
  database: Database<CatalogueSchema>,
  brandId: string,
  rows: Rows,
  batchRows = 2,
  form: FormFields = {},
): Promise<Counts> {
  const settings = settingsOf({ ...FORM, brandId, ...form });
  const run = { uploadId: null, uid: 'admin', fileName: 'x', settings };
  const runId = await startRun(database, run, 1);
  const staged = join(await workFolder(), 'list.rows');
  return database.runJob<ApplyRowsArguments, Counts>(JOB, { runId, settings, rows, batchRows, staged });
}

/** What a brand offers, without what every position has for itself. */
async function offersOf(database: Database<CatalogueSchema>, brandId: string): Promise<string[]> {
  const rows = await database.read
    .selectFrom('positions')
    .innerJoin('article_keys', 'article_keys.id', 'positions.key_id')
    .select(['key', 'manufacturer_key', 'article', 'title', 'price', 'amount'])
    .where('brand_id', '=', Number(brandId))
    .execute();
  return rows.map((row) => Object.values(row).join('|')).sort();
}

const ARTICLE = fc.constantFrom('A1', 'A2');
const MAKER = fc.constantFrom('', '', 'MANN', 'BOSCH', '—');
const PRICE = fc.constantFrom('5', '6', '7', 'дорого');
/** Rows of different articles or makers: of two with the same the later one counts. */
const LIST = fc.uniqueArray(
  fc.tuple(ARTICLE, PRICE, MAKER).map(([article, price, maker]) => [article, `${article} ${maker}`, price, '1', maker]),
  { selector: ([article, , , , maker]) => `${article} ${maker === '—' ? '' : maker}`, maxLength: 6 },
);

aboveSql('rows without a maker', (open) => {
  it('never change another maker’s position that the file names, and the same file again changes nothing', async () => {
    const database = await openCatalogue(open);
    const lines = ['8972225100;Гайка;707;1;MAGTEK', '8972225100;Гайка;951;1;'];
    for (const list of [lines, lines.toReversed(), lines]) {
      await importText(database, list);
      const offers = (await positionsOf(database)).map(({ manufacturer, price }) => [manufacturer, price]);
      expect(offers.sort()).toEqual([
        ['', 95_100],
        ['MAGTEK', 70_700],
      ]);
    }
    expect(await importText(database, lines)).toMatchObject({ updated: 0, unchanged: 2 });
  });

  it('mean the only position of an article for which the file names nobody', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['A-1;Гайка;5;1;MAGTEK']);
    expect(await importText(database, ['A-1;Гайка;6;1;', 'A-2;Болт;7;1;BOSCH'])).toMatchObject({ updated: 1 });
    expect(await positionsOf(database)).toMatchObject([{ manufacturer: 'MAGTEK', price: 600 }, { price: 700 }]);
  });

  it('are positions of their own also beside a maker whose row could not be read', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['A-1;Гайка;5;1;MAGTEK']);
    await importText(database, ['A-1;Гайка;6;1;', 'A-1;Гайка;дорого;1;MAGTEK']);
    const offers = (await positionsOf(database)).map(({ manufacturer, price }) => [manufacturer, price]);
    expect(offers.sort()).toEqual([
      ['', 600],
      ['MAGTEK', 500],
    ]);
  });

  it('end in the same catalogue whatever the order of the list, and the same list again changes nothing', async () => {
    const database = await openCatalogue(open);
    const permuted = LIST.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    );
    await fc.assert(
      fc.asyncProperty(LIST, permuted, fc.integer({ min: 1, max: 3 }), async (known, [list, other], size) => {
        const [one, two] = [await newBrand(database), await newBrand(database)];
        for (const brand of [one, two]) await apply(database, brand, known);
        await apply(database, one, list, size);
        await apply(database, two, other, 2);
        expect(await offersOf(database, two)).toEqual(await offersOf(database, one));
        expect(await apply(database, one, other, size)).toMatchObject({ created: 0, updated: 0 });
        expect(await apply(database, two, list)).toMatchObject({ created: 0, updated: 0 });
        expect(await offersOf(database, two)).toEqual(await offersOf(database, one));
      }),
      { numRuns: runsOn(database) },
    );
  });

  it('and rows that repeat change nothing when the same list comes again, whichever of them counts', async () => {
    const database = await openCatalogue(open);
    const row = fc
      .tuple(ARTICLE, fc.constantFrom('5', '6', '1,234', '0'), MAKER, fc.constantFrom('1', '2', '3'))
      .map(([article, price, maker, amount]) => [article, `Гайка ${price}`, price, amount, maker]);
    const lists = fc.array(row, { maxLength: 7 });
    const size = fc.integer({ min: 1, max: 3 });
    await fc.assert(
      fc.asyncProperty(lists, lists, size, fc.constantFrom(...REPEATED), async (known, list, rows, repeated) => {
        const brand = await newBrand(database);
        await apply(database, brand, known);
        await apply(database, brand, list, rows, { repeated });
        const offers = await offersOf(database, brand);
        expect(await apply(database, brand, list, 2, { repeated })).toMatchObject({ created: 0, updated: 0 });
        expect(await offersOf(database, brand)).toEqual(offers);
      }),
      { numRuns: runsOn(database) },
    );
  });

  it('wait in no number that matters', async () => {
    const database = await openCatalogue(open);
    const lines = Array.from({ length: 2_500 }, (_, at) => `A-${at};Гайка;5;1;MAGTEK`);
    await importText(database, lines);
    const blank = [...lines.map((line) => line.replace(';5;', ';6;').replace('MAGTEK', '')), 'A-7;Гайка;7;1;BOSCH'];
    expect(await importText(database, blank)).toMatchObject({ created: 2, updated: 2_499, failed: 0 });
  });
});
