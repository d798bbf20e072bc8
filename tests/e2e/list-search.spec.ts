import type { Page } from '@playwright/test';
import { SEARCH_LIST_MAX } from '../../contract/limits.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test.ts';

const LIST = [
  'Артикул\tКол-во',
  '740.1003010-20\t2',
  '04465 33471 3',
  '740.1003010;100000',
  '740.1003018 5 шт',
  'нет-такого-номера-1',
  '04465-33450\t0',
].join('\n');

const field = (page: Page) => page.getByLabel('Список деталей');
const submit = (page: Page) => page.getByRole('button', { name: 'Найти всё' }).click();
const line = (page: Page, article: string | RegExp) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: article }) });

async function search(page: Page, text: string) {
  await page.goto('/catalog/list');
  await field(page).fill(text);
  await submit(page);
}

for (const [device, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test('a list with quantities shows parts, sums, what is short and what is missing, and becomes a workbook', async ({
      page,
    }) => {
      await search(page, LIST);
      await expect(page.getByText(/Найдено:\s4\.\sНе.найдено:\s2\./)).toBeVisible();
      await expect(page.getByText(/строка\sзаголовков\sпропущена/)).toBeVisible();
      await expect(line(page, /740\.1003010-20/)).toContainText(/2.шт/);
      await expect(line(page, /740\.1003010-20/)).toContainText('₽');
      await expect(line(page, /740\.1003010\b.*100.000/)).toContainText(/есть.\d+.*из.100.000|под.заказ/);
      await expect(line(page, /04465-33450/)).toContainText(/Количество.—.ноль/);
      await expect(page.getByText(/Итого:\s4.наименования/)).toBeVisible();
      const missing = page.getByRole('region', { name: /Не.найдено/ });
      await expect(missing).toContainText('нет-такого-номера-1');
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      await missing.getByRole('button', { name: /^740\.?1003010$/ }).click();
      await expect(page.getByText(/Найдено:\s5\.\sНе.найдено:\s1\./)).toBeVisible();
      await expect(field(page)).toHaveValue(/740\.?1003010\t5\sшт/);

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /Скачать\sв.Excel/ }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^Поиск\sсписком\s\d\d\.\d\d\.\d{4}\.xlsx$/);
    });

    test('a number at the end is read both ways, and the other one is a click away', async ({ page }) => {
      await search(page, '740 1003010 20');
      const row = line(page, /740 1003010/);
      await expect(row).toContainText(/1.шт/);
      await row.getByRole('button', { name: /Прочитать\sкак\s740\s1003010,\s20.шт/ }).click();
      await expect(page.getByText(/Найдено:\s1\.\sНе.найдено:\s0\./)).toBeVisible();
      await expect(field(page)).toHaveValue('740 1003010\t20 шт');
    });

    test('another maker of the same article is chosen, and the address keeps it', async ({ page }) => {
      await search(page, '740.1003010-20\t2');
      const row = line(page, /740\.1003010-20/);
      await row.locator('summary').click();
      await row
        .getByRole('button', { name: /Выбрать/ })
        .first()
        .click();
      await expect(field(page)).toHaveValue(/740\.1003010-20\t2\sшт\t.+/);
      const maker = (await field(page).inputValue()).split('\t')[2] ?? '-';
      await expect(row.locator('.list-maker')).toHaveText(maker);
      const shared = page.url();
      await page.goto('about:blank');
      await page.goto(shared);
      await expect(row.locator('.list-maker')).toHaveText(maker);
    });

    test('one line goes into the request with its quantity, from every offer that it takes', async ({ page }) => {
      await search(page, '740.1003010-20\t2\n04465 33471 3');
      await line(page, /740\.1003010-20/)
        .getByRole('link', { name: /^В\sзаявку/ })
        .click();
      await expect(line(page, /740\.1003010-20/).getByRole('link', { name: /^В\sзаявке/ })).toBeVisible();
      await expect(line(page, /04465 33471/).getByRole('link', { name: /^В\sзаявку/ })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.goto('/catalog/request');
      const rows = page.getByRole('table', { name: 'Позиции заявки' }).locator('tbody tr');
      await expect(rows).toHaveCount(1);
      await expect(rows.getByRole('textbox')).toHaveValue('2');
    });

    test('the way back from a card shows what was found, at the same place', async ({ page }) => {
      await search(page, Array(30).fill('740.1003010-20\t1\n04465-33471 2 шт').join('\n'));
      const last = page.getByRole('row').nth(50).getByRole('link').first();
      await last.scrollIntoViewIfNeeded();
      const top = await page.evaluate(() => window.scrollY);
      await last.click();
      await expect(page).toHaveURL(/\/catalog\/product\//);
      await page.goBack();
      await expect(page.getByText(/Найдено:\s60/)).toBeAttached();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(top - 200);
    });
  });
}

test('a file is dropped into the list, and what stood there before comes back', async ({ page, allowConsole }) => {
  allowConsole(/400/);
  await page.goto('/catalog/list');
  await field(page).fill('мой список');
  const file = page.getByLabel('Или файл со списком');
  const named = (name: string, content: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await file.setInputFiles(
    named('заявка.csv', 'Наименование;Артикул;Кол-во\nГоловка;740.1003010-20;4\nКолодки;04465-33471;2\n'),
  );
  await expect(page.getByText(/Из.файла\s«заявка.csv»\sвзято:\s2.строки/)).toBeVisible();
  await expect(field(page)).toHaveValue('740.1003010-20\t4 шт\n04465-33471\t2 шт');
  await expect(page.getByText(/Найдено:\s2\./)).toBeVisible();
  await page.getByRole('button', { name: 'Вернуть прежний список' }).click();
  await expect(field(page)).toHaveValue('мой список');

  await file.setInputFiles({
    name: 'фото.png',
    mimeType: 'image/png',
    buffer: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  });
  await expect(page.getByRole('alert')).toContainText(/Это\sне.таблица/);
  await expect(field(page)).toHaveValue('мой список');
});

test('a list of ten thousand lines is answered for its beginning, and says so', async ({ page }) => {
  await page.goto('/catalog/list');
  // As a browser pastes: typing so much takes minutes.
  await field(page).evaluate((area, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, Array(10_000).fill('740.1003010-20\t1').join('\n'));
  await submit(page);
  await expect(page.getByText(new RegExp(`Найдено: ${SEARCH_LIST_MAX}\\.`))).toBeVisible();
  await expect(page.getByText(/Не.проверено\sиз-за\sограничения:\s9.900/)).toBeVisible();
  await expect(page.getByText(/Список\sслишком\sдлинный\sдля\sссылки/)).toBeVisible();
  await expect(page).toHaveURL(/\/catalog\/list$/);
});

test('a failure keeps the list and what was found before', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load|ERR_/);
  await search(page, '740.1003010-20\t2');
  await expect(page.getByText(/Найдено:\s1\./)).toBeVisible();
  await page.route('**/search/list/parts', (route) => route.abort());
  await field(page).fill('04465-33471');
  await expect(page.getByText(/Список\sизменён/)).toBeVisible();
  await submit(page);
  await expect(page.getByRole('alert')).toContainText(/Не.удалось\sвыполнить\sпоиск/);
  await expect(page.getByText(/Найдено:\s1\./)).toBeVisible();
  await expect(field(page)).toHaveValue('04465-33471');
});
