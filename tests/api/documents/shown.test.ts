import { expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
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
});
