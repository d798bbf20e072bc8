import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guessesOf } from '../../../server/price-lists/guess/staged-lists.ts';
import { stagedList } from '../../support/staged-list.ts';
import { type BookSheet, bookParts, type CellValue, sheetXml, writeZip, XML } from '../../support/workbooks.ts';
import { readWhole, texts, type WholeRead, workFolder } from '../../support/workbooks-read.ts';

/** A book in each format whose second row is struck out, third one in part, and whose layout is merged and hidden. */
const FORMATS = { xlsx, ods, xml } as const;

const path = async (name: string) => join(await workFolder(), name);
const struckOf = ({ remarks }: WholeRead) =>
  remarks.filter(({ code }) => code === 'struck-out').map(({ row, column, text }) => [row, column, text]);

async function xlsx(): Promise<string> {
  const file = await path('price.xlsx');
  const shared = (index: number, style = 0) => `<c t="s" s="${style}"><v>${index}</v></c>`;
  const cell = (reference: string, xml: string) => xml.replace('<c', `<c r="${reference}"`);
  const inline = (text: string) => `<c t="inlineStr"><is>${text}</is></c>`;
  const rows = [
    `<row r="1">${['A', 'B', 'C', 'D'].map((at, index) => cell(`${at}1`, shared(index))).join('')}</row>`,
    `<row r="2">${cell('A2', inline('<t>A-1</t>'))}${cell('B2', shared(4, 1))}${cell('D2', '<c s="1"><v>5</v></c>')}</row>`,
    `<row r="3">${cell('A3', inline('<r><rPr><strike/></rPr><t>A-0</t></r><r><t>A-2</t></r>'))}${cell('B3', shared(5))}${cell('D3', '<c><v>7</v></c>')}</row>`,
    `<row r="4" hidden="1">${cell('A4', inline('<t>A-3</t>'))}</row>`,
  ];
  const rich =
    '<si><r><t>Болт </t></r><r><rPr><b/><strike val="1"/></rPr><t>старый</t></r><r><rPr><strike val="0"/></rPr><t>новый</t></r></si>';
  const book = {
    sheets: [{ name: 'Прайс', xml: laidOut(rows, '<col min="3" max="3" hidden="1"/>', ['B3:B4', 'D3:D4', 'A1:C1']) }],
    strings: `${['Код', 'Название', 'Цена', 'Остаток', 'Фильтр'].map((text) => `<si><t>${text}</t></si>`).join('')}${rich}`,
    styles: `${XML}<styleSheet><fonts><font><sz val="10"/></font><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs><dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>`,
  };
  await writeZip(file, bookParts(book));
  return file;
}

