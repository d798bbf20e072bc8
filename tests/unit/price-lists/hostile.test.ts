import { execFile } from 'node:child_process';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import XLSX from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { bookParts, type Parts, sheetXml, writeRows, writeZip, XML } from '../../support/workbooks.ts';
import { readWhole, texts, workFolder } from '../../support/workbooks-read.ts';

/** Time caps of hostile files are seconds; these runs may share the machine with others. */
const PATIENCE = 60_000;
const path = async (name = 'price.xlsx') => join(await workFolder(), name);

/**
 * A part that repeats a piece of XML many times between a head and a tail: hardly more often than is read, for making and
 * packing it takes longer than reading it.
 */
const repeated =
  (head: string, piece: string, times: number, tail = '') =>
  () => {
    const many = 1_000;
    const block = Buffer.from(piece.repeat(many));
    return Readable.from(
      (function* () {
        yield head;
        for (let at = 0; at < times; at += many) yield block;
        yield tail;
      })(),
    );
  };

async function bomb(parts: Partial<Parts>): Promise<string> {
  const file = await path();
  const book = bookParts({ sheets: [{ name: 'A', rows: [['A1', 'Фильтр', 5]] }], strings: '', styles: '' });
  await writeZip(file, { ...book, ...parts } as Parts);
  return file;
}

const SHEET = 'xl/worksheets/sheet1.xml';
const SYMBOLIC_LINK = 0o120777;

describe('security 26: a hostile .xlsx', { timeout: PATIENCE }, () => {
  it('with more rows than a sheet has is refused', async () => {
    const file = await bomb({
      [SHEET]: repeated(`${XML}<worksheet><sheetData>`, '<row><c><v>1</v></c></row>', 1_050_000),
    });
    await expect(readWhole(file, { columns: [2] })).rejects.toMatchObject({ code: 'TOO_MANY_ROWS' });
  });

  it('with one endless cell is refused', async () => {
    const file = await bomb({ [SHEET]: repeated(`${XML}<worksheet><sheetData><row><c><v>`, 'x'.repeat(1000), 50_000) });
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'CELL_TOO_BIG' });
  });

  it('with an endless row is refused', async () => {
    const head = `${XML}<worksheet><sheetData><row>`;
    const file = await bomb({ [SHEET]: repeated(head, '<c s="1"/>', 3_000_000) });
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'TOO_BIG' });
  });

  it('with an endless tag is refused', async () => {
    const file = await bomb({ [SHEET]: repeated(`${XML}<worksheet><sheetData><row r="`, '1'.repeat(1000), 50_000) });
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'CELL_TOO_BIG' });
  });

  it('with too many bytes of shared strings is refused', async () => {
    const file = await bomb({
      'xl/sharedStrings.xml': repeated(`${XML}<sst>`, `<si><t>${'s'.repeat(9000)}</t></si>`, 47_000),
    });
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'TOO_BIG' });
  });

  it('with gigantic styles is refused', async () => {
    const file = await bomb({
      'xl/styles.xml': repeated(`${XML}<styleSheet><cellXfs>`, '<xf numFmtId="0"/>', 3_800_000),
    });
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'TOO_BIG' });
  });

  it('with more members than any book has is refused', async () => {
    const members = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`junk/${at}`, '']));
    await expect(readWhole(await bomb(members))).rejects.toMatchObject({ code: 'TOO_MANY_PARTS' });
  });

  it('in a zip in a zip, or a book of another kind, is refused', async () => {
    const inner = await path();
    await writeZip(inner, { 'inner.xlsx': await readFile(await bomb({})) });
    const nested = await path();
    await writeZip(nested, { 'outer.xlsx': await readFile(inner) });
    await expect(readWhole(nested)).rejects.toMatchObject({ code: 'NOT_EXCEL' });
    expect(await readdir(dirname(nested))).toEqual(['price.xlsx']);
    const binary = await path('book.xlsb');
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
    await writeZip(binary, {
      '_rels/.rels': `<Relationships><Relationship Id="a" Type="${type}" Target="xl/workbook.bin"/></Relationships>`,
      'xl/workbook.bin': 'x',
    });
    await expect(readWhole(binary)).rejects.toMatchObject({ code: 'BINARY_BOOK' });
  });

  it('that swells inside a zip is refused, and nothing of it stays', async () => {
    const file = await path();
    await writeZip(file, { 'price.csv': repeated('', `A-1;${'s'.repeat(1000)};5\n`, 160_000) });
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'TOO_BIG' });
    expect(await readdir(dirname(file))).toEqual(['price.xlsx']);
  });

  it('cut in half says so', async () => {
    const file = await path();
    await writeRows(
      file,
      Array.from({ length: 2_000 }, (_, at) => [`A${at}`, `Фильтр ${at * 7919}`, at]),
    );
    await truncate(file, Math.floor((await readFile(file)).length / 2));
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'TRUNCATED' });
  });

  it('with a wrong checksum or damaged data never ends cleanly', async () => {
    const file = await path();
    await writeRows(
      file,
      Array.from({ length: 2_000 }, (_, at) => [`A${at}`, `Фильтр ${at * 7919}`, at]),
    );
    const bytes = await readFile(file);
    const directory = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    for (let entry = directory; entry >= 0; entry = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'), entry + 4)) {
      bytes.writeUInt32LE(0x12345678, entry + 16);
    }
    await writeFile(file, bytes);
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'BROKEN' });
  });

  it('whose names point outside the container is read by its parts, nothing is written', async () => {
    const file = await bomb({ 'aa/aa/aa/aa/etc/passwd': 'x' });
    const bytes = (await readFile(file)).toString('latin1').replaceAll('aa/aa/aa/aa', '../../../..');
    await writeFile(file, bytes, 'latin1');
    expect(texts(await readWhole(file))).toEqual([['A1', 'Фильтр', '5']]);
  });

  it('with symbolic links for members reads no other file', async () => {
    const file = await path();
    const zip = new ZipFile();
    for (const [name, content] of Object.entries(bookParts({ sheets: [{ name: 'A', xml: '/etc/passwd' }] }))) {
      const mode = name === SHEET ? SYMBOLIC_LINK : 0o100644;
      zip.addBuffer(Buffer.from(content as string), name, { mode });
    }
    zip.end();
    await writeFile(file, zip.outputStream);
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'BROKEN' });
  });
});

