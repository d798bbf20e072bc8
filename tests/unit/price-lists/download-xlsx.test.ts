import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import XLSX from '@e965/xlsx';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPriceFile } from '../../../server/platform/sheet-reader/reader.ts';
import { OWN_COLUMNS } from '../../../server/platform/sheets/own-columns.ts';
import { csvPages } from '../../../server/platform/sheets/write-csv.ts';
import { type SheetRow, writeXlsx } from '../../../server/platform/sheets/write-xlsx.ts';
import { cellText, textCell } from '../../../server/platform/sheets/xlsx-cell.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-xlsx-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* pages(rows: readonly SheetRow[], size = 100) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

let files = 0;
async function write(rows: readonly SheetRow[], sheetRowsMax?: number): Promise<string> {
  const path = join(folder, `${++files}.xlsx`);
  const sheet = { name: 'Прайс', columns: OWN_COLUMNS, rowCount: rows.length, rows: pages(rows) };
  await writeXlsx(sheet, createWriteStream(path), { sheetRowsMax });
  return path;
}

const rowOf = (n: number, title = 'Фильтр', article = `A-${n}`): SheetRow => [
  n,
  article,
  title,
  165_028,
  2.5,
  '',
  'Склад № 3',
  'УРАЛ',
  n,
  3,
  '',
];
const open = (content: Buffer) => XLSX.read(content, { cellStyles: true, cellNF: true, cellText: false });
const tableOf = (sheet: XLSX.WorkSheet | undefined) =>
  XLSX.utils.sheet_to_json<unknown[]>(sheet ?? {}, { header: 1, raw: true });

async function readBack(path: string): Promise<Map<number, string>[]> {
  const rows: Map<number, string>[] = [];
  const request = { file: path, sheet: null, startRow: 2, endRow: null, columns: null };
  for await (const piece of readPriceFile(request)) {
    if (piece.kind !== 'rows') continue;
    for (const { cells } of piece.rows) {
      rows.push(new Map([...cells].map(([column, { text }]) => [column, text])));
    }
  }
  return rows;
}

test('values, types and formats are those of the columns', async () => {
  const book = open(await readFile(await write([rowOf(1), rowOf(2)])));
  expect(book.SheetNames).toEqual(['Прайс']);
  const sheet = book.Sheets.Прайс;
  expect(tableOf(sheet)).toEqual([
    OWN_COLUMNS.map(({ header }) => header),
    [1, 'A-1', 'Фильтр', 1650.28, 2.5, undefined, 'Склад № 3', 'УРАЛ', 1, 3],
    [2, 'A-2', 'Фильтр', 1650.28, 2.5, undefined, 'Склад № 3', 'УРАЛ', 2, 3],
  ]);
  expect([sheet?.D2?.t, sheet?.D2?.z, sheet?.B2?.t, sheet?.B2?.z]).toEqual(['n', '#,##0.00', 's', '@']);
  expect(sheet?.['!autofilter']).toEqual({ ref: 'A1:L3' });
  expect(sheet?.['!cols']?.[2]?.width).toBeGreaterThan(sheet?.['!cols']?.[0]?.width ?? 99);
});

test('white space at the ends of a text is kept, and only there asked for', () => {
  const asks = (text: string) => textCell('A1', 1, text).includes('<t xml:space="preserve">');
  expect([' вал', 'вал ', '\tвал', 'вал\n', ' '].map(asks)).not.toContain(false);
  expect(['вал', 'вал 10 мм', 'вал\nвал', ''].map(asks)).not.toContain(true);
});

test('the autofilter leaves out what stands below the table, on each sheet of it', async () => {
  const rows = Array.from({ length: 7 }, (_, n) => rowOf(n + 1));
  const path = join(folder, `${++files}.xlsx`);
  const sheet = { name: 'Прайс', columns: OWN_COLUMNS, rowCount: rows.length, filtered: 4, rows: pages(rows) };
  await writeXlsx(sheet, createWriteStream(path), { sheetRowsMax: 4 });
  const { SheetNames, Sheets } = open(await readFile(path));
  expect(SheetNames.map((name) => [Sheets[name]?.['!autofilter']?.ref, Sheets[name]?.['!ref']])).toEqual([
    ['A1:L4', 'A1:L4'],
    ['A1:L2', 'A1:L4'],
    ['A1:L1', 'A1:L2'],
  ]);
});

test('an empty catalogue makes a sheet with its header', async () => {
  expect(tableOf(open(await readFile(await write([]))).Sheets.Прайс)).toHaveLength(1);
});

test('rows beyond what one sheet holds go on on the next, under the same header', async () => {
  const rows = Array.from({ length: 7 }, (_, n) => rowOf(n + 1));
  const book = open(await readFile(await write(rows, 4)));
  expect(book.SheetNames).toEqual(['Прайс', 'Прайс 2', 'Прайс 3']);
  const numbers = book.SheetNames.map((name) => tableOf(book.Sheets[name]).map(([first]) => first));
  expect(numbers).toEqual([
    ['№ п/п', 1, 2, 3],
    ['№ п/п', 4, 5, 6],
    ['№ п/п', 7],
  ]);
});