const laidOut = (rows: readonly string[], columns: string, merges: readonly string[]): string =>
  sheetXml(rows.join(''))
    .replace('<sheetData>', `<cols>${columns}</cols><sheetData>`)
    .replace(
      '</sheetData>',
      `</sheetData><mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
    );

async function ods(): Promise<string> {
  const file = await path('price.ods');
  const text = (value: string, attributes = '') =>
    `<table:table-cell office:value-type="string" ${attributes}><text:p>${value}</text:p></table:table-cell>`;
  const number = (value: number, attributes = '') =>
    `<table:table-cell office:value-type="float" office:value="${value}" ${attributes}><text:p>${value}</text:p></table:table-cell>`;
  const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
  const struck = 'table:style-name="old"';
  const tall = 'table:number-rows-spanned="2"';
  const span = (value: string) => `<text:span text:style-name="gone">${value}</text:span>`;
  const rows = [
    row(text('Код') + text('Название') + text('Цена') + text('Остаток')),
    row(`${text('A-1')}${text('Фильтр', struck)}<table:table-cell/>${number(5, struck)}`),
    row(
      `${text(`${span('A-0')}A-2`)}${text(`Болт ${span('старый')} новый`, tall)}<table:table-cell/>${number(7, tall)}`,
    ),
    row(`${text('A-3')}<table:covered-table-cell/>`, 'table:visibility="filter"'),
    row('<table:table-cell table:number-columns-repeated="1000"/>', 'table:number-rows-repeated="1000000"'),
  ];
  const style = (name: string, family: string, line: string) =>
    `<style:style style:name="${name}" style:family="${family}"><style:text-properties style:text-line-through-style="${line}"/></style:style>`;
  const columns =
    '<table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/>';
  const content = `<office:document-content><office:automatic-styles>${style('old', 'table-cell', 'solid')}${style('gone', 'text', 'solid')}${style('fine', 'text', 'none')}</office:automatic-styles>
    <office:body><office:spreadsheet><table:table table:name="Прайс">${columns}${rows.join('\n')}</table:table></office:spreadsheet></office:body></office:document-content>`;
  await writeZip(file, { 'content.xml': content });
  return file;
}

async function xml(): Promise<string> {
  const file = await path('price.xls');
  const cell = (value: string, attributes = '') => `<Cell ${attributes}><Data ss:Type="String">${value}</Data></Cell>`;
  const number = (value: number, attributes = '') =>
    `<Cell ss:Index="4" ${attributes}><Data ss:Type="Number">${value}</Data></Cell>`;
  const rows = [
    `<Row>${['Код', 'Название', 'Цена', 'Остаток'].map((text) => cell(text)).join('')}</Row>`,
    `<Row>${cell('A-1')}${cell('Фильтр', 'ss:StyleID="old"')}${number(5, 'ss:StyleID="old"')}</Row>`,
    `<Row>${cell('<S>A-0</S>A-2')}${cell('Болт <html:S>старый</html:S> новый', 'ss:MergeDown="1"')}${number(7, 'ss:MergeDown="1"')}</Row>`,
    `<Row ss:Hidden="1">${cell('A-3')}</Row>`,
  ];
  await writeFile(
    file,
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
    <Styles><Style ss:ID="old"><Font ss:StrikeThrough="1"/></Style></Styles><Worksheet ss:Name="Прайс"><Table><Column ss:Index="3" ss:Hidden="1"/>${rows.join('')}</Table></Worksheet></Workbook>`,
  );
  return file;
}

describe('what a sheet strikes out', () => {
  it.each(['xlsx', 'ods', 'xml'] as const)(
    'is left out with a remark in an .%s, whole cells and parts of a text',
    async (format) => {
      const read = await readWhole(await FORMATS[format]());
      expect(texts(read).map((row) => row.map((text) => text.trim().replace(/ +/gu, ' ')))).toEqual([
        ['Код', 'Название', 'Цена', 'Остаток'],
        ['A-1'],
        ['A-2', 'Болт новый', '', '7'],
        ['A-3'],
      ]);
      expect(struckOf(read)).toEqual([
        [2, 2, 'Фильтр'],
        [2, 4, '5'],
        [3, 1, 'A-0'],
        [3, 2, 'старый'],
      ]);
    },
  );

  it('is left out of an old .xls', async () => {
    const file = await path('price.xls');
    await writeFile(file, oldBook());
    const read = await readWhole(file);
    expect(texts(read)).toEqual([['A-1', 'Болт новый']]);
    expect(struckOf(read)).toEqual([
      [1, 2, ' старый'],
      [1, 3, 'Гайка'],
    ]);
  });
});

