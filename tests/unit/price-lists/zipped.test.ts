import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { readPriceFile } from '../../../server/platform/sheet-reader/reader.ts';
import { guessesOf } from '../../../server/price-lists/guess/staged-lists.ts';
import { encodeAs } from '../../support/encodings.ts';
import { stagedList } from '../../support/staged-list.ts';
import { writeRows, writeZip } from '../../support/workbooks.ts';
import { readWhole, texts, workFolder } from '../../support/workbooks-read.ts';

const path = async (name: string) => join(await workFolder(), name);
const LIST = [
  ['A-1', 'Фильтр масляный', '5,50'],
  ['A-2', 'Кольцо уплотнительное', '6'],
];
const CSV = LIST.map((row) => row.join(';')).join('\r\n');

describe('a zip', () => {
  it('with one price list in it is read, and nothing stays beside it', async () => {
    const file = await path('price.zip');
    await writeZip(file, { 'Прайсы/price.csv': encodeAs('windows-1251', CSV), 'Прайсы/logo.png': 'x' });
    const read = await readWhole(file);
    expect([read.encoding, texts(read)]).toEqual(['windows-1251', LIST]);
    expect(await readdir(dirname(file))).toEqual(['price.zip']);
  });

  it('may hold a workbook', async () => {
    const book = await path('price.xlsx');
    await writeRows(book, LIST);
    const file = await path('price.zip');
    await writeZip(file, { 'price.xlsx': await readFile(book), '__MACOSX/._price.xlsx': 'x' });
    expect(texts(await readWhole(file))).toEqual(LIST);
  });

  it('with a text about the list beside it is read', async () => {
    const file = await path('price.zip');
    await writeZip(file, {
      'Прочти меня.txt': 'Прайс; 2026',
      'index.html': '<html>',
      'Price.CSV': CSV,
      'logo.png': 'x',
    });
    expect(texts(await readWhole(file))).toEqual(LIST);
    await writeZip(file, { 'readme.txt': 'Прайс; 2026', 'price.txt': CSV });
    expect(texts(await readWhole(file))).toEqual(LIST);
  });

  it('with several lists has their sheets, and none without a choice', async () => {
    const book = await path('b.xlsx');
    await writeRows(book, LIST);
    const file = await path('price.zip');
    await writeZip(file, { 'Июнь/A.csv': CSV, 'b.xlsx': await readFile(book) });
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'SEVERAL_LISTS', detail: 'Июнь/A.csv, b.xlsx' });
    for (const sheet of ['Июнь/A.csv', 'b.xlsx: Прайс', 'b.xlsx']) {
      const read = await readWhole(file, { sheet });
      expect([read.title, texts(read)]).toEqual([sheet === 'b.xlsx' ? 'b.xlsx: Прайс' : sheet, LIST]);
    }
    const guesses = guessesOf(await stagedList(file));
    expect(guesses.map(({ name, columns }) => [name, columns.article])).toEqual([
      ['Июнь/A.csv', 1],
      ['b.xlsx: Прайс', 1],
    ]);
    const range = { startRow: 2, endRow: null, columns: [1] };
    const both = [];
    const sheets = guesses.map(({ name }) => ({ sheet: name, ...range }));
    for await (const piece of readPriceFile({ file, sheet: null, ...range, sheets }))
      if (piece.kind === 'sheet') both.push(piece.title);
      else if (piece.kind === 'rows') both.push(...piece.rows.map(({ cells }) => cells.get(1)?.text));
    expect(both).toEqual(['Июнь/A.csv', 'A-2', 'b.xlsx: Прайс', 'A-2']);
    expect(await readdir(dirname(file))).toEqual(['price.zip']);
  });

  it('with no list is refused', async () => {
    const file = await path('price.zip');
    await writeZip(file, { 'a.png': 'x' });
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'NOT_EXCEL' });
  });

  it('with further bytes before and behind it is read', async () => {
    const file = await path('price.xlsx');
    await writeRows(file, LIST);
    const book = await readFile(file);
    const surroundings = [
      ['\r\n', ''],
      ['\ufeff', '\0\0'],
      ['<br />Warning: x\n', '\n<!-- 0.1 s -->\n'],
      ['', '\0'.repeat(80_000)],
    ] as const;
    for (const [before, behind] of surroundings) {
      await writeFile(file, Buffer.concat([Buffer.from(before), book, Buffer.from(behind)]));
      expect(texts(await readWhole(file))).toEqual(LIST);
    }
    await writeFile(file, book.subarray(0, book.length - 30));
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'TRUNCATED' });
  });
});

/** An .ods with these rows, as OpenDocument asks for it: its kind is the first member, not compressed. */
function ods(rows: string): ZipFile {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('application/vnd.oasis.opendocument.spreadsheet'), 'mimetype', { compress: false });
  const name = (space: string) => `xmlns:${space}="urn:oasis:names:tc:opendocument:xmlns:${space}:1.0"`;
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${name('office')} ${name('table')}
    ${name('text')}><office:body><office:spreadsheet><table:table table:name="Прайс">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
  zip.addBuffer(Buffer.from(content), 'content.xml');
  zip.addBuffer(Buffer.from('<office:document-styles/>'), 'styles.xml');
  const entry = '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>';
  const manifest = `<manifest:manifest ${name('manifest')}>${entry}</manifest:manifest>`;
  zip.addBuffer(Buffer.from(manifest), 'META-INF/manifest.xml');
  zip.end();
  return zip;
}

describe('an .ods', () => {
  const text = (value: string) =>
    `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
  const number = (value: number) =>
    `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`;

  it('is read like an .xls', async () => {
    const file = await path('price.ods');
    const row = `<table:table-row>${text('00123')}${text('Фильтр')}${number(44360.27)}</table:table-row>`;
    await writeFile(file, ods(row).outputStream);
    const read = await readWhole(file);
    expect([read.title, texts(read)]).toEqual(['Прайс', [['00123', 'Фильтр', '44360.27']]]);
  });

  it('security 26: that swells is refused', async () => {
    const file = await path('price.ods');
    await writeFile(file, ods('<table:table-row/>'.repeat(7_500_000)).outputStream);
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'TOO_BIG' });
  });
});
