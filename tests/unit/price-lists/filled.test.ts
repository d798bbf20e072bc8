import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { readPriceFile } from '../../../server/platform/sheet-reader/reader.ts';
import { sheetXml, writeBook } from '../../support/workbooks.ts';
import { workFolder } from '../../support/workbooks-read.ts';

/** By row, how many cells are filled in all; only the first two columns are asked for. */
async function filledOf(file: string): Promise<[row: number, read: number, filled: number | undefined][]> {
  const rows: [number, number, number | undefined][] = [];
  const request = { file, sheet: null, startRow: 1, endRow: null, columns: [1, 2] };
  for await (const piece of readPriceFile(request)) {
    if (piece.kind !== 'rows') continue;
    for (const { row, cells, filled } of piece.rows) rows.push([row, cells.size, filled]);
  }
  return rows;
}

/** Rows in the head of a sheet are read in full, those below it are not. */
const PLACES = [2, 200];
const EXPECTED = PLACES.flatMap((row) => [
  [row, 2, 2],
  [row + 1, 2, 4],
  [row + 2, 1, 2],
]);

describe('the count of the filled cells of a row', () => {
  it('holds for an .xlsx, whose formatted cells and empty formulas are not filled', async () => {
    const file = join(await workFolder(), 'price.xlsx');
    const rows = PLACES.map(
      (row) =>
        `<row r="${row}"><c r="A${row}"><v>1</v></c><c r="B${row}" t="inlineStr"><is><t>Фильтры</t></is></c>
           <c r="C${row}" s="1"/><c r="D${row}" t="str"><f>IF(1,"","")</f><v></v></c><c r="E${row}"><v/></c></row>
         <row r="${row + 1}"><c r="A${row + 1}"><v>1</v></c><c r="B${row + 1}"><v>2</v></c>
           <c r="F${row + 1}" t="inlineStr"><is><r><t>ш</t></r><r><t>т</t></r></is></c><c r="G${row + 1}"><v>0</v></c></row>
         <row r="${row + 2}"><c r="B${row + 2}"><v>2</v></c><c r="C${row + 2}" t="b"><v>0</v></c></row>`,
    );
    await writeBook(file, { sheets: [{ name: 'A', xml: sheetXml(rows.join('')) }] });
    expect(await filledOf(file)).toEqual(EXPECTED);
  });

  const TABLE = (): string[][] => {
    const rows: string[][] = Array.from({ length: 203 }, () => []);
    for (const row of PLACES) {
      rows[row - 1] = ['1', 'Фильтры', '', ' '];
      rows[row] = ['1', '2', '', 'шт.', '0'];
      rows[row + 1] = ['', '2', 'нет'];
    }
    return rows;
  };

  it('holds for a text', async () => {
    const file = join(await workFolder(), 'price.csv');
    await writeFile(
      file,
      TABLE()
        .map((cells) => cells.join(';'))
        .join('\n'),
    );
    expect(await filledOf(file)).toEqual(EXPECTED);
  });

  it('holds for an old .xls', async () => {
    const file = join(await workFolder(), 'price.xls');
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(TABLE()), 'A');
    await writeFile(file, write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer);
    expect(await filledOf(file)).toEqual(EXPECTED);
  });
});
