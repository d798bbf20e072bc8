import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseEncoding, Utf8Count } from '../../../server/platform/sheet-reader/encoding.ts';
import { encodeAs } from '../../support/encodings.ts';
import { readWhole, texts, workFolder } from '../../support/workbooks-read.ts';

async function file(content: Buffer): Promise<string> {
  const path = join(await workFolder(), 'price.csv');
  await writeFile(path, content);
  return path;
}

const WORDS = ['Фильтр масляный', 'Кольцо уплотнительное', 'ПОДШИПНИК СТУПИЦЫ', 'Ремень 6PK1100', 'Щётка'];
const ROWS = Array.from({ length: 40 }, (_, at) => [`A-${at}`, `${WORDS[at % WORDS.length]} ${at}`, `${at},50`]);
const LIST = ROWS.map((row) => `${row.join(';')}\r\n`).join('');

describe('the encoding of a text', () => {
  it.each(['windows-1251', 'ibm866', 'koi8-r'])('is told by its letters: %s', async (encoding) => {
    const read = await readWhole(await file(encodeAs(encoding, LIST)));
    expect(read.encoding).toBe(encoding);
    expect(read.remarks).toEqual([]);
    expect(texts(read)).toEqual(ROWS);
  });

  it.each(['utf-16le', 'utf-16be'])('is told without a mark: %s', async (encoding) => {
    const bytes = Buffer.from(LIST, 'utf16le');
    const read = await readWhole(await file(encoding === 'utf-16be' ? bytes.swap16() : bytes));
    expect(read.encoding).toBe(encoding);
    expect(texts(read)).toEqual(ROWS);
  });

  it('stays UTF-8 with one damaged byte, whose cell is damaged', async () => {
    const bytes = Buffer.from(LIST);
    bytes[bytes.indexOf('Щётка')] = 0xff;
    const read = await readWhole(await file(bytes));
    expect(read.encoding).toBe('utf-8');
    expect(read.rows.get(5)?.get(2)).toEqual({ kind: 'damaged', text: '\ufffd\ufffdётка 4' });
    expect(texts(read).filter((_, at) => at !== 4)).toEqual(ROWS.filter((_, at) => at !== 4));
  });

  it('is not decided by a word that stands in every row', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => `A-${at};Oil filter ${at};${at};шт\r\n`).join('');
    expect((await readWhole(await file(encodeAs('windows-1251', rows)))).encoding).toBe('windows-1251');
  });

  it('is chosen over the whole file, however late its letters come', async () => {
    const latin = 'A-1;Oil filter;5\r\n'.repeat(20_000);
    const read = await chooseEncoding(await file(encodeAs('koi8-r', latin + LIST)));
    expect(read).toEqual({ encoding: 'koi8-r', clear: true });
  });

  it('is said to be unclear where few letters tell', async () => {
    const read = await readWhole(await file(encodeAs('windows-1251', 'A-1;Oil;5 шт\r\n')));
    expect(read.encoding).toBe('windows-1251');
    expect(read.remarks).toEqual([{ code: 'encoding-unclear', row: 0, column: null, text: 'windows-1251' }]);
  });
});

describe('sequences of UTF-8', () => {
  const count = (...chunks: number[][]) => {
    const counting = new Utf8Count();
    for (const chunk of chunks) counting.add(Uint8Array.from(chunk));
    counting.end();
    return [counting.whole, counting.broken];
  };

  it('are counted across the borders of chunks', () => {
    expect(count([0x41, 0xd0], [0xaf, 0xe2, 0x82], [0xac], [0xf0, 0x9f, 0x9a], [0x9c])).toEqual([3, 0]);
  });

  it.each([
    ['a lonely continuation', [0xaf]],
    ['a lead without its end', [0xd0, 0x41]],
    ['the end of the text in the middle', [0xd0]],
    ['a byte that UTF-8 has not', [0xff]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
  ])('are broken by %s', (_, bytes) => {
    const [whole, broken] = count(bytes);
    expect(whole).toBe(0);
    expect(broken).toBeGreaterThan(0);
  });
});