describe('what a sheet merges and hides', () => {
  it.each(['xlsx', 'ods', 'xml'] as const)('is passed on by an %s', async (format) => {
    const read = await readWhole(await FORMATS[format]());
    const merged = [...(read.merged.get(4) ?? [])].map(([column, { text }]) => [
      column,
      text.trim().replace(/ +/gu, ' '),
    ]);
    expect(merged.toSorted()).toEqual([
      [2, 'Болт новый'],
      [4, '7'],
    ]);
    expect([...read.merged.keys()]).toEqual([4]);
    expect(read.hidden).toEqual([3]);
    expect(read.remarks.filter(({ code }) => code !== 'struck-out')).toEqual([
      { code: 'hidden-columns', row: 0, column: 3, text: 'C' },
      { code: 'hidden-rows', row: 4, column: null, text: '1' },
    ]);
  });

  it('is said of rows that are read and of columns with something in them', async () => {
    const codesOf = ({ remarks }: WholeRead) => remarks.map(({ code }) => code).filter((code) => code !== 'struck-out');
    expect(codesOf(await readWhole(await xlsx(), { columns: [1, 2] }))).toEqual(['hidden-columns', 'hidden-rows']);
    expect(codesOf(await readWhole(await xlsx(), { endRow: 3 }))).toEqual(['hidden-columns']);
    const file = await path('price.xlsx');
    const empty = laidOut(rowsOf([['A-1', 'Болт']]), '<col min="3" max="16384" hidden="1"/>', []);
    await writeZip(file, bookParts({ sheets: [{ name: 'A', xml: empty }] }));
    expect(codesOf(await readWhole(file))).toEqual([]);
  });

  it('is no first choice of a guess', async () => {
    const file = await path('price.xlsx');
    const header = ['Артикул', 'Наименование', 'Цена', 'Цена', 'Остаток'];
    const rows = Array.from({ length: 9 }, (_, at): CellValue[] => [
      `A-${at}`,
      `Фильтр масляный ${at}`,
      60 + at,
      100 + at,
      at,
    ]);
    const sheet = (name: string, columns: string): BookSheet => ({
      name,
      xml: laidOut(rowsOf([header, ...rows]), columns, []),
    });
    await writeZip(file, bookParts({ sheets: [sheet('A', '<col min="3" max="3" hidden="1"/>'), sheet('B', '')] }));
    expect(guessesOf(await stagedList(file)).map(({ columns, prices }) => [columns.price, prices])).toEqual([
      [4, [4, 3]],
      [3, [3, 4]],
    ]);
  });
});

const rowsOf = (rows: readonly (readonly CellValue[])[]): string[] =>
  rows.map((cells, at) => {
    const xmls = cells.map((value) =>
      typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`,
    );
    return `<row r="${at + 1}">${xmls.join('')}</row>`;
  });

/** The records of a BIFF8 book: a text, one of two runs of which the second is struck out, and one that is it all. */
function oldBook(): Buffer {
  const record = (id: number, body: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(id, 0);
    head.writeUInt16LE(body.length, 2);
    return Buffer.concat([head, body]);
  };
  const words = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value & 255, value >> 8])));
  const font = (bits: number) =>
    record(0x31, Buffer.concat([words(200, bits, 8, 400, 0, 0, 0), Buffer.from([5, 0]), Buffer.from('Arial')]));
  const format = (index: number) => record(0xe0, Buffer.concat([words(index, 0, 0), Buffer.alloc(14)]));
  const wide = (text: string) => Buffer.from(text, 'utf16le');
  const plain = (text: string) => Buffer.concat([words(text.length), Buffer.from([1]), wide(text)]);
  const [rich, old] = ['Болт старый новый', 4];
  const runs = words(old, 6, 11, 0);
  const strings = Buffer.concat([
    words(3, 0, 3, 0),
    plain('A-1'),
    Buffer.concat([words(rich.length), Buffer.from([9]), words(2), wide(rich.slice(0, 6))]),
  ]);
  const rest = Buffer.concat([Buffer.from([1]), wide(rich.slice(6)), runs, plain('Гайка')]);
  const bof = (kind: number) => record(0x809, Buffer.concat([words(0x600, kind), Buffer.alloc(12)]));
  const end = record(0x0a, Buffer.alloc(0));
  const head = (place: number) =>
    Buffer.concat([
      bof(5),
      ...[0, 0, 0, 0, 0, 8].map(font),
      ...[0, 6].map(format),
      record(0x85, Buffer.concat([words(place, 0, 0), Buffer.from([5, 1]), wide('Прайс')])),
      record(0xfc, strings),
      record(0x3c, rest),
      end,
    ]);
  const cell = (column: number, style: number) => record(0xfd, words(0, column, style, column, 0));
  return Buffer.concat([head(head(0).length), bof(0x10), cell(0, 0), cell(1, 0), cell(2, 1), end]);
}
