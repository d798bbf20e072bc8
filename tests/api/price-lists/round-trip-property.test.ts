// @module-tag deep
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { DryRunAnswer, UploadAnswer } from '../../../contract/catalogue/runs.ts';
import { NO_COUNTS } from '../../../contract/catalogue/runs.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { eachDialect } from '../../support/databases.ts';
import { USUAL } from './catalogue.ts';

vi.setConfig({ testTimeout: 240_000 });

/** What spreadsheets and text files make something else of, alone or among other pieces. */
const PIECES = [
  ...['"', '""', ';', ',', '\n', '\r\n', '\t', ' ', '\u00a0', '\u202f', '\u200b', '\ufeff', "'", "''"],
  ...['=', '+', '-', '@', "=cmd|'/C calc'!A0", '+1', '-40°C', '@x', '\uff1d1', '0', '00123', '1E5', '1,5'],
  ...['😀', '👨‍👩‍👧', 'é', 'и\u0306', '_x0041_', '_x000A_', '&amp;', '<b>', ']]>', 'Ёлка'],
  ...['1234567890123456789012345', '01.02.2024', '12-3/4', '#N/A', 'ИСТИНА', 'нет', 'Ж', 'ب', '\\', '|'],
];
const piece = fc.constantFrom(...PIECES);
const text = (maxLength: number) => fc.array(piece, { maxLength }).map((pieces) => pieces.join(''));
/** Longer than what is kept, so that it is cut anywhere. */
const longText = fc.tuple(piece, fc.integer({ min: 150, max: 1_100 })).map(([one, count]) => `Т${one}`.repeat(count));

const goods = fc.record({
  article: fc.tuple(text(3), fc.nat(30)).map(([odd, number]) => `${odd}${number || ''}`),
  title: fc.oneof({ weight: 9, arbitrary: text(8) }, { weight: 1, arbitrary: longText }),
  kopecks: fc.oneof(fc.constantFrom(0, 1, 10, 99, 1_650_285), fc.nat(99_999_999_999)),
  amount: fc.constantFrom('0', '1', '0,125', '1000000', '0,0000001', '12', '2,5'),
  maker: fc.oneof(fc.constant(''), text(4), fc.constant('Завод «Ёлка» '.repeat(20))),
});
type Goods = typeof goods extends fc.Arbitrary<infer One> ? One : never;

const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;

/** A supplier's list as a program writes it that quotes every field. */
const supplierList = (rows: readonly Goods[]): string =>
  [
    'Артикул;Наименование;Цена;Остаток;Производитель',
    ...rows.map(({ article, title, kopecks, amount, maker }) =>
      [article, title, (kopecks / 100).toFixed(2), amount, maker].map(quoted).join(';'),
    ),
  ].join('\r\n');

const SUPPLIERS: Readonly<Record<string, string>> = { ...USUAL, manufacturer: '5' };

async function upload<Said>(
  { call }: TestBridge,
  file: Uint8Array<ArrayBuffer> | string,
  fields: Readonly<Record<string, string>>,
): Promise<Said> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file]), 'list');
  const answer = await call('POST', '/file/upload', { form });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Said>();
}

async function stateOf({ bridge: { database } }: TestBridge) {
  const positions = await database.read.selectFrom('positions').selectAll().orderBy('id').execute();
  const [catalogue] = await database.read.selectFrom('catalogue_state').select('version').execute();
  return { positions, version: catalogue?.version };
}

const { unchanged: _, ...NOTHING } = NO_COUNTS;

/** Exports, and expects the dry run and the import of that file to change nothing; answers how many rows it had. */
async function expectNoChange(shop: TestBridge, path: string): Promise<number> {
  const file = Uint8Array.from((await shop.call('GET', path)).rawPayload);
  const before = await stateOf(shop);
  const plan = await upload<DryRunAnswer>(shop, file, { dryRun: '1' });
  const all = { ...NOTHING, unchanged: plan.rows };
  expect({ ...plan, path }).toMatchObject({ path, counts: all, errorGroups: [], warningGroups: [] });
  const answer = await upload<UploadAnswer>(shop, file, { confirm: '0' });
  expect(answer).toMatchObject({ counts: all, updated: 0, errors: [], warnings: [] });
  expect(await stateOf(shop)).toEqual(before);
  return plan.rows;
}

const DRILL = new URL('../../support/index-drill-job.ts', import.meta.url);

const PRICELESS = '/positions/export?withoutPrice=1&';

eachDialect('any catalogue', (open, dialect) => {
  test('security 33, 34: all of it and any choice of it, exported and imported again, change nothing', () =>
    withBridge(open, async (shop) => {
      const brand = { title: '=УРАЛ; "2"\u00a0+@' };
      expect((await shop.call('PATCH', '/brands/1', { json: brand })).statusCode).toBe(200);
      const typed = text(6).map((one) => `${one}\u0001 a\u0300`);
      const catalogue = fc.array(goods, { minLength: 1, maxLength: 100, size: 'max' });
      const choice = fc.constantFrom('/file/download?', '/positions/export?brandId=1&', PRICELESS);
      const format = fc.constantFrom('xlsx', 'csv');
      await fc.assert(
        fc.asyncProperty(catalogue, typed, choice, format, async (rows, title, path, ending) => {
          await shop.bridge.database.runJob(DRILL, []);
          await upload(shop, supplierList(rows), SUPPLIERS);
          const { positions } = await stateOf(shop);
          const [first] = positions;
          if (!first) return;
          const json = { title, was: { title: first.title } };
          const edited = await shop.call('PATCH', `/positions/${first.id}`, { json });
          expect(edited.statusCode, edited.body).toBe(200);
          const chosen = positions.filter(({ price }) => path !== PRICELESS || price === 0);
          if (chosen.length === 0) return;
          expect(await expectNoChange(shop, `${path}format=${ending}`)).toBe(chosen.length);
        }),
        { numRuns: dialect === 'SQLite' ? 10 : 3, endOnFailure: true },
      );
    }));
});
