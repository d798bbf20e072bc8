import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocxRoom, DocxText } from '../../../server/platform/sheet-reader/docx-child.ts';
import { answerOfFile } from '../../../server/platform/sheet-reader/reader.ts';
import * as word from '../../support/word-files.ts';
import { zipOf } from './office-files.ts';

const CHILD = new URL('../../../server/platform/sheet-reader/docx-child.ts', import.meta.url).href;
const CAPS = { heapMb: 192, residentMb: 400, cpuSeconds: 8 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-docx-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: Uint8Array, room: DocxRoom = { characters: 1_000, pieces: 100 }): Promise<DocxText> {
  const file = join(folder, 'a.docx');
  await writeFile(file, content);
  const request = { file, sheet: null, startRow: 1, endRow: 0, columns: [], beside: room };
  return answerOfFile<DocxText>(request, { child: CHILD, caps: CAPS });
}

/** What is read of a body, a paragraph as its heading, marker, depth and text. */
async function linesOf(body: string, beside = {}): Promise<unknown[]> {
  const { blocks } = await read(await word.wordFile(body, beside));
  return blocks.map((block) =>
    block.kind === 'table'
      ? block.rows.map((cells) => cells.map(({ text, span }) => (span === 1 ? text : `${text}|${span}`)))
      : `${block.heading > 0 ? `#${block.heading} ` : ''}${'  '.repeat(block.depth)}${block.marker}|${block.text}`,
  );
}

describe('the text of a .docx', () => {
  test('has the numbers of clauses that Word shows, also those that come from a style', async () => {
    const item = (text: string, id: number, level: number) => word.paragraph(text, { list: [id, level] });
    expect(
      await linesOf(
        [
          word.paragraph('Предмет', { style: '1', list: [1, 0] }),
          word.paragraph('Поставка', { style: 'clause' }),
          word.paragraph('Сроки', { style: 'clause' }),
          item('первый', 1, 2),
          item('второй', 1, 2),
          word.paragraph('Цена', { style: '10', list: [1, 0] }),
          word.paragraph('Расчёты', { style: 'clause' }),
          item('буква', 2, 0),
          item('', 2, 0),
          item('буква', 2, 0),
          item('точка', 3, 0),
          item('черта', 3, 1),
          item('с пятого', 4, 0),
          word.paragraph('не пункт', { style: 'clause', list: [0, 0] }),
          item('списка нет', 99, 0),
        ].join(''),
      ),
    ).toEqual([
      '#1 1.|Предмет',
      '  1.1.|Поставка',
      '  1.2.|Сроки',
      '    (i)|первый',
      '    (ii)|второй',
      '#1 2.|Цена',
      '  2.1.|Расчёты',
      'а)|буква',
      'в)|буква',
      '•|точка',
      '  –|черта',
      '5.|с пятого',
      '|не пункт',
      '|списка нет',
    ]);
  });

  test('has tables with joined cells, with lists and tables inside cells', async () => {
    const inner = word.table([word.cell('в'), word.cell('г')]);
    expect(
      await linesOf(
        word.table(
          [word.cell('Итого', '<w:gridSpan w:val="2"/>')],
          [
            word.cell(word.paragraph('один', { list: [2, 0] }) + word.paragraph('два', { list: [2, 0] })),
            word.cell(inner),
          ],
        ) + word.table([word.cell('')]),
      ),
    ).toEqual([[['Итого|2'], ['а) один\nб) два', 'в\nг']]]);
  });

  test('is the present one: without what is deleted, hidden, moved away, formerly set or there twice', async () => {
    const box = (text: string) => `<w:txbxContent>${word.paragraph(text)}</w:txbxContent>`;
    expect(
      await linesOf(
        [
          `<w:p>${word.run('Цена ')}<w:del><w:r><w:delText>100</w:delText><w:tab/></w:r></w:del><w:ins>${word.run('200')}</w:ins></w:p>`,
          `<w:p><w:moveFrom>${word.run('прежнее место')}</w:moveFrom></w:p>`,
          `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>скрыто</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>видно</w:t></w:r></w:p>`,
          `<w:p><w:pPr><w:pPrChange><w:pPr><w:pStyle w:val="1"/></w:pPr></w:pPrChange></w:pPr>${word.run('не заголовок')}</w:p>`,
          `<w:p><w:r><mc:AlternateContent><mc:Choice>${box('врезка')}</mc:Choice><mc:Fallback>${box('врезка')}</mc:Fallback></mc:AlternateContent></w:r></w:p>`,
        ].join(''),
      ),
    ).toEqual(['|Цена 200', '|видно', '|не заголовок', '|врезка']);
  });

  test('has signs as they are shown, and notes below it', async () => {
    const sign = (font: string, code: string) => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`;
    expect(
      await linesOf(
        [
          `<w:p>${word.run('а &amp; &#1073; &lt;b&gt;')}<w:r><w:tab/><w:t>в</w:t><w:br/><w:t>г</w:t></w:r></w:p>`,
          `<w:p>${sign('Wingdings', 'F0FE')}${sign('Wingdings', 'F0A8')}${sign('Wingdings', 'F021')}</w:p>`,
          `<w:p>${word.run('Неустойка')}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
        ].join(''),
        { notes: ['не названа', 'не более 10 %'] },
      ),
    ).toEqual(['|а & б <b>\tв\nг', '|☑☐\u{fffd}', '|Неустойка[1]', '[1]|не более 10 %']);
  });

  test('ends where the room does, with whole pieces and marked as cut', async () => {
    const body = Array.from({ length: 5 }, (_, at) => word.paragraph(`абвгд${at}`)).join('');
    const file = await word.wordFile(body);
    const texts = async (room: DocxRoom) => {
      const { blocks, isCut } = await read(file, room);
      return [blocks.map((block) => (block.kind === 'paragraph' ? block.text : null)), isCut];
    };
    expect(await texts({ characters: 30, pieces: 5 })).toEqual([
      ['абвгд0', 'абвгд1', 'абвгд2', 'абвгд3', 'абвгд4'],
      false,
    ]);
    expect(await texts({ characters: 14, pieces: 5 })).toEqual([['абвгд0', 'абвгд1', 'аб'], true]);
    expect(await texts({ characters: 30, pieces: 2 })).toEqual([['абвгд0', 'абвгд1'], true]);
    const cells = await word.wordFile(word.table([word.cell('1'), word.cell('2')], [word.cell('3')]));
    expect(await read(cells, { characters: 30, pieces: 2 })).toEqual({
      blocks: [
        {
          kind: 'table',
          rows: [
            [
              { text: '1', span: 1 },
              { text: '2', span: 1 },
            ],
            [],
          ],
        },
      ],
      isCut: true,
    });
  });
});