test('the same rows make the same bytes', async () => {
  const rows = [rowOf(1), rowOf(2)];
  expect(await readFile(await write(rows))).toEqual(await readFile(await write(rows)));
});

test('security 33: articles come back as they were from .xlsx and from .csv', async () => {
  const articles = [
    '00123',
    '1E5',
    '12-3/4',
    'АВС',
    '1234567890123456789012345',
    '1.10',
    '01.02.2024',
    '1,5',
    'TRUE',
    '5%',
  ];
  const rows = articles.map((article, n) => rowOf(n + 1, 'Деталь', article));
  const csv = join(folder, 'articles.csv');
  await new Promise<void>((resolve, reject) => {
    const output = createWriteStream(csv).once('close', resolve).once('error', reject);
    void (async () => {
      for await (const piece of csvPages(OWN_COLUMNS, pages(rows))) output.write(piece);
      output.end();
    })();
  });
  for (const path of [await write(rows), csv]) {
    expect((await readBack(path)).map((cells) => cells.get(2))).toEqual(articles);
  }
});

test('security 34: a text that looks like a formula is a text', async () => {
  const titles = ["=cmd|'/C calc'!A0", '-40°C', '@x', '+1', '=HYPERLINK("http://x")', '\t=1'];
  const path = await write(titles.map((title, n) => rowOf(n + 1, title)));
  const sheet = open(await readFile(path)).Sheets.Прайс;
  titles.forEach((title, n) => {
    const cell = sheet?.[`C${n + 2}`];
    expect([cell?.t, cell?.v, cell?.f]).toEqual(['s', title, undefined]);
  });
});

test('security 37: markup, control characters and broken characters in a text stay text', async () => {
  const titles = [
    '<b>&amp;"\'</b>',
    ']]>',
    'a\u0001b\u001f',
    '_x0041_',
    '_x005F_',
    'x\ry\nz',
    ' края ',
    '😀',
    'до\uD800после',
    '\uFFFE',
  ];
  const path = await write(titles.map((title, n) => rowOf(n + 1, title)));
  const read = tableOf(open(await readFile(path)).Sheets.Прайс)
    .slice(1)
    .map((row) => row[2]);
  expect(read).toEqual(titles.map((title) => title.toWellFormed()));
});

test('every text comes back from a cell, but for lone surrogates', () => {
  const decoded = (xml: string) =>
    xml
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const unit = fc.constantFrom('_', 'x', '0', '4', '1', '&', '<', '\u0000', '\r', '\n', 'я', '\uD800', '\uFFFF', '😀');
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const xml = cellText(text);
      expect(decoded(xml)).toBe(text.toWellFormed());
      // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is checked.
      expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff<>]/);
    }),
  );
});

test('a text longer than a cell holds is cut', () => {
  expect(cellText('я'.repeat(32_767 + 5))).toHaveLength(32_767);
});

test('a failure of the rows, of the output or a cancelled run ends the writing with an error', async () => {
  const sheet = { name: 'Прайс', columns: OWN_COLUMNS, rowCount: 3 };
  const output = () => createWriteStream(join(folder, `${++files}.xlsx`));
  async function* broken() {
    yield [rowOf(1)];
    throw new Error('database went away');
  }
  await expect(writeXlsx({ ...sheet, rows: broken() }, output())).rejects.toThrow('database went away');
  await expect(writeXlsx({ ...sheet, rows: pages([rowOf(1)]) }, output())).rejects.toThrow('expected 3 rows');
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) });
  await expect(writeXlsx({ ...sheet, rows: pages([1, 2, 3].map((n) => rowOf(n))) }, full)).rejects.toThrow('disk full');
  const signal = AbortSignal.abort(new Error('closing'));
  await expect(
    writeXlsx({ ...sheet, rows: pages([1, 2, 3].map((n) => rowOf(n))) }, output(), { signal }),
  ).rejects.toThrow();
});

test('text for Russian Excel has a byte order mark, semicolons, CRLF, decimal commas and quoted fields', async () => {
  let text = '';
  const rows = [rowOf(1, 'Болт; "М8"'), rowOf(2, 'две\nстроки'), rowOf(3, '=1')];
  for await (const piece of csvPages(OWN_COLUMNS, pages(rows))) text += piece.toString();
  expect(text).toBe(
    '\uFEFF№ п/п;Артикул;Наименование;Цена, ₽;Количество;Производитель;Склад;Бренд;№ позиции в каталоге;Срок поставки, дн.;Минимальная партия, шт.;Примечание к цене\r\n' +
      '1;A-1;"Болт; ""М8""";1650,28;2,5;;Склад № 3;УРАЛ;1;3;;\r\n' +
      '2;A-2;"две\nстроки";1650,28;2,5;;Склад № 3;УРАЛ;2;3;;\r\n' +
      "3;A-3;'=1;1650,28;2,5;;Склад № 3;УРАЛ;3;3;;\r\n",
  );
});