describe('security 27: an .xlsx with surprises', { timeout: PATIENCE }, () => {
  it('with a document type definition is refused, internal or external', async () => {
    const laughs = '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]>';
    const external = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    for (const definition of [laughs, external]) {
      const sheet = sheetXml('<row><c t="str"><v>&x;</v></c></row>').replace('<worksheet', `${definition}<worksheet`);
      await expect(readWhole(await bomb({ [SHEET]: sheet }))).rejects.toMatchObject({ code: 'DTD' });
    }
  });

  it('with formulas, links and macros gives the values only', async () => {
    const rows = `<row r="1"><c r="A1" t="str"><f>HYPERLINK("http://evil.example","A1")</f><v>A1</v></c>
      <c r="B1"><f>[1]Sheet1!A1</f><v>5</v></c></row><row r="2"><c r="A2"><f>1+1</f></c></row>`;
    const file = await bomb({
      [SHEET]: sheetXml(rows).replace(
        '</worksheet>',
        '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>',
      ),
      'xl/vbaProject.bin': 'macro',
      'xl/externalLinks/externalLink1.xml': '<externalLink/>',
    });
    // A formula without a computed result has no value: its row says so and shows nothing of the formula.
    expect(texts(await readWhole(file))).toEqual([['A1', '5'], ['']]);
  });

  it('protected by a password says so', async () => {
    const file = await path();
    await writeFile(file, compound({ EncryptionInfo: Buffer.alloc(300), EncryptedPackage: Buffer.alloc(5_000) }));
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'PASSWORD' });
  });
});

/** An OLE2 file with these streams. */
function compound(streams: Readonly<Record<string, Buffer>>): Buffer {
  const container = XLSX.CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) XLSX.CFB.utils.cfb_add(container, `/${name}`, content);
  return Buffer.from(XLSX.CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

describe('security 26, 27: a hostile .xls', { timeout: PATIENCE }, () => {
  const SUPPLIER = join(import.meta.dirname, '../../fixtures/pricelists/supplier.xls');
  const refused = async (content: Buffer) => {
    const file = await path('price.xls');
    await writeFile(file, content);
    return expect(readWhole(file)).rejects;
  };

  it('of noise behind the right first bytes is a broken file', async () => {
    const noise = Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919 + 13) % 251));
    const content = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), noise]);
    await (await refused(content)).toMatchObject({ name: 'ReadError' });
  });

  it('cut in half is a broken file', async () => {
    const whole = await readFile(SUPPLIER);
    await (await refused(whole.subarray(0, whole.length / 2))).toMatchObject({ name: 'ReadError' });
  });

  it('protected by a password says so', async () => {
    const beginning = Buffer.from('0908100000060500000000000000000000000000', 'hex');
    const filePass = Buffer.from('2f0006000000123456780a000000', 'hex');
    const content = compound({ Workbook: Buffer.concat([beginning, filePass, Buffer.alloc(5_000)]) });
    await (await refused(content)).toMatchObject({ code: 'PASSWORD' });
  });

  it('that is a document of another kind is refused', async () => {
    const content = compound({ WordDocument: Buffer.alloc(5_000) });
    await (await refused(content)).toMatchObject({ code: 'NOT_EXCEL' });
  });

  it('says the same as the .xlsx of the same list', async () => {
    const [old, modern] = await Promise.all([readWhole(SUPPLIER), readWhole(SUPPLIER.replace('.xls', '.xlsx'))]);
    expect([...old.rows]).toEqual([...modern.rows]);
    expect([old.title, old.all]).toEqual([modern.title, modern.all]);
    expect(old.rows.get(8)?.get(1)).toEqual({ kind: 'number', text: '00000123', number: 123 });
  });
});

describe('the reading child', { timeout: PATIENCE }, () => {
  const children = () =>
    new Promise<string>((resolve) => {
      execFile('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], (_, output) => resolve(output));
    });

  it('ends when nobody wants more rows', async () => {
    const { readPriceFile } = await import('../../../server/platform/sheet-reader/reader.ts');
    const file = await bomb({
      [SHEET]: repeated(
        `${XML}<worksheet><sheetData>`,
        '<row><c><v>1</v></c></row>',
        500_000,
        '</sheetData></worksheet>',
      ),
    });
    const request = { file, sheet: null, startRow: 1, endRow: null, columns: null };
    for await (const piece of readPriceFile(request)) if (piece.kind === 'rows') break;
    expect(await children()).not.toContain('child.ts');
  });

  it('ends when the reading is cancelled', async () => {
    const { readPriceFile } = await import('../../../server/platform/sheet-reader/reader.ts');
    const file = await bomb({
      [SHEET]: repeated(
        `${XML}<worksheet><sheetData>`,
        '<row><c><v>1</v></c></row>',
        500_000,
        '</sheetData></worksheet>',
      ),
    });
    const stop = new AbortController();
    const reading = async () => {
      const request = { file, sheet: null, startRow: 1, endRow: null, columns: null };
      for await (const piece of readPriceFile(request, stop.signal)) if (piece.kind === 'rows') stop.abort();
    };
    await expect(reading()).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await children()).not.toContain('child.ts');
  });
});
