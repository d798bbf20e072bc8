import sharp from 'sharp';
import { expect, test } from 'vitest';
import * as limits from '../../../contract/limits.ts';
import { aboveSql } from '../../support/databases.ts';
import { HEIC } from '../../support/heic-photo.ts';
import { cell, encrypted, paragraph, table, wordFile } from '../../support/word-files.ts';
import { bookParts } from '../../support/workbooks.ts';
import { zipOf } from '../../unit/files/office-files.ts';
import { PNG, said, withPaperwork } from './paperwork.ts';

aboveSql('attachments in their place', (open) => {
  test('a book is shown sheet by sheet to whoever sees the document, a broken one says so', () =>
    withPaperwork(open, async ({ create, docflow }) => {
      const sheets = [
        { name: 'Цены', rows: [['Артикул', 'Цена'], ['А-1', 12.5], [], ['<b>x</b>', null]] },
        { name: 'Пусто', rows: [] },
      ];
      const xlsx = await zipOf(bookParts({ sheets }) as Readonly<Record<string, string>>);
      const broken = await zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook' });
      const { files } = await create({
        scans: [
          ['прайс.xlsx', xlsx as BlobPart],
          ['битый.xlsx', broken as BlobPart],
          ['скан.png', PNG],
        ],
      });
      const [book, bad, picture] = files.map(({ fileName }) => `/scan/${fileName}/shown`);
      const shown = await docflow('GET', book ?? '', { as: 'guest' });
      expect([shown.statusCode, shown.json()]).toEqual([
        200,
        {
          kind: 'table',
          sheets: ['Цены', 'Пусто'],
          sheet: 0,
          rows: [
            ['Артикул', 'Цена'],
            ['А-1', '12.5'],
            ['', ''],
            ['<b>x</b>', ''],
          ],
          isCut: false,
        },
      ]);
      expect((await docflow('GET', `${book}?sheet=1`)).json()).toMatchObject({ sheet: 1, rows: [] });
      expect(said(await docflow('GET', `${book}?sheet=99`))).toEqual([400, 'no such sheet']);
      expect(said(await docflow('GET', book ?? '', { as: 'stranger' }))).toEqual([404, 'file not found']);
      expect(said(await docflow('GET', bad ?? ''))).toEqual([400, 'file is broken']);
      expect(said(await docflow('GET', picture ?? ''))).toEqual([400, 'nothing to show']);
    }));

  test(
    'a .docx is shown as its text to those who see the document, a broken or protected one says so',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async ({ create, docflow }) => {
        const docx = await wordFile(
          paragraph('Предмет договора', { style: '1' }) +
            paragraph('Поставка &lt;script&gt;', { list: [3, 0] }) +
            table([cell('Срок'), cell('10 дней')]),
        );
        const long = await wordFile(paragraph('а'.repeat(limits.SHOWN_TEXT / 2)).repeat(3));
        const broken = await zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document><w:body>' });
        const { files } = await create({
          scans: [
            ['договор.docx', docx as BlobPart],
            ['длинный.docx', long as BlobPart],
            ['битый.docx', broken as BlobPart],
            ['закрытый.docx', encrypted(docx) as BlobPart],
          ],
        });
        const [text = '', cut = '', bad = '', locked = ''] = files.map(({ fileName }) => `/scan/${fileName}/shown`);
        const shown = await docflow('GET', text, { as: 'guest' });
        const facts = { kind: 'paragraph', heading: 0, marker: '', depth: 0 };
        expect([shown.statusCode, shown.json()]).toEqual([
          200,
          {
            kind: 'document',
            blocks: [
              { ...facts, heading: 1, text: 'Предмет договора' },
              { ...facts, marker: '•', text: 'Поставка <script>' },
              {
                kind: 'table',
                rows: [
                  [
                    { text: 'Срок', span: 1 },
                    { text: '10 дней', span: 1 },
                  ],
                ],
              },
            ],
            isCut: false,
          },
        ]);
        const again = { 'if-none-match': String(shown.headers.etag) };
        expect((await docflow('GET', text, { headers: again })).statusCode).toBe(304);
        expect((await docflow('GET', cut)).json()).toMatchObject({
          blocks: Array(2).fill({ text: 'а'.repeat(limits.SHOWN_TEXT / 2) }),
          isCut: true,
        });
        expect(said(await docflow('GET', bad))).toEqual([400, 'file is broken']);
        expect(said(await docflow('GET', locked))).toEqual([400, 'file is protected']);
        expect(said(await docflow('GET', text, { as: 'stranger' }))).toEqual([404, 'file not found']);
      }),
  );

  test(
    'a photo of a phone is kept as it came and shown as a picture, and a broken one says so',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async ({ create, docflow, files: stored }) => {
        const { files } = await create({
          scans: [
            ['IMG_0001.HEIC', HEIC as BlobPart],
            ['IMG_0002.HEIC', HEIC.subarray(0, 200) as BlobPart],
          ],
        });
        const [photo, broken] = files.map(({ fileName }) => `/scan/${fileName}`);
        expect((await docflow('GET', photo ?? '')).rawPayload.equals(HEIC)).toBe(true);
        const shown = await docflow('GET', `${photo}/shown`, { as: 'guest' });
        expect(said(shown)).toEqual([200, undefined]);
        const { kind, webp } = shown.json<{ kind: string; webp: string }>();
        const { format, width } = await sharp(Buffer.from(webp, 'base64')).metadata();
        expect([kind, format, width]).toEqual(['picture', 'webp', limits.SHOWN_PICTURE]);
        expect(said(await docflow('GET', `${broken}/shown`))).toEqual([400, 'file is broken']);
        expect(said(await docflow('GET', `${photo}/shown`, { as: 'stranger' }))).toEqual([404, 'file not found']);
        expect(await stored('scans')).toEqual(files.map(({ fileName }) => fileName).sort());
      }),
  );
});
