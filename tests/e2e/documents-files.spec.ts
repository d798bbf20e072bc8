import { SHOWN_TEXT } from '../../contract/limits.ts';
import { bookBytes } from '../support/workbooks.ts';
import { zipOf } from '../unit/files/office-files.ts';
import { comeIn, EVERYTHING, openOffice } from './office.ts';
import { expect, expectFits, noteFaults, test } from './test.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const LINE = 'Строка договора с длинным текстом.\n';

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
  await expect(waiting).toHaveText(['прайс.xlsx', 'битый.xlsx', 'длинный.txt']);

  const device = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await device.newPage();
  const faults: string[] = [];
  noteFaults(other, faults);
  await comeIn(other, author, '/docflow/create/doc');
  await other.getByRole('button', { name: 'Восстановить' }).click();
  const title = other.getByRole('textbox', { name: 'Название документа' });
  await expect(title).toHaveValue(`Начат дома ${office.mark}`);
  await expect(other.getByRole('list', { name: 'Новые файлы' }).getByRole('link')).toHaveText([
    'прайс.xlsx',
    'битый.xlsx',
    'длинный.txt',
  ]);
  await title.fill(`Записан в дороге ${office.mark}`);
  await other.getByRole('button', { name: 'Записать', exact: true }).click();
  await other.getByRole('button', { name: 'Записать без подписантов' }).click();
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

  // The first device still has what it knew of the draft: it makes no second document of it.
  await page.goto('/docflow/create/doc');
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await page.getByRole('button', { name: 'Записать', exact: true }).click();
  await page.getByRole('button', { name: 'Записать без подписантов' }).click();
  await expect(page.getByRole('dialog', { name: 'Документ уже записан' })).toBeVisible();
});