describe('security 26: a .docx that is made to hurt', () => {
  const failure = async (content: Uint8Array): Promise<string> =>
    read(content).then(
      () => 'read',
      (error: { code: string }) => error.code,
    );
  const withBody = (xml: string) =>
    zipOf({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': `<w:document><w:body>${xml}</w:body></w:document>`,
    });

  test('is refused where it is broken, cut, encrypted, or no document at all', async () => {
    const whole = await word.wordFile(word.paragraph('текст'));
    const file = async (xml: string) => failure(await zipOf({ 'word/document.xml': xml }));
    expect(await file('<w:document><w:body><w:p>')).toBe('BROKEN');
    expect(await file('<w:document><w:body><w:p')).toBe('BROKEN');
    expect(await file('<html><body>x</body></html>')).toBe('BROKEN');
    expect(await file('<!DOCTYPE a [<!ENTITY b "c">]><w:document/>')).toBe('DTD');
    expect(await failure(await zipOf({ 'other.xml': '<a/>' }))).toBe('BROKEN');
    expect(await failure(whole.subarray(0, whole.length - 40))).toBe('TRUNCATED');
    expect(await failure(word.encrypted(whole))).toBe('PASSWORD');
  });

  test('does not grow: bombs of blanks, of nesting, of styles and of numbers end the child alone', {
    timeout: 60_000,
  }, async () => {
    expect(
      await failure(
        await withBody(' '.repeat(97 * 1024 * 1024).replaceAll(' '.repeat(1024), `${' '.repeat(1020)}<a/>`)),
      ),
    ).toBe('TOO_BIG');
    expect(await failure(await withBody('<w:p>'.repeat(100_000)))).toBe('BROKEN');
    expect(await failure(await withBody('<w:tbl>'.repeat(100_000)))).toBe('BROKEN');
    const style = (id: string, based: string) =>
      `<w:style w:styleId="${id}"><w:name w:val="${id}"/><w:basedOn w:val="${based}"/></w:style>`;
    const looped = await word.wordFile(word.paragraph('текст', { style: 'b' }), {
      parts: {
        'word/styles.xml': `<w:styles>${style('a', 'b')}${style('b', 'a')}</w:styles>`,
        'word/numbering.xml': `<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="999999999"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="${'%1'.repeat(1_000)}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
      },
    });
    expect((await read(looped)).blocks).toMatchObject([{ text: 'текст', heading: 0 }]);
  });
});
