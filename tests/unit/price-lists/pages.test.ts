import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeAs } from '../../support/encodings.ts';
import { readWhole, texts, workFolder } from '../../support/workbooks-read.ts';

async function file(content: string | Buffer): Promise<string> {
  const path = join(await workFolder(), 'price.xls');
  await writeFile(path, content);
  return path;
}

const table = (rows: readonly (readonly string[])[]) =>
  `<table border=1>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</table>`;
const LETTERHEAD = [['ООО «Ромашка»', 'тел. 22-33-44'], ['Прайс-лист от 01.02.2026']];
const LIST = [
  ['Артикул', 'Наименование', 'Цена'],
  ['00123', 'Фильтр масляный', '44360,27'],
  ['12-3', 'Кольцо', '1 234,50'],
];

describe('a web page with several tables', () => {
  it('gives the one with the most rows of data, or the one that is named', async () => {
    const path = await file(`<html>${table(LETTERHEAD)}<p>Цены в рублях</p>${table(LIST)}</html>`);
    const read = await readWhole(path);
    expect(texts(read)).toEqual(LIST);
    expect([read.title, read.all]).toEqual(['Sheet2', ['Sheet1', 'Sheet2']]);
    expect(texts(await readWhole(path, { sheet: 'Sheet1' }))).toEqual(LETTERHEAD);
  });

  it('gives a table inside another one', async () => {
    const layout = `<table><tr><td>Ромашка</td><td>Прайс</td></tr><tr><td colspan=2>${table(LIST)}</td></tr></table>`;
    expect(texts(await readWhole(await file(`<html>${layout}</html>`)))).toEqual(LIST);
  });
});

/** The lines of an MHT file with these parts. */
const mht = (parts: readonly (readonly [headers: string, body: string])[]): string =>
  [
    'From: <Saved by a spreadsheet>',
    'Subject: ',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related;',
    '\tboundary="----=_NextPart_01"; type="text/html"',
    '',
    'This is a multi-part message in MIME format.',
    '',
    ...parts.flatMap(([headers, body]) => ['------=_NextPart_01', headers, '', body]),
    '------=_NextPart_01--',
    '',
  ].join('\r\n');

const quotedPrintable = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) =>
      byte === 0x3d || byte > 0x7e ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}` : String.fromCharCode(byte),
    )
    .join('')
    .replace(/(?:=..|[^=\n]){60}/g, '$&=\r\n');

describe('a web page with its parts in one file', () => {
  const page = `<html><head><meta charset=windows-1251></head><body>${table(LIST)}</body></html>`;

  it('is read from quoted-printable', async () => {
    const content = mht([
      ['Content-Type: text/css', 'td { color: #123; }'],
      [
        'Content-Location: file:///C:/price.htm\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Type: text/html; charset="windows-1251"',
        quotedPrintable(encodeAs('windows-1251', page)),
      ],
    ]);
    const read = await readWhole(await file(content));
    expect(texts(read)).toEqual(LIST);
    expect(read.encoding).toBe('windows-1251');
  });

  it('is read from base64, where each sheet is a page', async () => {
    const html = 'Content-Transfer-Encoding: base64\r\nContent-Type: text/html; charset=utf-8';
    const content = mht([
      [html, Buffer.from('<html><frameset><frame src="sheet001.htm"></frameset></html>').toString('base64')],
      [html, Buffer.from(table(LETTERHEAD)).toString('base64')],
      [html, Buffer.from(table(LIST)).toString('base64').replace(/.{76}/g, '$&\r\n')],
    ]);
    expect(texts(await readWhole(await file(content)))).toEqual(LIST);
  });

  it('without a table is refused', async () => {
    const content = mht([['Content-Type: text/html', '<html>Вход</html>']]);
    await expect(readWhole(await file(content))).rejects.toMatchObject({ code: 'NOT_EXCEL' });
  });
});

describe('security 84: a page of tags that never end', () => {
  it.each(['<table ', '</table '])('of %s is refused before an end is looked for', async (tag) => {
    const content = `<html><table><tr><td>1</td></tr></table>${tag.repeat(600_000)}`;
    await expect(readWhole(await file(content))).rejects.toMatchObject({ code: 'TOO_MANY_PARTS' });
  });
});
