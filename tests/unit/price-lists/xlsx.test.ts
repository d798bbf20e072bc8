import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OWN_COLUMNS } from '../../../server/platform/sheets/own-columns.ts';
import {
  bookParts,
  type Parts,
  sheetXml,
  stylesWith,
  writeBook,
  writeRows,
  writeZip,
  XML,
} from '../../support/workbooks.ts';
import { readWhole, texts, workFolder } from '../../support/workbooks-read.ts';

const path = async () => join(await workFolder(), 'price.xlsx');
const rowsOf = async (xml: string, more: Partial<Parameters<typeof writeBook>[1]> = {}) => {
  const file = await path();
  await writeBook(file, { sheets: [{ name: 'A', xml: sheetXml(xml) }], ...more });
  return readWhole(file);
};

describe('an .xlsx', () => {
  it('gives shared, inline and rich strings, without phonetic hints and with control characters', async () => {
    const read = await rowsOf(
      `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c>
       <c r="D2" t="inlineStr"><is><r><t>Фи</t></r><r><t xml:space="preserve">льтр </t></r><rPh sb="0" eb="1"><t>x</t></rPh></is></c>
       <c r="E2" t="str"><f>A1&amp;"x"</f><v>итог</v></c><c r="F2" t="s"><v> 1</v></c></row>`,
      {
        strings: `<si><t>a&amp;b</t></si><si><r><t>Рич</t></r><r><t> текст</t></r><rPh sb="0" eb="2"><t>нет</t></rPh></si>
          <si><t>1_x000D_2_x005F_x0041_<![CDATA[<&>]]></t></si>`,
      },
    );
    expect(texts(read)).toEqual([['a&b', 'Рич текст', '1\r2_x0041_<&>', 'Фильтр ', 'итог', 'Рич текст']]);
  });

  it('tells a formula without a value from an empty cell and from a formula that made an empty text', async () => {
    const read = await rowsOf(
      `<row r="1"><c r="A1"><f>B1*2</f></c><c r="B1"><f>C1</f><v/></c><c r="C1"><f t="shared" si="0"/><v></v></c>
       <c r="D1"><v></v></c><c r="E1" t="str"><f>IF(1,"","")</f><v></v></c><c r="F1"><f>2*2</f><v>4</v></c></row>`,
    );
    expect([...(read.rows.get(1) ?? [])].map(([column, { kind }]) => [column, kind])).toEqual([
      [1, 'formula'],
      [2, 'formula'],
      [3, 'formula'],
      [6, 'number'],
    ]);
  });

  it.each([
    ['utf16le', '\ufeff'],
    ['utf16be', '\ufeff'],
    ['utf16le', ''],
    ['utf16be', ''],
    ['utf8', '\ufeff'],
  ] as const)('reads parts in %s that begin with %j', async (encoding, mark) => {
    // Long enough for several chunks, with letters of four bytes at every place.
    const words = Array.from({ length: 40_000 }, (_, at) => `Деталь № ${at} ${'я'.repeat(at % 3)}🚜`);
    const parts = bookParts({
      sheets: [
        {
          name: 'Прайс',
          xml: sheetXml(
            words
              .map((word, at) => `<row><c t="s"><v>${at}</v></c><c t="inlineStr"><is><t>${word}</t></is></c></row>`)
              .join(''),
          ),
        },
      ],
      strings: words.map((word) => `<si><t>${word}</t></si>`).join(''),
      styles: stylesWith(['General']),
    });
    const encode = (part: Parts[string]) => {
      const text = mark + String(part).replace('encoding="UTF-8"', 'encoding="UTF-16"');
      const bytes = Buffer.from(text, encoding === 'utf8' ? 'utf8' : 'utf16le');
      return encoding === 'utf16be' ? bytes.swap16() : bytes;
    };
    const file = await path();
    await writeZip(file, Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, encode(part)])));
    const read = await readWhole(file);
    expect(texts(read)).toEqual(words.map((word) => [word, word]));
  });

  it('gives numbers as the sheet shows them, exact digits under General', async () => {
    const read = await rowsOf(
      `<row><c s="0"><v>2193312</v></c><c s="1"><v>1.0102E+13</v></c><c s="2"><v>45000</v></c>
       <c s="1"><v>0.10000000000000001</v></c><c s="9"><v>5</v></c></row>`,
      { styles: stylesWith(['00000000000', 'General', 'dd.mm.yyyy']) },
    );
    expect(texts(read)).toEqual([['00002193312', '10102000000000', '15.03.2023', '0.1', '5']]);
    expect([...(read.rows.get(1)?.values() ?? [])].map(({ kind }) => kind)).toEqual([
      'number',
      'number',
      'date',
      'number',
      'number',
    ]);
    expect(read.rows.get(1)?.get(1)?.number).toBe(2193312);
  });

  it('gives dates, errors and booleans as such', async () => {
    const read = await rowsOf(
      `<row r="1"><c r="A1" t="d"><v>2024-03-12T00:00:00</v></c><c r="B1" t="e"><v>#N/A</v></c>
       <c r="C1" t="b"><v>1</v></c><c r="D1" t="s"><v>77</v></c></row>`,
    );
    expect([...(read.rows.get(1)?.values() ?? [])]).toEqual([
      { kind: 'date', text: '12.03.2024' },
      { kind: 'error', text: '#N/A' },
      { kind: 'boolean', text: 'ИСТИНА', number: 1 },
      { kind: 'error', text: '#REF!' },
    ]);
  });

  it('counts dates from 1904 where the book says so', async () => {
    const read = await rowsOf('<row><c s="0"><v>0</v></c></row>', {
      styles: stylesWith(['yyyy-mm-dd']),
      workbookProperties: '<workbookPr date1904="1"/>',
    });
    expect(texts(read)).toEqual([['01.01.1904']]);
  });

  it('places cells and rows without references one after another, and keeps gaps of those with', async () => {
    const read = await rowsOf(
      '<row><c><v>1</v></c><c><v>2</v></c></row><row r="5"><c r="C5"><v>3</v></c><c><v>4</v></c></row><row><c><v>6</v></c></row>',
    );
    expect([...read.rows.keys()]).toEqual([1, 5, 6]);
    expect(texts(read)).toEqual([['1', '2'], ['', '', '3', '4'], ['6']]);
  });

  it('takes blank cells as empty', async () => {
    const read = await rowsOf('<row><c t="inlineStr"><is><t xml:space="preserve">  </t></is></c><c s="0"/></row>');
    expect(read.rows.size).toBe(0);
  });

  it('reads only the wanted rows and columns', async () => {
    const file = await path();
    const rows = Array.from({ length: 100 }, (_, at) => [`A${at + 1}`, `B${at + 1}`, at + 1]);
    await writeRows(file, rows);
    const read = await readWhole(file, { startRow: 40, endRow: 41, columns: [1, 3] });
    expect(texts(read)).toEqual([
      ['A40', '', '40'],
      ['A41', '', '41'],
    ]);
  });

  it('reads the first visible sheet, or the one that is named', async () => {
    const file = await path();
    const sheets = [
      { name: 'Скрытый', hidden: true, rows: [['no']] },
      ...Array.from({ length: 17 }, (_, at) => ({ name: `Лист ${at + 1}`, rows: [[`sheet ${at + 1}`]] })),
    ];
    await writeBook(file, { sheets });
    expect((await readWhole(file)).title).toBe('Лист 1');
    expect((await readWhole(file)).all).toHaveLength(18);
    expect(texts(await readWhole(file, { sheet: 'лист 17' }))).toEqual([['sheet 17']]);
    expect(texts(await readWhole(file, { sheet: 'Скрытый' }))).toEqual([['no']]);
    await expect(readWhole(file, { sheet: 'Цены' })).rejects.toMatchObject({ code: 'NO_SHEET' });
  });

  it('finds the parts wherever 1C puts them: absolute targets, odd names, prefixes, directory entries', async () => {
    const file = await path();
    const relation = (id: string, kind: string, target: string) =>
      `<pr:Relationship Id="${id}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${kind}" Target="${target}"/>`;
    const relations = (inner: string) => `${XML}<pr:Relationships xmlns:pr="p">${inner}</pr:Relationships>`;
    await writeZip(file, {
      '_rels/.rels': relations(relation('R1', 'officeDocument', '/Books/book.xml')),
      'Books/book.xml': `\ufeff${XML}<x:workbook xmlns:x="m" xmlns:rr="r"><x:sheets><x:sheet name="TDSheet" rr:id="R77"/></x:sheets></x:workbook>`,
      'Books/_rels/book.xml.rels': relations(
        relation('R77', 'worksheet', '/xl/Worksheets/TD.XML') +
          relation('R8', 'sharedStrings', '../xl/SharedStrings.xml'),
      ),
      'xl/sharedStrings.xml': `${XML}<x:sst xmlns:x="m"><x:si><x:t>Артикул</x:t></x:si></x:sst>`,
      'xl/worksheets/td.xml': `${XML}<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    });
    expect(texts(await readWhole(file))).toEqual([['Артикул']]);
  });

  it('drops cells to the right of the last column that is read', async () => {
    const read = await rowsOf('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>');
    expect(texts(read)).toEqual([['1']]);
  });

  it('is recognised as our own price list by its header, wherever it stands', async () => {
    const file = await path();
    const header = OWN_COLUMNS.map(({ header }) => header);
    await writeRows(file, [['Прайс'], [null, ...header], [null, 1, 'A1', 'Фильтр', 5, 1, '', 'Склад № 1', 'Бренд', 7]]);
    const read = await readWhole(file, { startRow: 50, columns: [1] });
    expect(read.own).toMatchObject({ article: 3, positionId: 10 });
    expect(texts(read)).toEqual([['', '1', 'A1', 'Фильтр', '5', '1', '', 'Склад № 1', 'Бренд', '7']]);
  });

  it('goes on on the next sheet when it is our own price list, and only then', async () => {
    const header = OWN_COLUMNS.map(({ header }) => header);
    const sheet = (name: string, id: number, top: readonly string[] = header) => ({
      name,
      rows: [top, ...Array<[]>(id).fill([]), [id, `A${id}`, 'Фильтр', 5, 1, '', 'Склад № 1', 'Бренд', id]],
    });
    const file = await path();
    await writeBook(file, { sheets: [sheet('1', 1), sheet('2', 2), sheet('3', 3, ['Другое']), sheet('4', 4)] });
    expect(texts(await readWhole(file)).map(([number]) => number)).toEqual(['1', '2']);
    const stranger = await path();
    await writeBook(stranger, { sheets: [sheet('1', 1, ['x']), sheet('2', 2)] });
    expect(texts(await readWhole(stranger)).map(([number]) => number)).toEqual(['x', '1']);
  });

  it('keeps a million empty rows out of the way', async () => {
    const file = await path();
    await writeZip(file, {
      ...bookParts({
        sheets: [{ name: 'A', xml: sheetXml(`${'<row s="1"/>'.repeat(200_000)}<row><c><v>7</v></c></row>`) }],
      }),
    });
    expect((await readWhole(file)).rows.get(200_001)?.get(1)?.text).toBe('7');
  });
});
