import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guessDelimiter } from '../../../server/platform/sheet-reader/csv-records.ts';
import { sniffFile } from '../../../server/platform/sheet-reader/sniff.ts';
import { encodeAs } from '../../support/encodings.ts';
import { readWhole, texts, workFolder } from '../../support/workbooks-read.ts';

async function file(content: string | Buffer): Promise<string> {
  const path = join(await workFolder(), 'price.xls');
  await writeFile(path, content);
  return path;
}

describe('a delimited text', () => {
  const LIST = 'Артикул;Наименование;Цена\r\n00123;"Фильтр ""УРАЛ""; синий";44360,27\r\n12-3;Кольцо 1/2";4,47\r\n';
  const ROWS = [
    ['Артикул', 'Наименование', 'Цена'],
    ['00123', 'Фильтр "УРАЛ"; синий', '44360,27'],
    ['12-3', 'Кольцо 1/2"', '4,47'],
  ];

  it.each([
    ['UTF-8', Buffer.from(LIST)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${LIST}`)],
    ['windows-1251', encodeAs('windows-1251', LIST)],
    ['UTF-16', Buffer.from(`\ufeff${LIST}`, 'utf16le')],
  ])('is read in %s, every cell as text', async (_, bytes) => {
    const read = await readWhole(await file(bytes));
    expect(texts(read)).toEqual(ROWS);
    expect(read.rows.get(2)?.get(1)).toEqual({ kind: 'text', text: '00123' });
  });

  it('is read with tabs, with commas and with the delimiter that its first line names', async () => {
    expect(texts(await readWhole(await file('a\tb,c\tд\n1\t2,5\tе\n')))).toEqual([
      ['a', 'b,c', 'д'],
      ['1', '2,5', 'е'],
    ]);
    expect(texts(await readWhole(await file('a,b\n1,2\n')))).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(texts(await readWhole(await file('sep=|\r\na|b;c;d\r\n')))).toEqual([['a', 'b;c;d']]);
  });

  it('counts empty lines as rows', async () => {
    const read = await readWhole(await file('a;b\n\n;;\nc;d\n'), { startRow: 2 });
    expect([...read.rows.keys()]).toEqual([4]);
  });

  it('prefers the delimiter that stands equally often in the lines', () => {
    expect(guessDelimiter('1;2,5;a, b\n2;3,5;c\n3;4;d, e, f')).toEqual({ delimiter: ';', width: 2 });
    expect(guessDelimiter('word')).toEqual({ delimiter: ';', width: 0 });
  });
});

describe('a table of a web page under the name of an .xls', () => {
  it.each(['utf-8', 'windows-1251'])('keeps its texts, in %s', async (encoding) => {
    const page = `<html><meta charset="${encoding}"><table><tr><td>Артикул<td>Цена</tr>
      <tr><td>00123</td><td>44360,27</td></tr><tr><td>12-3</td><td>1 234,50</td></tr></table></html>`;
    const read = await readWhole(await file(encoding === 'utf-8' ? page : encodeAs('windows-1251', page)));
    expect(texts(read).slice(1)).toEqual([
      ['00123', '44360,27'],
      ['12-3', '1 234,50'],
    ]);
    expect(texts(read)[0]?.[0]).toBe('Артикул');
  });

  it('without a table is refused', async () => {
    await expect(readWhole(await file('<html><body>Вход</body></html>'))).rejects.toMatchObject({ code: 'NOT_EXCEL' });
  });
});

describe('a document that is text on the outside', () => {
  it.each(['%PDF-1.7\nАртикул;Цена', '{\\rtf1 Артикул;Цена}'])('is refused: %s', async (content) => {
    await expect(readWhole(await file(content))).rejects.toMatchObject({ code: 'NOT_EXCEL' });
  });
});

describe('an XML 2003 book', () => {
  const book = (inner: string) => `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>${inner}`;
  const SHEET = `<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
    <Worksheet ss:Name="Прайс"><Table><Row><Cell><Data ss:Type="String">00123</Data></Cell>
    <Cell><Data ss:Type="Number">99995310101501</Data></Cell><Cell><Data ss:Type="Number">12.5</Data></Cell></Row></Table></Worksheet></Workbook>`;

  it('gives texts and exact numbers', async () => {
    const read = await readWhole(await file(book(SHEET)));
    expect(read.title).toBe('Прайс');
    expect(texts(read)).toEqual([['00123', '99995310101501', '12.5']]);
  });

  it('security 27: with entities is refused', async () => {
    const laughs = book(`<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]>${SHEET.replace('00123', '&y;')}`);
    await expect(readWhole(await file(laughs))).rejects.toMatchObject({ code: 'DTD' });
  });
});

describe('what a file is', () => {
  const kindOf = async (head: string) => sniffFile(await file(Buffer.from(head, 'latin1')));
  it.each([
    ['PK\x03\x04....', 'xlsx'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'xls'],
    ['\x09\x08\x08\x00\x00\x05', 'xls'],
    ['\n <!DOCTYPE html><html>', 'html'],
    ['\xef\xbb\xbf<table>', 'html'],
    ['<?xml version="1.0"?><ss:Workbook><Table>', 'xml'],
    ['<?xml version="1.0"?><html><table>', 'html'],
    ['\xff\xfea\x00;\x00', 'csv'],
    ['f\x00e\x00f\x00;\x00', 'csv'],
    ['a;b;c', 'csv'],
    ['From: <x>\r\nSubject: a\r\n b\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related\r\n', 'mht'],
    ['ID;PRICE;STOCK\r\nA-1;5;1\r\n', 'csv'],
  ])('is told by its first bytes', async (bytes, kind) => {
    expect(await kindOf(bytes)).toBe(kind);
  });

  it('is refused for pictures, programs and nothing', async () => {
    await expect(kindOf('\x89PNG\r\n\x1a\n\x00\x00')).rejects.toThrow(/не похож/);
    await expect(kindOf('MZ\x90\x00\x03\x00')).rejects.toThrow(/не похож/);
    await expect(kindOf('')).rejects.toThrow(/пуст/);
  });

  it.each([
    '{"positions": [1, 2]}',
    'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,3\r\n""\r\n',
    'ID;PWXL;N;E\r\nP;PGeneral\r\nF;P0;DG0G8\r\nC;Y1;X1;K"A-1"\r\n',
    'Dear sirs,\n\nplease find our list attached.\n',
  ])('is refused for other texts: %j', async (text) => {
    await expect(kindOf(text)).rejects.toThrow(/не похож/);
  });
});
