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
const LETTERHEAD = [['ООО «Ромашка»', 'тел. 22-33-44'], ['Прайс от 01.02.2026']];
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

describe('the text of a cell of a web page', () => {
  const cellsOf = async (...cells: string[]) => {
    const read = await readWhole(await file(`<html><meta charset=utf-8>${table([['Код', 'Название'], cells])}</html>`));
    return {
      texts: texts(read)[1] ?? [],
      remarks: read.remarks.map(({ code, row, column, text }) => [code, row, column, text]),
    };
  };
  const textOf = async (cell: string) => (await cellsOf('A-1', cell)).texts[1];

  it.each([
    ['<b>Фильтр</b> <i>масляный</i>', 'Фильтр масляный'],
    ['<font>Ф</font><font>-2</font>', 'Ф-2'],
    ['Фильтр\n    масляный', 'Фильтр масляный'],
    ['Фильтр<br>масляный<br/>', 'Фильтр\nмасляный'],
    ['<p>Первый</p> <p>Второй</p>', 'Первый\nВторой'],
    ['<ul><li>7405<li>740</ul>', '7405\n740'],
    ['<span>1</span><span>&nbsp;</span><span>250</span>', '1\u00a0250'],
    [
      '&laquo;Урал&raquo; &mdash; &#8470;5 М8&times;20 &frac12; &amp;amp; &lt;3&gt; &nosuch;',
      '«Урал» — №5 М8×20 ½ &amp; <3> &nosuch;',
    ],
    ['SC-1<script>var a = "<td>1</td>"</script>', 'SC-1'],
    ['<style>.a { color: red }</style>Болт<!-- 5 --><template>нет</template>', 'Болт'],
    ['Труба 1 < 2 > 0', 'Труба 1 < 2 > 0'],
    ['<a href="?a=1>2" title=\'"\'>Болт</a>', 'Болт'],
  ])('%s is %s', async (markup, text) => expect(await textOf(markup)).toBe(text));

  it.each([
    '<s>1500</s> 1200',
    '<DEL>1500</DEL><br>1200',
    '<strike>1500</strike> 1200',
    '<span style="color:red; text-decoration: line-through">1500</span> 1200',
  ])('that is struck out is left out, with a remark: %s', async (markup) => {
    expect(await cellsOf('A-1', markup)).toEqual({ texts: ['A-1', '1200'], remarks: [['struck-out', 2, 2, '1500']] });
  });

  it('that a cell, a row or a class of a style sheet strikes out is left out', async () => {
    const styles = '<style>.old, td.gone { text-decoration: line-through } .new { color: red }</style>';
    const rows = [
      '<tr><td>Код</td><td>Название</td></tr>',
      '<tr><td>A-1</td><td style="text-decoration:line-through">Фильтр</td></tr>',
      '<tr style="text-decoration:line-through"><td>A-2</td><td>Болт</td></tr>',
      '<tr><td class="new">A-3</td><td><b class="x Old">Гайка</b> Шайба</td></tr>',
    ];
    const read = await readWhole(await file(`<html>${styles}<table>${rows.join('')}</table></html>`));
    expect(texts(read)).toEqual([['Код', 'Название'], ['A-1'], ['A-3', 'Шайба']]);
    expect(read.remarks.map(({ row, text }) => [row, text])).toEqual([
      [2, 'Фильтр'],
      [3, 'A-2'],
      [3, 'Болт'],
      [4, 'Гайка'],
    ]);
  });
});

describe('the layout of a web page', () => {
  it('keeps columns beside cells of several rows and columns, and passes on what they cover', async () => {
    const page = `<table><tr><td rowspan=2>A-1<td colspan=2>Фильтр<td>5<tr><td>масляный<td>7<td>6<tr><td>A-2<td>Болт</table>`;
    const read = await readWhole(await file(page));
    expect(texts(read)).toEqual([
      ['A-1', 'Фильтр', '', '5'],
      ['', 'масляный', '7', '6'],
      ['A-2', 'Болт'],
    ]);
    expect(read.merged.get(2)).toEqual(new Map([[1, { kind: 'text', text: 'A-1' }]]));
  });

  it('counts rows and columns that it does not show', async () => {
    const page = `<table><col><col style="display:none" span=2><tr><td>A-1<td>5<td>6<tr style='DISPLAY:none'><td>A-2<td>5<td>6</table>`;
    const read = await readWhole(await file(page));
    expect(read.hidden).toEqual([2, 3]);
    expect(read.remarks).toEqual([
      { code: 'hidden-columns', row: 0, column: 2, text: 'B, C' },
      { code: 'hidden-rows', row: 2, column: null, text: '1' },
    ]);
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
  it.each(['<td a="', '<td rowspan=2 colspan=99><s>', '<script>', '<!--', '<td><', '&#', '<style>.a{'])(
    'of %s takes no longer than its length',
    async (piece) => {
      const content = `<html><table><tr><td>1</td></tr>${piece.repeat(300_000)}`;
      expect(texts(await readWhole(await file(content)).catch(() => ({ rows: new Map() }) as never))).toBeDefined();
    },
    10_000,
  );

  it.each(['<table ', '</table '])('of %s is refused before an end is looked for', async (tag) => {
    const content = `<html><table><tr><td>1</td></tr></table>${tag.repeat(600_000)}`;
    await expect(readWhole(await file(content))).rejects.toMatchObject({ code: 'TOO_MANY_PARTS' });
  });
});
