import { DOCX_TYPE } from '../../contract/documents/words.ts';
import { SHOWN_PICTURE, SHOWN_TEXT } from '../../contract/limits.ts';
import { HEIC } from '../support/heic-photo.ts';
import { cell, paragraph, table, wordFile } from '../support/word-files.ts';
import { bookBytes } from '../support/workbooks.ts';
import { zipOf } from '../unit/files/office-files.ts';
import { SAVE } from './documents.ts';
import { comeIn, EVERYTHING, openOffice } from './office.ts';
import { expect, expectFits, noteFaults, test } from './test.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const LINE = 'Строка договора с длинным текстом.\n';

const NAMES = ['прайс.xlsx', 'битый.xlsx', 'договор.docx', 'IMG_0001.HEIC', 'длинный.txt'];

const chosenFiles = async () => [
  {
    name: 'прайс.xlsx',
    mimeType: XLSX,
    buffer: await bookBytes({
      sheets: [
        {
          name: 'Цены',
          rows: [
            ['Артикул', 'Цена'],
            ['740.1003010-20', 12.5],
          ],
        },
        { name: 'Остатки', rows: [['Склад', 7]] },
      ],
    }),
  },
  {
    name: 'битый.xlsx',
    mimeType: XLSX,
    buffer: await zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook' }),
  },
  {
    name: 'договор.docx',
    mimeType: DOCX_TYPE,
    buffer: await wordFile(
      paragraph('Предмет договора', { style: '1', list: [1, 0] }) +
        paragraph('Поставщик передаёт запасные части по заявкам покупателя.', { style: 'clause' }) +
        paragraph('Покупатель принимает их за десять дней.', { style: 'clause' }) +
        paragraph('с проверкой', { list: [1, 2] }) +
        table([cell('Партия', '<w:gridSpan w:val="2"/>')], [cell('Ось передняя'), cell('12 500,00')]),
    ),
  },
  { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: HEIC },
  { name: 'длинный.txt', mimeType: 'text/plain', buffer: Buffer.from(LINE.repeat(SHOWN_TEXT / LINE.length + 1)) },
];

test('a draft goes on at another device with its files, which are then shown in their place', async ({
  page,
  request,
  browser,
  allowConsole,
}) => {
  // The status of the answer says what cannot be shown.
  allowConsole(/400.*\/shown|409/);
  const office = await openOffice(request, { Начальник: EVERYTHING });
  const author = await office.hire('Автор', 'Начальник');
  await comeIn(page, author, '/docflow/create/doc');
  await page.getByRole('textbox', { name: 'Название документа' }).fill(`Начат дома ${office.mark}`);
  await page.getByLabel('Добавить файлы').setInputFiles(await chosenFiles());
  const waiting = page.getByRole('list', { name: 'Новые файлы' }).getByRole('link');
  await expect(waiting).toHaveText(NAMES);

  const device = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await device.newPage();
  const faults: string[] = [];
  noteFaults(other, faults);
  await comeIn(other, author, '/docflow/create/doc');
  await other.getByRole('button', { name: 'Восстановить' }).click();
  const title = other.getByRole('textbox', { name: 'Название документа' });
  await expect(title).toHaveValue(`Начат дома ${office.mark}`);
  await expect(other.getByRole('list', { name: 'Новые файлы' }).getByRole('link')).toHaveText(NAMES);
  await title.fill(`Записан в дороге ${office.mark}`);
  await other.getByRole('button', { name: SAVE }).click();
  await other.getByRole('button', { name: 'Сохранить без подписантов' }).click();
  await other.waitForURL(/\/docflow\/\d+$/);
  const address = new URL(other.url()).pathname;
  await device.close();
  expect(faults).toEqual([]);

  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Записан в дороге ${office.mark}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Просмотр: прайс.xlsx' }).click();
  await expect(dialog.getByRole('cell', { name: '740.1003010-20' })).toBeVisible();
  await expectFits(page, [390]);
  await dialog.getByRole('radio', { name: 'Остатки' }).check();
  await expect(dialog.getByRole('cell', { name: 'Склад' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Просмотр: длинный.txt' }).click();
  await expect(dialog.getByText('Показано только начало')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Просмотр: битый.xlsx' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/Файл\sповреждён/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Просмотр: договор.docx' }).click();
  const text = dialog.getByRole('region', { name: /Текст\sфайла\s«договор\.docx»/ });
  await expect(text.getByRole('heading', { level: 3, name: '1. Предмет договора' })).toBeVisible();
  await expect(text.getByRole('listitem').filter({ hasText: /^1\.2\./ })).toContainText('(i)с проверкой');
  await expect(text.getByRole('row').first().getByRole('cell')).toHaveAttribute('colspan', '2');
  await expect(dialog.getByText(/Показан\sтолько\sтекст,\sбез\sоформления/)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Скачать' })).toHaveAttribute('download', 'договор.docx');
  await expectFits(page, [390]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Просмотр: IMG_0001.HEIC' }).click();
  const photo = dialog.getByRole('img', { name: 'IMG_0001.HEIC' });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(SHOWN_PICTURE);
  await page.keyboard.press('Escape');

  // The first device still has what it knew of the draft: it makes no second document of it.
  await page.goto('/docflow/create/doc');
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await page.getByRole('button', { name: SAVE }).click();
  await page.getByRole('button', { name: 'Сохранить без подписантов' }).click();
  await expect(page.getByRole('dialog', { name: 'Документ уже сохранён' })).toBeVisible();
});
