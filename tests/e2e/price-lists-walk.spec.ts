import { readFile } from 'node:fs/promises';
import XLSX from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { mark } from './mark.ts';
import { check, choose, chooseOwner, figure } from './price-lists-steps.ts';
import { ownAdministrator } from './settings-calls.ts';
import { expect, expectNoSidewaysScroll, test } from './test.ts';

const GOODS = 12;
const SPOILT = 'непонятно у менеджера';

/** A price list whose last price cannot be read. */
function priceList(series: string, factor = 1): string {
  const rows = Array.from({ length: GOODS }, (_, at) => {
    const price = at === GOODS - 1 ? SPOILT : `${(100 + at) * factor},00`;
    return `ОБ${series}-${at + 1};Деталь ${series} ${at + 1};${price};${at}`;
  });
  return ['Артикул;Наименование;Цена;Остаток', ...rows].join('\r\n');
}

/** The workbook of errors with the price put right. */
async function corrected(page: Page, price: number): Promise<Buffer> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: /Ошибки\sв.\.xlsx/ }).click();
  const book = XLSX.read(await readFile(await (await waiting).path()));
  const [sheet] = Object.values(book.Sheets);
  if (!sheet) throw new Error('a workbook without sheets');
  const lines = XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1 });
  expect(lines.map((line) => line[2])).toEqual(['Цена', SPOILT]);
  XLSX.utils.sheet_add_aoa(sheet, [[price]], { origin: 'C2' });
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

/** Applies what was checked, after a second confirmation where that is asked for. */
async function apply(page: Page, isDoubtful: boolean): Promise<void> {
  const button = page.getByRole('button', { name: 'Применить' });
  if (isDoubtful) {
    await button.click();
    await expect(page.getByText(/Сначала\sподтвердите/)).toBeVisible();
    await page.getByRole('checkbox', { name: /всё\sравно\sхочу\sзагрузить/ }).check();
  }
  await button.click();
  await expect(page.getByRole('link', { name: 'Подробный отчёт' })).toBeVisible();
}

const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
  phone: { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
} as const;

for (const [size, use] of Object.entries(SIZES)) {
  test.describe(`on a ${size}`, { tag: size === 'desktop' ? [] : '@deep' }, () => {
    test.use(use);

    test('a price list goes all the way: recognised, checked, doubted, applied, corrected, taken back', async ({
      page,
      signIn,
    }) => {
      const series = mark();
      await signIn('/catalog/edit/upload', await ownAdministrator(page.request));

      // Recognised; a column is set by hand and put back.
      await choose(page, priceList(series));
      const stock = page.getByLabel('Столбец D, «Остаток»');
      await expect(stock).toHaveValue('amount');
      await stock.selectOption('');
      await stock.selectOption('amount');
      await chooseOwner(page);
      await expectNoSidewaysScroll(page);
      await check(page);
      await expect(figure(page, 'новые')).toHaveText(String(GOODS - 1));
      await expect(figure(page, 'с\u00a0ошибками')).toHaveText('1');
      await expectNoSidewaysScroll(page);
      await apply(page, false);

      // A list that looks wrong needs a second word.
      await page.getByRole('button', { name: 'Загрузить ещё один файл' }).click();
      await choose(page, priceList(series, 100));
      await check(page);
      await expect(page.getByText(/что-то\sне.так/)).toBeVisible();
      await expectNoSidewaysScroll(page);
      await apply(page, true);

      // The report gives the rows that failed; corrected, only they change.
      await page.getByRole('link', { name: 'Подробный отчёт' }).click();
      await expect(figure(page, 'цена выше')).toHaveText(String(GOODS - 1));
      const report = page.url();
      await expectNoSidewaysScroll(page);
      const book = await corrected(page, 777);
      await page.goto('/catalog/edit/upload');
      await choose(page, book, 'исправлено.xlsx');
      await chooseOwner(page);
      await check(page);
      await expect(figure(page, 'новые')).toHaveText('1');
      await expect(figure(page, 'без изменений')).toHaveText('0');
      await apply(page, false);

      // From the history the doubtful run is taken back, after a look at what that does.
      await page.goto('/catalog/edit/imports');
      const runs = page.getByRole('list', { name: 'История загрузок' });
      await expect(runs.getByText('исправлено.xlsx').first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.goto(report);
      await page.getByRole('button', { name: 'Отменить загрузку' }).click();
      const dialog = page.getByRole('dialog', { name: 'Отменить загрузку?' });
      await expect(dialog.getByText(/11.позици/).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await dialog.getByRole('button', { name: 'Отменить загрузку' }).click();
      await expect(page.getByText(/Загрузка\sотменена:\sвозвращено\s11/)).toBeVisible();

      // The history of a position has all of it: loaded, a hundred times dearer, and back.
      const article = `ОБ${series}-1`;
      await page.goto(`/catalog/edit/positions?query=${encodeURIComponent(article)}`);
      await page.getByRole('button', { name: `История ${article}`, exact: true }).click();
      const rows = page.getByRole('dialog').getByRole('row');
      await expect(rows).toHaveCount(4);
      await expect(rows.nth(1)).toContainText('Отмена');
      await expect(rows.nth(1)).toContainText('100');
      await expectNoSidewaysScroll(page);
    });
  });
}
