import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guessDelimiter } from '../../../server/platform/sheet-reader/csv-records.ts';
import { sniffFile } from '../../../server/platform/sheet-reader/sniff.ts';
import { encodeAs } from '../../support/encodings.ts';
import { readWhole, texts, type WholeRead, workFolder } from '../../support/workbooks-read.ts';

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
    const ragged = ['A;B;C', 'A-1;Болт;1,5', 'A-2;Гайка;2,5;', 'A-3;Вал;3,5;;;', 'A-4;Ось;4,5;;'].join('\n');
    expect(guessDelimiter(ragged)).toMatchObject({ delimiter: ';' });
  });
});

describe('a text with rows wider than their header', () => {
  const shifted = ({ rows }: WholeRead) =>
    [...rows].filter(([, cells]) => [...cells.values()].every(({ kind }) => kind === 'shifted')).map(([row]) => row);

  it('joins numbers that a decimal comma split, where one reading explains every row', async () => {
    const read = await readWhole(
      await file('Артикул,Название,Цена,Остаток\nA-1,Фильтр,1250,50,5\nA-2,Втулка,200,00,6\n'),
    );
    expect(texts(read).slice(1)).toEqual([
      ['A-1', 'Фильтр', '1250,50', '5'],
      ['A-2', 'Втулка', '200,00', '6'],
    ]);
    expect(read.remarks).toMatchObject([{ code: 'decimals-joined', column: 3 }]);
  });

  it('joins them in some rows and in several columns', async () => {
    const some = await file('Код,Название,Цена\nA-1,Фильтр,1250,50\nA-2,Втулка,200\nA-3,Болт,7,05\n');
    expect(texts(await readWhole(some)).slice(1)).toEqual([
      ['A-1', 'Фильтр', '1250,50'],
      ['A-2', 'Втулка', '200'],
      ['A-3', 'Болт', '7,05'],
    ]);
    const two = await file('Код,Опт,Розница,Остаток\nA-1,10,50,12,05,100\nA-2,7,00,9,90,250\nA-3,7,30,9,00,150\n');
    expect(texts(await readWhole(two)).slice(1)).toEqual([
      ['A-1', '10,50', '12,05', '100'],
      ['A-2', '7,00', '9,90', '250'],
      ['A-3', '7,30', '9,00', '150'],
    ]);
  });

  it('reads none of their cells where several readings fit or none does', async () => {
    const unclear = await file('Код,Название,Цена,Остаток\nA-1,Фильтр,1250,50,5\nA-2,Втулка,200,10,6\n');
    expect(shifted(await readWhole(unclear))).toEqual([2, 3]);
    const title = await file('Код,Название,Цена,Остаток\nA-1,Фильтр,100,5\nA-2,Кольцо, малое,200,6\nA-3,Болт,7,5\n');
    expect(shifted(await readWhole(title))).toEqual([3]);
    const semicolon = await file('Код;Название;Цена\nA-1;Фильтр; синий;100\nA-2;Болт;7\n');
    expect(shifted(await readWhole(semicolon))).toEqual([2]);
  });

  it('keeps empty fields at their end, columns without a heading and lines above the header', async () => {
    const list = 'ООО Ромашка;Прайс\nКод;Название;Цена;\nA-1;Фильтр;100;новинка;\nA-2;Болт;7;;\n';
    expect(shifted(await readWhole(await file(list)))).toEqual([]);
  });

  it('without a header have the width that most rows have', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `A-${at},Фильтр,1${at}0,5`);
    expect(shifted(await readWhole(await file([...rows, 'B-1,Кольцо, малое,100,5'].join('\n'))))).toEqual([10]);
  });
});

describe('what a sheet program left in a text', () => {
  const cells = async (...fields: string[]) => {
    const read = await readWhole(await file(fields.map((field) => `${field};Деталь`).join('\n')));
    return [...read.rows.values()].map((row) => row.get(1));
  };

  it('guards of a text are none of its signs', async () => {
    const read = await cells('="00123"', '"=""1250,50"""', '=12,5', "'00124", "'=A1", "5'", "Д'Артаньян");
    expect(read.map((cell) => cell?.text)).toEqual(['00123', '1250,50', '12,5', '00124', '=A1', "5'", "Д'Артаньян"]);
  });

  it('a text that a formula says is that text, and the label of a link is one', async () => {
    const read = await cells(
      '=T("00123")',
      '=("00124")',
      '"=HYPERLINK(""http://a.example"";""AB-1"")"',
      '"=ГИПЕРССЫЛКА(""x"",""5"")"',
    );
    expect(read.map((cell) => cell?.text)).toEqual(['00123', '00124', 'AB-1', '5']);
  });

  it.each(['=ROUND(B2*1,2)', '=C2*2', '=$A$1', '="5"&"0"', '=СУММ(D2:D20)', '=-C7'])(
    'any other formula is an error of one: %s',
    async (formula) => expect(await cells(formula)).toMatchObject([{ kind: 'error', text: formula }]),
  );

  it.each(['=== Акция ===', '=Аналог', '= 5 мм', "'=A1"])('a text may begin like one: %s', async (text) =>
    expect(await cells(text)).toMatchObject([{ kind: 'text' }]),
  );

  it.each([
    '#Н/Д',
    '#N/A',
    '#ССЫЛКА!',
    '#REF!',
    '#ИМЯ?',
    '#ЗНАЧ!',
    '#ДЕЛ/0!',
    '#ЧИСЛО!',
    '#ПУСТО!',
    '#####',
    'Err:502',
  ])('an error of a formula is one: %s', async (error) =>
    expect(await cells(error)).toEqual([{ kind: 'error', text: error }]),
  );

  it('a sign alone is no error', async () =>
    expect(await cells('# 5', '#12')).toMatchObject([{ kind: 'text' }, { kind: 'text' }]));

  it('whole numbers written as 123.0 are whole where all numbers of their column are', async () => {
    const list = 'Код;Вес;Название\n123.0;1.0;Фильтр\n124;2.5;Болт\nAB-7.0;3;Гайка\n';
    const read = await readWhole(await file(list));
    expect(texts(read).slice(1)).toEqual([
      ['123', '1.0', 'Фильтр'],
      ['124', '2.5', 'Болт'],
      ['AB-7.0', '3', 'Гайка'],
    ]);
  });

  it('a text with signs that no decoder knows is damaged', async () =>
    expect(await cells('Фил\ufffdтр')).toEqual([{ kind: 'damaged', text: 'Фил\ufffdтр' }]));
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
    ['PK\x03\x04....', 'zip'],
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
