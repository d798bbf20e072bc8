// Workbooks made of rows whose meaning is known: the catalogue afterwards holds exactly the goods among them.
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { guessBook } from '../../../server/price-lists/guess/guess-file.ts';
import { aboveSql } from '../../support/databases.ts';
import { stagedList } from '../../support/staged-list.ts';
import { type CellValue, sheetOf, writeBook } from '../../support/workbooks.ts';
import { workFolder } from '../../support/workbooks-read.ts';
import { importFile, openCatalogue, positionsOf } from './catalogue.ts';

vi.setConfig({ testTimeout: 120_000 });

const HEADING = ['Артикул', 'Наименование', 'Цена, руб.', 'Остаток', 'Производитель'];
const TITLES = ['Фильтр масляный', 'Кольцо уплотнительное', 'Насос водяной', 'Ремень приводной', 'Втулка'];
const MAKERS = ['BOSCH', 'КАМАЗ', 'MANN'];

/** What stands between goods, and how: alone, merged across the table, or hidden. */
const other = fc.record({
  kind: fc.constantFrom('group', 'group with total', 'total', 'note', 'blank', 'heading', 'numbers'),
  isMerged: fc.boolean(),
  isHidden: fc.boolean(),
});
const goods = fc.record({
  kind: fc.constant('goods' as const),
  article: fc.constantFrom('AB-', '740.', '00', 'ФМ ', '5320-'),
  price: fc.integer({ min: 100, max: 99_999 }),
  stock: fc.nat(40),
  /** Its price stands in one cell with that of the goods below it. */
  sharesPrice: fc.boolean(),
  isHidden: fc.boolean(),
});
const rows = fc.array(fc.oneof({ arbitrary: goods, weight: 4 }, other), { minLength: 12, maxLength: 40 });
type Rows = typeof rows extends fc.Arbitrary<infer One> ? One : never;

interface MadeSheet {
  readonly xml: string;
  /** The goods with their prices in kopecks and their stock. */
  readonly goods: readonly string[];
}

function sheetFrom(letterhead: readonly string[], wanted: Rows): MadeSheet {
  const made: CellValue[][] = [...letterhead.map((text) => [text]), [...HEADING]];
  const merged: string[] = [];
  const hidden = new Set<number>();
  const expected: string[] = [];
  let stocks = 0;
  let shared: number | null = null;
  for (const row of wanted) {
    const at = made.length + 1;
    if (row.isHidden) hidden.add(at);
    if (row.kind === 'goods') {
      const number = expected.length;
      const article = `${row.article}${1_000 + number * 7}`;
      const price = shared ?? row.price;
      made.push([
        article,
        `${TITLES[number % 5]} ${number + 10}`,
        shared === null ? price / 100 : null,
        row.stock,
        MAKERS[number % 3] as string,
      ]);
      if (shared !== null) merged.push(`C${at - 1}:C${at}`);
      expected.push(`${article} ${price} ${row.stock}`);
      stocks += row.stock;
      shared = row.sharesPrice && shared === null ? row.price : null;
      continue;
    }
    // The price of two goods is one cell only where they stand below each other.
    if (shared !== null) shared = null;
    const name = `Группа ${at}`;
    const across = {
      group: [name],
      'group with total': [name, null, null, 7_000 + at],
      total: ['Итого', null, null, stocks],
      note: [null, 'Цены указаны с НДС'],
      blank: [],
      heading: [...HEADING],
      numbers: ['1', '2', '3', '4', '5'],
    }[row.kind];
    made.push(across);
    if (row.isMerged && (row.kind === 'group' || row.kind === 'note'))
      merged.push(`${row.kind === 'note' ? 'B' : 'A'}${at}:E${at}`);
    stocks = 0;
  }
  const parts = sheetOf(made).replace(/<row r="(\d+)">/gu, (tag, at: string) =>
    hidden.has(Number(at)) ? `<row r="${at}" hidden="1">` : tag,
  );
  const cells = `<mergeCells count="${merged.length}">${merged.map((place) => `<mergeCell ref="${place}"/>`).join('')}</mergeCells>`;
  return { xml: merged.length === 0 ? parts : parts.replace('</sheetData>', `</sheetData>${cells}`), goods: expected };
}

aboveSql('a workbook of known rows', (open) => {
  it('leaves exactly its goods, with their prices and stock, by the columns that are guessed', async () => {
    const letterheads = fc.constantFrom([], ['ООО «Склад»'], ['Прайс на 1 декабря', 'Тел. 8 (800) 100-20-30']);
    await fc.assert(
      fc.asyncProperty(letterheads, rows, async (letterhead, wanted) => {
        fc.pre(wanted.filter(({ kind }) => kind === 'goods').length >= 8);
        const { xml, goods: expected } = sheetFrom(letterhead, wanted);
        const file = join(await workFolder(), 'price.xlsx');
        await writeBook(file, { sheets: [{ name: 'Прайс', xml }] });
        const database = await openCatalogue(open);
        const { fields, doubt } = guessBook(await stagedList(file));
        expect(doubt).toBeNull();
        const report = await importFile(database, file, { form: { ...fields, brandId: '1', providerId: '1' } });
        const found = (await positionsOf(database)).map(
          ({ article, price, amount }) => `${article} ${price} ${amount}`,
        );
        expect(found.sort()).toEqual([...expected].sort());
        expect(report.failed).toBe(0);
      }),
      { numRuns: 15 },
    );
  });
});
